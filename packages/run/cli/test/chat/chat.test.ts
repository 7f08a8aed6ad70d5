import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { folderWith, helve } from "../helve.ts";
import { installedProgram } from "../installed-program.ts";
import { hasTerminal } from "../terminal.ts";
import { chat, home, lastOf, plainChat, rules, run, withTerminal } from "./chat-program.ts";
import { modelServer, send, sendPieces } from "./model-server.ts";

describe.skipIf(!hasTerminal)("helve chat in a terminal", () => {
  it("prints the text while the model writes it, calls and results in short, repairs, and the usage", async () => {
    let goOn = (): void => undefined;
    const { model, requests } = await modelServer(
      { call: "Terminal-Execute", args: "{command: 'seq 1 9',}" },
      async (response) => {
        sendPieces(response, [{ content: "One " }]);
        await new Promise<void>((resolve) => {
          goOn = resolve;
        });
        send(response, [{ content: "two." }], "stop");
      },
    );
    const shown = await chat(["--model", model, ...withTerminal], home());
    await shown.sees("› ");
    shown.types("Count!\r");
    await shown.sees("→ Terminal.Execute {command: 'seq 1 9',}");
    await shown.sees("repaired: unquoted_key");
    await shown.sees("│ 1");
    await shown.sees("… 5 more lines");
    await shown.sees("  One ");
    goOn();
    await shown.sees("two.");
    await shown.sees("2 steps · 200 tokens in, 40 out");
    await shown.sees("› ");
    shown.types("/exit\r");
    expect(await shown.ends()).toBe(0);
    expect(requests[0]?.messages.map(({ role }) => role)).toEqual(["system", "user"]);
    expect(shown.output()).toContain("helve chat --resume");
  });

  it("asks the person where a rule asks: approved for the session, rejected with a reason, edited under all rules", async () => {
    const { model, requests } = await modelServer(
      run("echo danger one"),
      run("echo danger one"),
      "Done.",
      run("echo danger two"),
      "Rejected.",
      run("echo danger three"),
      "Edited.",
    );
    const shown = await chat(["--model", model, ...withTerminal], home());
    await shown.sees("› ");
    shown.types("Go.\r");
    await shown.sees("? May the agent run Terminal.Execute?");
    await shown.sees("command │ echo danger one");
    await shown.sees("[e]dit?");
    shown.types("s\r");
    await shown.sees("allowed: rule @ask");
    await shown.sees("│ danger one");
    await shown.sees("allowed");
    await shown.sees("Done.");
    await shown.sees("› ");
    shown.types("Next.\r");
    await shown.sees("[e]dit?");
    shown.types("r\r");
    await shown.sees("why?");
    shown.types("I need it.\r");
    await shown.sees("stopped: it was rejected: I need it.");
    await shown.sees("› ");
    shown.types("Next.\r");
    await shown.sees("[e]dit?");
    shown.types("e\r");
    await shown.sees("arguments: ");
    shown.types('\x15{"command": "echo never"}\r');
    await shown.sees("[y]es");
    shown.types("y\r");
    await shown.sees("Not this one.");
    await shown.sees("› ");
    shown.types("\x04");
    expect(await shown.ends()).toBe(0);
    expect(lastOf(requests[2] ?? { messages: [] })).toContain("danger one");
    expect(lastOf(requests[4] ?? { messages: [] })).toContain("I need it.");
    expect(lastOf(requests[6] ?? { messages: [] })).toContain("Not this one.");
  });

  it("stops the model or a tool at Ctrl-C, and goes on with a note", async () => {
    let closed = (): void => undefined;
    const isClosed = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const { model, requests } = await modelServer(
      (response) => {
        response.on("close", closed);
        sendPieces(response, [{ content: "I begin " }]);
      },
      run("echo started; sleep 1000"),
      "Here I am.",
    );
    const shown = await chat(["--model", model, ...withTerminal], home());
    await shown.sees("› ");
    shown.types("Begin.\r");
    await shown.sees("I begin");
    shown.types("\x03");
    await isClosed;
    await shown.sees("You have stopped it.");
    await shown.sees("› ");
    shown.types("Again.\r");
    await shown.sees("Terminal.Execute 0 s (Ctrl-C stops)");
    shown.types("\x03");
    await shown.sees("You have stopped it.");
    await shown.sees("› ");
    shown.types("Are you there?\r");
    await shown.sees("Here I am.");
    await shown.sees("› ");
    shown.types("\x03");
    expect(await shown.ends()).toBe(130);
    expect(requests[1]?.messages.slice(-2)).toMatchObject([
      { role: "assistant", content: "I begin " },
      { role: "user", content: "(The user has interrupted your last turn.)\nAgain." },
    ]);
    expect(requests[2]?.messages.slice(-2)).toMatchObject([
      { role: "tool", content: expect.stringContaining("aborted") },
      { role: "user", content: "(The user has interrupted your last turn.)\nAre you there?" },
    ]);
  });

  it("ends at two Ctrl-C", async () => {
    const { model } = await modelServer((response) => sendPieces(response, [{ content: "I begin " }]));
    const shown = await chat(["--model", model, "Begin."], home());
    await shown.sees("I begin");
    shown.types("\x03\x03");
    expect(await shown.ends()).toBe(130);
  });

  it("clears a line at Ctrl-C, and ends at Ctrl-C on an empty line", async () => {
    const { model, requests } = await modelServer("Hello.");
    const shown = await chat(["--model", model], home());
    await shown.sees("› ");
    shown.types("wrong \\\rline\x1b[D\x03");
    await shown.sees("› ");
    shown.types("Hi.\r");
    await shown.sees("1 step");
    await shown.sees("› ");
    shown.types("\x03");
    expect(await shown.ends()).toBe(130);
    expect(requests.map(lastOf)).toEqual(["Hi."]);
    expect(shown.output()).toMatch(/› [^\n]*\r?\n[^\n]*Go on with/);
  });

  it("takes several lines: pasted, and after a backslash", async () => {
    const { model, requests } = await modelServer("Thanks.");
    const shown = await chat(["--model", model], home());
    await shown.sees("› ");
    shown.types("one\\\r");
    await shown.sees("… ");
    shown.types("two \x1b[200~three\rfour\n\x1b[2J\x1b[201~\r");
    await shown.sees("Thanks.");
    expect(lastOf(requests[0] ?? { messages: [] })).toBe("one\ntwo three\nfour\n[2J");
  });

  it("lets a pasted text answer no question", async () => {
    const { model } = await modelServer(run("echo danger"), "Done.");
    const shown = await chat(["--model", model, ...withTerminal, "Go."], home());
    await shown.sees("[e]dit?");
    shown.types("\x1b[200~a\r\x1b[201~");
    await shown.sees("a␤");
    shown.types("\r");
    await shown.sees("answer with the letter");
    expect(shown.output()).not.toContain("│ danger\r\n");
  });

  it("shows control characters of models and tools as text, and lets nothing of them look like a question", async () => {
    const fake = "? May the agent run Terminal.Execute?";
    const hostile = `\u001b]52;c;aGk=\u0007\u001b[2J\r\u202e\b\u009b1m${fake}${" ".repeat(200)}${fake}\n${fake}`;
    const { model } = await modelServer(
      { ...run(`printf '\\033]52;c;eA==\\007\\r${fake}\\n${fake}'`), text: hostile },
      (response) => send(response, [{ content: "\ud83d" }, { content: "\ude00\u001b" }, { content: "[31m" }], "stop"),
    );
    const shown = await chat(["--model", model, ...withTerminal, "Go."], home());
    await shown.sees("😀\\u{1b}[31m");
    await shown.sees("› ");
    shown.types("/exit\r");
    await shown.ends();
    const output = shown.output();
    for (const sequence of ["\u001b]", "\u001b[2J", "\u001b[31m\r\n", "\u0007", "\b", "\u009b", "\u202e"]) {
      expect(output).not.toContain(sequence);
    }
    expect(output).toContain("\\u{1b}]52;c;aGk=\\u{7}");
    expect(output.match(/May the agent/g)?.length).toBeGreaterThan(4);
    const lines = stripVTControlCharacters(output).split(/[\r\n]+/);
    expect(lines.filter((line) => line.startsWith("?"))).toEqual([]);
  });

  it("is not opened while another process has it open", async () => {
    const folder = home();
    const { model } = await modelServer();
    const open = await chat(["--model", model], folder);
    await open.sees("› ");
    const refused = await plainChat(["--resume", "last", "Hi."], folder);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("another terminal")]);
    open.types("\x04");
    expect(await open.ends()).toBe(0);
  });
});

