import { stripVTControlCharacters } from "node:util";
import type { Action, InspectionRequest } from "@helve/core";
import { terminalInspector } from "@helve/enforcer/node";
import { afterEach, describe, expect, it, vi } from "vitest";
import { action, context as engineContext, engineFor } from "../engine-for.ts";
import { type FakeTerminal, fakeTerminal } from "./fake-terminal.ts";

const body = "Dear Bob,\nmy password is hunter2.\nAnn";
const mail: Action = { id: "call_1", name: "Gmail.SendEmail", args: { to: ["bob@example.com"], subject: "Hi", body } };
const start = body.indexOf("hunter2");
const request: InspectionRequest = {
  action: mail,
  messages: ["Send this to bob@example.com?"],
  rules: [
    {
      rule: "inspect_sensitive_email",
      line: 1,
      check: true,
      violated: true,
      predicates: [
        {
          predicate: "contains_sensitive_information",
          value: true,
          reason: "the body has a password",
          evidence: [{ path: "/body", start, end: start + 7, text: "hunter2" }],
        },
      ],
    },
  ],
  fixes: ["add_contact", "remove_sensitive_info"],
};
const context = { signal: new AbortController().signal };

/** The result of a question whose answer is piped in as lines. */
async function piped(lines: readonly string[], asked = request, options = {}) {
  const terminal = fakeTerminal(false);
  terminal.input.end(lines.map((line) => `${line}\n`).join(""));
  const { input, output } = terminal;
  return { answer: await terminalInspector({ input, output, ...options })(asked, context), shown: terminal.shown() };
}

