// Tools that end their work at a limit of their own, and the limits of the executor.

import { ActionExecutor } from "@helve/executor";
import { localSandbox } from "@helve/sandbox/node";
import { limitAfter } from "@helve/testing/limit-after";
import { PythonREPL } from "@helve/toolkits/python-repl";
import { Terminal } from "@helve/toolkits/terminal";
import { describe, expect, it } from "vitest";

describe("the time limit of a command", () => {
  it("is not cut by the executor's", async () => {
    await using sandbox = await localSandbox();
    const session = new ActionExecutor([new Terminal({ sandbox })], { timeout: 50 }).session();
    const args = { command: "echo one; sleep 0.2; echo two", timeout: 30 };
    const ret = await session.execute({ id: "1", name: "Terminal.Execute", arguments: args });
    expect(ret.result).toEqual([{ type: "text", content: "one\ntwo\n" }]);
  });

  it("gives the output before the limit that the caller has set", async () => {
    await using sandbox = await localSandbox();
    const session = new ActionExecutor([new Terminal({ sandbox })]).session();
    const call = { id: "1", name: "Terminal.Execute", arguments: { command: "echo one; sleep 60; echo two" } };
    const ret = await session.execute(call, { timeout: 1000, onProgress: limitAfter(1000, "one") });
    expect(ret.errmsg).toBe("Terminal.Execute took longer than 1000 ms and was stopped.\n\nOutput before that:\none\n");
  });

  it("gives what Python has printed, too", async () => {
    await using sandbox = await localSandbox();
    const session = new ActionExecutor([new PythonREPL({ sandbox })], { timeout: 50 }).session();
    const code = "import time\nprint('one', flush=True)\ntime.sleep(60)";
    await session.execute({ id: "1", name: "PythonREPL.Run", arguments: { code: "1" } });
    const call = { id: "2", name: "PythonREPL.Run", arguments: { code } };
    const ret = await session.execute(call, { timeout: 1000, onProgress: limitAfter(1000, "one") });
    expect(ret.errmsg).toBe("PythonREPL.Run took longer than 1000 ms and was stopped.\n\nOutput before that:\none\n");
  });
});