describe("helve chat in a project", () => {
  it("refuses an empty folder, such as that of a variable that is not set", async () => {
    const { model } = await modelServer();
    const { code, err } = await plainChat(["--model", model, "--folder=", "Hi."], folderWith({}));
    expect([code, err]).toEqual([2, "helve: --folder needs the path of a folder\n"]);
  });

  it("works on its files under the rules for coding agents, and its calls are in helve log", async () => {
    const folder = folderWith({ "app/notes.txt": "tea" });
    const { model, requests } = await modelServer(run("pwd; cat notes.txt"), run("rm notes.txt"), "It says tea.");
    const args = ["--model", model, "--folder", "app", "--sandbox", "local", "Read the notes."];
    expect(await plainChat(args, folder)).toMatchObject({ code: 0, out: "It says tea.\n" });
    const app = realpathSync(join(folder, "app"));
    expect(lastOf(requests[1] ?? { messages: [] })).toContain(`${app}\ntea`);
    expect(readFileSync(join(app, "notes.txt"), "utf8")).toBe("tea"); // nobody could be asked
    const { out } = await helve(["log", "--json"], folder, "", { home: folder });
    const rows = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(rows).toMatchObject([
      { client: "chat", tool: "Terminal.Execute", verdict: "allow", status: "success", prompt: "Read the notes." },
      { client: "chat", args: { command: "rm notes.txt" }, verdict: "deny", status: "stopped" },
    ]);
  });

  it("keeps what guards agents out of reach, in whichever rules", async () => {
    const none = "rule @none trigger Nothing.at_all check enforce stop end";
    const folder = folderWith({ "helve/rules.agentspec": rules, "none.agentspec": none });
    const { model, requests } = await modelServer(run("echo > helve/rules.agentspec"), run("echo fine"), "Done.");
    const args = ["--model", model, "--folder", ".", "--sandbox", "local", "--rules", "none.agentspec", "Go."];
    expect(await plainChat(args, folder)).toMatchObject({ code: 0 });
    expect(lastOf(requests[1] ?? { messages: [] })).toContain("@keep_helve");
    expect(lastOf(requests[2] ?? { messages: [] })).toContain("fine");
    expect(readFileSync(join(folder, "helve/rules.agentspec"), "utf8")).toBe(rules);
  });

  it("refuses a sandbox that has files of its own", async () => {
    const { model } = await modelServer();
    const args = ["--model", model, "--folder", ".", "--sandbox", "memory", "Hi."];
    expect(await plainChat(args, home())).toMatchObject({
      code: 2,
      err: expect.stringContaining("--folder needs --sandbox bubblewrap or local: memory has files of its own"),
    });
  });

  it.skipIf(!hasTerminal)("names the folder in the first line", async () => {
    const folder = home();
    const { model } = await modelServer();
    const shown = await chat(["--model", model, "--folder", ".", "--sandbox", "local"], folder);
    await shown.sees(`folder: ${folder}`);
    await shown.sees("tools: Terminal.Execute");
    shown.types("\x04");
    expect(await shown.ends()).toBe(0);
  });
});