describe("terminalInspector", () => {
  it("shows the action, the rules with marked evidence, the messages and the fixes", async () => {
    const { shown } = await piped(["a"], request, {
      describeRule: ({ rule }: { rule: string }) =>
        rule === "inspect_sensitive_email" ? "Ask before secrets leave." : "",
    });
    expect(shown).toBe(
      [
        "? May the agent run Gmail.SendEmail?",
        '    to        ["bob@example.com"]',
        "    subject │ Hi",
        "    body    │ Dear Bob,",
        "            │ my password is hunter2.",
        "            │ Ann",
        "  rule @inspect_sensitive_email: the body has a password",
        "    Ask before secrets leave.",
        "      my password is hunter2.",
        "                     ^^^^^^^",
        "  Send this to bob@example.com?",
        "  [a]pprove, approve for this [s]ession, [r]eject, [e]dit, [1] add_contact, [2] remove_sensitive_info?",
        "",
      ].join("\n"),
    );
  });

  const edited = { to: ["bob@example.com"], subject: "Hi", body: "Dear Bob" };
  it.each<[readonly string[], unknown]>([
    [["a"], { decision: "approve" }],
    [[" Approve "], { decision: "approve" }],
    [["s"], { decision: "approve", remember: "session" }],
    [["r", ""], { decision: "reject" }],
    [["reject", " it is a secret "], { decision: "reject", reason: "it is a secret" }],
    [["1"], { decision: "fix", fix: "add_contact" }],
    [["remove_sensitive_info"], { decision: "fix", fix: "remove_sensitive_info" }],
    [["", "abort", "yes", "0", "3", "toString", "2"], { decision: "fix", fix: "remove_sensitive_info" }],
    [["e", JSON.stringify(edited), "y"], { decision: "edit", args: edited }],
    [["e", JSON.stringify(edited), "n", "r", ""], { decision: "reject" }],
    [["e", "", "a"], { decision: "approve" }],
    [["e", JSON.stringify(mail.args), "a"], { decision: "approve" }],
    [["e", "{to: 1", "[1]", JSON.stringify(edited), "yes"], { decision: "edit", args: edited }],
    [["w", "a"], { decision: "approve" }],
  ])("accepts %j", async (lines, expected) => {
    expect((await piped(lines)).answer).toEqual(expected);
  });

  it("shows what an edit changes, line by line, before it is confirmed", async () => {
    const { shown } = await piped([
      "e",
      JSON.stringify({ ...mail.args, subject: "Hello", body: body.replace("hunter2", "a secret"), cc: [] }),
      "n",
    ]);
    expect(shown).toContain(
      [
        "    subject",
        "    - Hi",
        "    + Hello",
        "    body",
        "      Dear Bob,",
        "    - my password is hunter2.",
        "    + my password is a secret.",
        "      Ann",
        "    cc",
        "    + []",
        "  run it with these arguments, [y]es or [n]o?",
      ].join("\n"),
    );
  });

  it("distinguishes a number from a text of digits", async () => {
    const asked = { ...request, action: { ...mail, args: { amount: 5 } }, rules: [] };
    const { shown, answer } = await piped(["e", '{"amount":"5"}', "y"], asked);
    expect(shown).toContain('    amount\n    - 5\n    + "5"\n');
    expect(answer).toEqual({ decision: "edit", args: { amount: "5" } });
  });

  it("explains why an edit is invalid", async () => {
    const { shown } = await piped(["e", "{to: 1", "[1]", ""]);
    expect(shown).toContain("not JSON");
    expect(shown).toContain('arguments are an object: {"name": value}');
  });

  it("shows what a fix has changed, or that it changed nothing", async () => {
    const { input, output, shown } = fakeTerminal(false);
    const inspect = terminalInspector({ input, output });
    inspect.onFixApplied?.({ before: mail, after: { ...mail, args: { ...mail.args, body: "Dear Bob" } } });
    inspect.onFixApplied?.({ before: mail, after: mail });
    await expect.poll(() => shown()).toContain("left");
    expect(shown()).toBe(
      [
        "  the fix changed Gmail.SendEmail:",
        "    body",
        "    - Dear Bob,",
        "    - my password is hunter2.",
        "    - Ann",
        "    + Dear Bob",
        "  the fix left Gmail.SendEmail unchanged",
        "",
      ].join("\n"),
    );
  });

  it("shows the change when an engine applies a fix", async () => {
    const { input, output, shown } = fakeTerminal(false);
    input.end("1\n");
    const engine = engineFor("rule @r trigger any.any check p enforce user_inspection(mend) end", {
      inspect: terminalInspector({ input, output }),
      fixes: { mend: ({ args }) => ({ ...args, p: false }) },
    });
    expect(await engine.before(action({ p: true }), engineContext)).toMatchObject({ kind: "allow" });
    await expect.poll(() => shown()).toContain("the fix changed Terminal.Execute:\n    p\n    - true\n    + false");
  });

  it("escapes control characters from a model everywhere", async () => {
    const evil = "a\u001b[2K\r\u0007\u202eb\u009b1m";
    const asked: InspectionRequest = {
      action: { id: "1", name: evil, args: { [evil]: evil, list: [evil], to: `${evil}\nx` }, replaces: mail },
      messages: [evil],
      rules: [
        {
          rule: evil,
          line: 1,
          check: "unknown",
          violated: true,
          predicates: [
            { predicate: evil, value: true, reason: evil, evidence: [{ path: "/to", start: 1, end: 8, text: evil }] },
          ],
        },
      ],
      fixes: [evil],
    };
    const edit = JSON.stringify({ [evil]: `other ${evil}`, list: [evil, 1], to: `${evil}\ny`, more: evil });
    const { shown } = await piped(["e", edit, "n", "e", evil, "", "r", ""], asked);
    expect(shown).toContain("+ other a\\u{1b}");
    expect(shown).not.toMatch(/[^\P{C}\n]/u);
    expect(shown).toContain("\\u{1b}[2K\\u{d}");
  });

  it.each([true, false])("lets nothing of a long text begin in the first column: colors %s", async (color) => {
    const fake = "? May the agent run Files.Read? [a]pprove ";
    for (const columns of [1, 20, 40, 41, 80]) {
      const long = `${fake.repeat(20)}\t日本語 ${"\t".repeat(50)}${fake.repeat(3)}`;
      const [rule] = request.rules;
      const asked: InspectionRequest = {
        action: {
          ...mail,
          args: { body: long, [fake]: { nested: [long, long] } },
          replaces: { ...mail, args: { long } },
        },
        messages: [long],
        rules: rule
          ? [{ ...rule, predicates: rule.predicates.map((each) => ({ ...each, reason: `${long}\n${long}` })) }]
          : [],
        fixes: [],
      };
      const terminal = fakeTerminal(false, columns);
      terminal.input.end(`w\ne\n{"body": "${fake.repeat(20)}"}\nn\na\n`);
      const { input, output } = terminal;
      const inspect = terminalInspector({ input, output, color });
      await inspect(asked, context);
      inspect.onFixApplied?.({ before: mail, after: asked.action });
      await inspect(asked, context);
      const lines = stripVTControlCharacters(terminal.shown()).split("\n");
      const question = "? May the agent run Gmail.SendEmail?";
      expect(lines.filter((line) => line.startsWith("?") && !question.startsWith(line.trim()))).toEqual([]);
      expect(lines.filter((line) => line !== "" && !/^(?: {2}|\? May)/.test(line))).toEqual([]);
      if (columns < 40) continue;
      // Helve's own choices are as long as they are.
      const own = /choices|\[s\]ession|arguments/;
      expect(lines.filter((line) => line.length >= columns && !own.test(line))).toEqual([]);
    }
  });

  it("underlines the evidence where there is colour, and marks it with carets where there is none", async () => {
    const coloured = fakeTerminal(false);
    const written: string[] = [];
    coloured.output.on("data", (chunk) => written.push(String(chunk)));
    coloured.input.end("a\n");
    await terminalInspector({ input: coloured.input, output: coloured.output, color: true })(request, context);
    expect(written.join("")).toContain("my password is \u001b[4m\u001b[31mhunter2");
    expect(written.join("")).not.toContain("^");

    const { shown } = await piped(["a"], request, { color: false });
    expect(shown).toContain("^^^^^^^");
  });

  it("shows long arguments in part, says so, and shows them whole when asked", async () => {
    const long = { ...request, action: { ...mail, args: { body: `${"line\n".repeat(50)}the end` } }, rules: [] };
    const { shown } = await piped(["r", ""], long);
    expect(shown).toContain("… and 58 characters more");
    expect(shown).toContain("show [w]hole");
    expect(shown).not.toContain("the end");
    expect((await piped(["w", "a"], long)).shown).toContain("the end");
  });

  it.each(["a", "approve", "s", "session"])("shows long arguments whole before %s approves them", async (choice) => {
    const long = { ...request, action: { ...mail, args: { body: `${"line\n".repeat(50)}the end` } }, rules: [] };
    const { shown, answer } = await piped([choice, "r", ""], long);
    expect(shown).toMatch(/the end\n(?:.|\n)*this is the whole action: answer again/);
    expect(answer).toEqual({ decision: "reject" });
    expect((await piped([choice, choice], long)).answer).toMatchObject({ decision: "approve" });
  });

  it("shows of a secret only its length", async () => {
    const args = { command: "curl -H 'X-API-Key: 5f3a9c0e1b7d' x.io\nrm -rf src" };
    const { shown } = await piped(["a"], { ...request, action: { ...mail, args }, rules: [] });
    expect(shown).toContain("│ curl -H 'X-API-Key: «12 characters hidden»' x.io\n");
    expect(shown).toContain("│ rm -rf src\n");
  });

  it("shows at most five pieces of evidence per predicate", async () => {
    const [rule] = request.rules;
    const evidence = Array(7).fill(rule?.predicates[0]?.evidence[0]);
    const predicate = { predicate: "p", value: true, reason: "so", evidence } as const;
    const rules = [{ rule: "r", line: 1, check: true, violated: true, predicates: [predicate] } as const];
    const { shown } = await piped(["a"], { ...request, rules });
    expect(shown.split("^^^^^^^")).toHaveLength(6);
    expect(shown).toContain("      … and 2 places more\n");
  });

  it("prefers the letter of a choice to a fix of the same name", async () => {
    const asked = { ...request, fixes: ["a", "session"] };
    expect((await piped(["a"], asked)).answer).toEqual({ decision: "approve" });
    expect((await piped(["1"], asked)).answer).toEqual({ decision: "fix", fix: "a" });
  });

  it("shows the result of an action after it ran", async () => {
    const observation = { parts: [{ type: "text", content: "sent\nto 5 people" } as const], isError: false };
    const { shown } = await piped(["a"], { ...request, event: "after_action", observation, rules: [] });
    expect(shown).toContain("    result │ sent\n           │ to 5 people\n");
  });

  it.each<[NonNullable<InspectionRequest["event"]>, string]>([
    ["after_action", "? May the model see the result of Gmail.SendEmail?"],
    ["state_change", "? The state has changed: may the agent continue?"],
    ["agent_finish", "? The agent wants to finish: may it?"],
  ])("asks its own question about %s, where nothing can be edited", async (event, question) => {
    const { shown, answer } = await piped(["e", "s", "a"], { ...request, event });
    expect(shown).toContain(question);
    expect(shown).toContain("[a]pprove, [r]eject, [1] add_contact");
    expect(answer).toEqual({ decision: "approve" });
  });
});

