import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, watch } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chat, home, lastOf, rules, run, withTerminal } from "../chat/chat-program.ts";
import { modelServer } from "../chat/model-server.ts";
import { hasTerminal } from "../terminal.ts";

const twoCommands = `${rules}
rule @two trigger Terminal.Execute check count(Terminal.Execute) >= 2 enforce stop("Two commands are enough.") end
`;
describe.skipIf(!hasTerminal)("a chat whose process was killed", () => {
  /** Waits until a file exists. */
  async function created(path: string): Promise<void> {
    const watcher = watch(join(path, ".."));
    while (!existsSync(path)) await once(watcher, "change");
    watcher.close();
  }

  /** Kills the process that has a chat open, as the lock of the transcript names it. */
  function kill(folder: string): void {
    const chats = join(folder, ".local/state/helve/chats");
    const lock = readdirSync(chats).find((name) => name.endsWith(".lock"));
    process.kill(JSON.parse(readFileSync(join(chats, lock ?? ""), "utf8")).pid, "SIGKILL");
  }

  it("goes on in another process, runs no call twice, and keeps what rules know of earlier steps", async () => {
    const folder = home(twoCommands);
    // It ends when the folder is deleted.
    const endless = `echo x >> '${folder}/ran'; touch '${folder}/started'; while [ -e '${folder}/started' ]; do sleep 0.2; done`;
    const first = await modelServer(run("echo first"), run(endless));
    const killed = await chat(["--model", first.model, ...withTerminal, "Go."], folder);
    await created(join(folder, "started"));
    kill(folder);
    await killed.ends();
    rmSync(join(folder, "started"));

    const second = await modelServer("I see.", run("echo third"), "No.");
    const resumed = await chat(["--resume", "last", "--model", second.model], folder);
    await resumed.sees("The chat goes on where it was interrupted.");
    await resumed.sees("I see.");
    await resumed.sees("› ");
    resumed.types("Next.\r");
    // Commands of the killed process may have run.
    await resumed.sees("Two commands are enough.");
    await resumed.sees("› ");
    resumed.types("/exit\r");
    await resumed.ends();
    expect(readFileSync(join(folder, "ran"), "utf8")).toBe("x\n");
    const [{ messages } = { messages: [] }] = second.requests;
    expect(messages.map(({ role }) => role)).toEqual([
      "system",
      "user",
      "assistant",
      "tool",
      "assistant",
      "tool",
      "user",
    ]);
    expect(messages.at(3)?.content).toContain("first");
    expect(messages.at(5)?.content).toContain("It is not known what it did");
    expect(messages.at(6)?.content).toContain("The sandbox is new");
  });

  it("asks again what was asked, and keeps what was allowed for the session", async () => {
    const folder = home(twoCommands);
    const first = await modelServer(run("echo danger one"), run("echo danger two"));
    const killed = await chat(["--model", first.model, ...withTerminal, "Go."], folder);
    await killed.sees("[e]dit?");
    killed.types("s\r");
    await killed.sees("command │ echo danger two");
    await killed.sees("[e]dit?");
    kill(folder);
    await killed.ends();

    const second = await modelServer(run("echo danger one"), "Done.");
    const resumed = await chat(["--resume", "last", "--model", second.model], folder);
    await resumed.sees("command │ echo danger two");
    await resumed.sees("[e]dit?");
    resumed.types("a\r");
    await resumed.sees("│ danger two");
    await resumed.sees("Done.");
    await resumed.sees("› ");
    resumed.types("/exit\r");
    await resumed.ends();
    expect(resumed.output().match(/May the agent/g)).toHaveLength(1);
    // The rule about two commands stops the third one, which the session has allowed.
    expect(lastOf(second.requests[1] ?? { messages: [] })).toContain("Two commands are enough.");
  });
});
