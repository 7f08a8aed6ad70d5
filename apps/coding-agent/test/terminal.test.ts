import { realpath } from "node:fs/promises";
import { tmpdir } from "node:os";
import { ActionExecutor } from "@helve/executor";
import { describe, expect, it } from "vitest";
import { Terminal } from "../src/terminal.ts";

const folder = await realpath(tmpdir());
const executor = new ActionExecutor([new Terminal(folder)]);

function execute(args: Record<string, unknown>, signal?: AbortSignal) {
  return executor.execute(
    { id: "1", name: "Terminal.Execute", arguments: args },
    signal === undefined ? {} : { signal },
  );
}

describe("Terminal.Execute", () => {
  it("runs a command in its folder, and returns the output and an exit code other than 0", async () => {
    expect((await execute({ command: "pwd" })).result).toEqual([{ type: "text", content: folder }]);
    const failed = await execute({ command: "echo out; echo err >&2; exit 3" });
    expect(failed.observation.parts[0]?.content).toMatch(/out[\s\S]*err[\s\S]*\(exit code 3\)/);
  });

  it("kills a command at its time limit, with the processes that it started", async () => {
    const ret = await execute({ command: "sleep 60 & sleep 60", timeout: 0.05 });
    expect(ret).toMatchObject({ status: "failed", recoverable: "model" });
    expect(ret.errmsg).toBe("The command took longer than 0.05 seconds and was ended.");
  });

  it.each([-1, 0, 1e10])("refuses the time limit %d with a message for the model", async (timeout) => {
    expect(await execute({ command: "true", timeout })).toMatchObject({ status: "failed", recoverable: "model" });
  });

  it("kills a command that prints too much", async () => {
    const ret = await execute({ command: "yes" });
    expect(ret.errmsg).toBe("The command printed more than 65536 bytes and was ended.");
  });

  it("kills a command when the caller aborts the call", async () => {
    const controller = new AbortController();
    const running = execute({ command: "sleep 60" }, controller.signal);
    setTimeout(() => controller.abort(), 50);
    expect((await running).error?.code).toBe("aborted");
  });
});