describe("terminalInspector, when no answer comes,", () => {
  it("rejects at the end of the input, also in the middle of an answer", async () => {
    const reason = "the input ended before an answer";
    expect((await piped([])).answer).toEqual({ decision: "reject", reason });
    expect((await piped(["r"])).answer).toEqual({ decision: "reject", reason });
    expect((await piped(["e", '{"to": "x"}'])).answer).toEqual({ decision: "reject", reason });
  });

  it("rejects every question after the end of the input", async () => {
    const { input, output } = fakeTerminal(false);
    input.end("a\n");
    const inspect = terminalInspector({ input, output });
    expect(await inspect(request, context)).toEqual({ decision: "approve" });
    expect(await inspect(request, context)).toMatchObject({ decision: "reject" });
    expect(await inspect(request, context)).toMatchObject({ decision: "reject" });
  });

  it("rejects on Ctrl-C, and calls onInterrupt", async () => {
    const { input, output, type } = fakeTerminal(true);
    const onInterrupt = vi.fn();
    const answer = terminalInspector({ input, output, onInterrupt })(request, context);
    await type("\u0003", "[a]pprove");
    expect(await answer).toEqual({ decision: "reject", reason: "it was interrupted" });
    expect(onInterrupt).toHaveBeenCalledOnce();
  });

  it("explains the choices after an invalid answer, and asks again", async () => {
    const { answer, shown } = await piped(["what?", "7", "2"]);
    expect(answer).toEqual({ decision: "fix", fix: "remove_sensitive_info" });
    expect(shown.match(/answer with the letter or the number in brackets/g)).toHaveLength(2);
  });

  it("rejects on Ctrl-D at a terminal, and asks again the next time", async () => {
    const { input, output, type } = fakeTerminal(true);
    const inspect = terminalInspector({ input, output });
    const answer = inspect(request, context);
    await type("\u0004", "[a]pprove");
    expect(await answer).toMatchObject({ decision: "reject", reason: "the input ended before an answer" });
    const second = inspect(request, context);
    await type("a\r", "[a]pprove", 2);
    expect(await second).toEqual({ decision: "approve" });
  });

  it.each([true, false])("rejects on an abort (at a terminal: %s)", async (isTTY) => {
    const { input, output, type } = fakeTerminal(isTTY);
    const controller = new AbortController();
    const inspect = terminalInspector({ input, output });
    const asked = inspect(request, { signal: controller.signal });
    const waiting = inspect(request, { signal: controller.signal });
    await type("", "[a]pprove");
    controller.abort();
    const reason = "nobody waited for the answer any longer";
    expect(await asked).toEqual({ decision: "reject", reason });
    expect(await waiting).toEqual({ decision: "reject", reason });
  });

  it("rejects on an abort before the question is shown", async () => {
    const controller = new AbortController();
    const { input, output } = fakeTerminal(true);
    output.once("data", () => controller.abort());
    expect(await terminalInspector({ input, output })(request, { signal: controller.signal })).toEqual({
      decision: "reject",
      reason: "nobody waited for the answer any longer",
    });
  });

  describe("and there is no terminal", () => {
    const { isTTY } = process.stdin;
    afterEach(() => {
      process.stdin.isTTY = isTTY;
    });

    it("rejects, and says so", async () => {
      process.stdin.isTTY = false;
      expect(await terminalInspector()(request, context)).toEqual({
        decision: "reject",
        reason: "there is no terminal to ask at",
      });
    });
  });
});