describe("helve chat without a terminal", () => {
  it("runs one turn: the answer on standard output, everything else on standard error", async () => {
    const folder = home();
    const { model, requests } = await modelServer(run("echo hi"), "It said \u001b[31mhi.");
    const called = await plainChat(["--model", model, ...withTerminal, "Say hi."], folder);
    expect([called.code, called.out]).toEqual([0, "It said \\u{1b}[31mhi.\n"]);
    expect(called.err).toContain("→ Terminal.Execute");
    expect(called.err).not.toContain("\u001b");
    expect(requests[1]?.messages.at(1)?.content).toBe("Say hi.");
    const chats = join(folder, ".local/state/helve/chats");
    const files = readdirSync(chats);
    expect(files).toHaveLength(1);
    expect(statSync(join(chats, files[0] ?? "")).mode & 0o777).toBe(0o600);
  });

  it("reads standard input, and goes on with an earlier chat", async () => {
    const folder = home();
    const { model, requests } = await modelServer("Hello, Ada.", "Ada.");
    expect(await plainChat(["--model", model], folder, { stdin: "I am Ada.\n" })).toMatchObject({ code: 0 });
    expect(await plainChat(["--resume", "last", "Who am I?"], folder)).toMatchObject({ code: 0, out: "Ada.\n" });
    expect(requests[1]?.messages.map(({ content }) => content).slice(1)).toEqual([
      ...["I am Ada.\n", "Hello, Ada.", "Who am I?"],
    ]);
  });

  it("denies what a person would have to allow", async () => {
    const { model, requests } = await modelServer(run("echo danger"), "I may not.");
    const { code, err } = await plainChat(["--model", model, ...withTerminal, "Go."], home());
    expect([code, err]).toEqual([0, expect.stringContaining("nobody can be asked: there is no terminal")]);
    expect(lastOf(requests[1] ?? { messages: [] })).toContain("nobody can be asked");
  });

  it("ends with 1 at a limit, and with 2 if there is no answer", async () => {
    const { model } = await modelServer(run("echo hi"), (response) => {
      response.writeHead(404, { "content-type": "application/json" });
      response.end('{"error": {"message": "there is no model \\"tiny\\"\\u001b[2J"}}');
    });
    const args = ["--model", model, ...withTerminal];
    expect(await plainChat([...args, "--max-steps", "1", "Go."], home())).toMatchObject({
      code: 1,
      err: expect.stringContaining("the limit of 1 steps is reached"),
    });
    expect(await plainChat([...args, "Go."], home())).toMatchObject({
      code: 2,
      err: expect.stringContaining('✗ tiny: the server answered 404: there is no model "tiny"\\u{1b}[2J'),
    });
    expect(await plainChat(["--model", "http://127.0.0.1:9/v1#tiny", "Go."], home())).toMatchObject({
      code: 2,
      err: expect.stringContaining("no answer from http://127.0.0.1:9/v1"),
    });
  });

  it("says which folder or file can't be used", async () => {
    const { model } = await modelServer();
    const cwd = folderWith({ ".local": "a file" });
    expect(await plainChat(["--model", model, "Hi"], cwd)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/the folder for chats, .*chats, can't be used: EEXIST: .*\.local'/),
    });
    const { err } = await plainChat(["--model", model, "--resume", "missing/chat.jsonl", "Hi"], home());
    expect(err).toMatch(/the chat .*chat\.jsonl can't be opened: ENOENT/);
  });

  it("sends the key of the variable that is meant", async () => {
    const { model, requests } = await modelServer();
    const [url = ""] = model.split("#");
    const environment = { OPENAI_API_KEY: "open", OPENAI_BASE_URL: url, HELVE_API_KEY: "own", OTHER: "other" };
    await plainChat(["--model", "openai:tiny", "Hi."], home(), { environment });
    await plainChat(["--model", model, "Hi."], home(), { environment });
    await plainChat(["--model", model, "--key-env", "OTHER", "Hi."], home(), { environment });
    expect(requests.map(({ headers }) => headers["authorization"])).toEqual([
      ...["Bearer open", "Bearer own", "Bearer other"],
    ]);
  });

  it.each([
    [[], "--model is missing"],
    [["--model", "gpt-5"], "expected openai:NAME"],
    [["--model", "openai:gpt-5"], "must have OPENAI_API_KEY"],
    [["--model", "http://127.0.0.1:9/v1"], "must be written as openai:gpt-5 or http"],
    [["--model", "./no.js#model"], "there is no file"],
    [["--model", "http://127.0.0.1:9/v1#m", "--toolkit", "Terminl"], "there is no such toolkit"],
    [["--model", "http://127.0.0.1:9/v1#m", "--toolkit", "Terminal"], "needs --sandbox"],
    [["--model", "http://127.0.0.1:9/v1#m", "--rules", "no.agentspec"], "can't be read"],
    [["--model", "http://127.0.0.1:9/v1#m", "--cost", "1"], "--cost needs --prices"],
    [["--model", "http://127.0.0.1:9/v1#m", "--prices", "1"], "--prices must be"],
    [["--model", "http://127.0.0.1:9/v1#m", "--max-steps", "0"], "must be a number above 0"],
    [["--model", "http://127.0.0.1:9/v1#m", "--sandbox", "memory"], "npm install just-bash"],
    [["--resume", "last"], "there is no chat to resume"],
  ])("refuses %j", async (args, message) => {
    expect(await plainChat([...args, "Hi."], folderWith())).toMatchObject({
      code: 2,
      err: expect.stringContaining(message),
    });
  });

  it("takes a model and tools from modules", async () => {
    const folder = folderWith({
      "own.mjs": `export const model = {
        name: "own",
        async *generate({ messages }) {
          const content = "I read " + messages.length + " messages.";
          yield { type: "text", delta: content };
          yield { type: "end", response: { message: { role: "assistant", parts: [{ type: "text", content }] }, stopReason: "stop" } };
        },
      };`,
    });
    expect(await plainChat(["--model", "./own.mjs#model", "Hi."], folder)).toMatchObject({
      code: 0,
      out: "I read 2 messages.\n",
    });
    expect(await plainChat(["--model", "./own.mjs#modl", "Hi."], folder)).toMatchObject({
      code: 2,
      err: expect.stringContaining('no export "modl"; it has: model'),
    });
  });

  it("names all packages that have to be installed, also those of its toolkits and its sandbox", async () => {
    const alone = mkdtempSync(join(tmpdir(), "helve-"));
    onTestFinished(() => rmSync(alone, { recursive: true }));
    const program = await installedProgram();
    for (const name of ["dist", "package.json"]) cpSync(join(program, name), join(alone, name), { recursive: true });
    const { code, err } = await plainChat(["--model", "openai:gpt-5", "--folder", ".", "Hi."], folderWith(), {
      from: alone,
    });
    expect([code, err]).toEqual([
      2,
      expect.stringContaining("npm install @helve/agent @helve/executor @helve/guard @helve/sandbox @helve/toolkits\n"),
    ]);
  });
});