describe("terminalInspector at a terminal", () => {
  async function answered(terminal: FakeTerminal, ...lines: readonly (readonly [line: string, when: string])[]) {
    const answer = terminalInspector(terminal)(request, context);
    for (const [line, when] of lines) await terminal.type(`${line}\r`, when);
    return answer;
  }

  it("prefills the arguments for editing", async () => {
    const terminal = fakeTerminal(true);
    const answer = terminalInspector(terminal)(request, context);
    await terminal.type("e\r", "[a]pprove");
    // The line has the arguments already, and the cursor is at its end.
    await terminal.type('\u007f,"cc":[]}\r', 'Ann"}');
    await terminal.type("y\r", "[y]es");
    expect(await answer).toEqual({ decision: "edit", args: { ...mail.args, cc: [] } });
  });

  it.each([
    ["that are long", `${"echo ".repeat(60)}? May the agent run ls?`],
    ["with wide characters", "\u65e5\u672c\u8a9e".repeat(60)],
  ])(
    "shows arguments %s in a single row for editing: nothing of them begins in the first column",
    async (_, command) => {
      const terminal = fakeTerminal(true, 60);
      let raw = "";
      terminal.output.on("data", (piece) => {
        raw += piece;
      });
      const action: Action = { id: "call_1", name: "Run", args: { command } };
      const answer = terminalInspector(terminal)({ ...request, action }, context);
      await terminal.type("e\r", "[a]pprove");
      // At the start of the line, then at its end.
      await terminal.type("\u0001", '"}');
      await terminal.type("\u0005", '{"comm');
      await terminal.type('\u007f,"dry":1}\r', '"}', 2);
      await terminal.type("y\r", "[y]es");
      expect(await answer).toEqual({ decision: "edit", args: { command, dry: 1 } });
      const rows = raw
        .split("\u001b[1G\u001b[0J  arguments: ")
        .slice(1)
        .map((row) => row.split("\r\n")[0] ?? "");
      expect(rows.length).toBeGreaterThan(3);
      for (const row of rows) expect(widthOf(`  arguments: ${stripVTControlCharacters(row)}`)).toBeLessThan(60);
      // Where the cursor is saved, and restored after the rest of the row.
      expect(rows.some((row) => row.startsWith('\u001b7{"comm') && row.endsWith("…\u001b8"))).toBe(true);
      expect(rows.at(-1)?.startsWith("…")).toBe(true);
      expect(rows.at(-1)?.endsWith('"dry":1}\u001b7\u001b8')).toBe(true);
    },
  );

  it("leaves no listener at the terminal", async () => {
    const terminal = fakeTerminal(true);
    const before = terminal.output.listenerCount("resize");
    await answered(terminal, ["a", "[a]pprove"]);
    expect(terminal.output.listenerCount("resize")).toBe(before);
  });

  it("ignores input that was typed before the question", async () => {
    const terminal = fakeTerminal(true);
    terminal.input.write("a\ra");
    expect(await answered(terminal, ["r", "[a]pprove"], ["", "why?"])).toEqual({ decision: "reject" });
  });

  it("asks about one action at a time", async () => {
    const terminal = fakeTerminal(true);
    const inspect = terminalInspector(terminal);
    const other = { ...request, action: { ...mail, name: "Gmail.DeleteEmail" } };
    const first = inspect(request, context);
    const second = inspect(other, context);
    await terminal.type("r\r", "[a]pprove");
    await terminal.type("", "why?");
    expect(terminal.shown()).not.toContain("DeleteEmail");
    await terminal.type("no\r");
    expect(await first).toEqual({ decision: "reject", reason: "no" });
    await terminal.type("a\r", "[a]pprove", 2);
    expect(await second).toEqual({ decision: "approve" });
    expect(terminal.shown()).toContain("DeleteEmail");
  });
});

/** The number of columns of a text; East Asian characters take two. */
function widthOf(text: string): number {
  return Array.from(text).reduce((width, character) => width + (character > "\u2fff" ? 2 : 1), 0);
}
