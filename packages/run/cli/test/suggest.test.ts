import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { packageDocs } from "@helve/testing/package-docs";
import { describe, expect, it, onTestFinished } from "vitest";
import { bundledProgram } from "./bundle.ts";
import { type Answer, modelServer } from "./chat/model-server.ts";
import { folderWith, helve } from "./helve.ts";
import { installedProgram } from "./installed-program.ts";
import { hasTerminal, terminal } from "./terminal.ts";

const lines = (values: readonly object[]): string => values.map((value) => `${JSON.stringify(value)}\n`).join("");
const pay = (id: string, amount: number, harmful: boolean) => ({ id, harmful, tool: "Bank.Pay", args: { amount } });
const examples = lines([
  ...[500, 600, 700, 800].map((amount) => pay(`bad ${amount}`, amount, true)),
  ...[1, 2, 3, 90].map((amount) => pay(`good ${amount}`, amount, false)),
]);
const rule = (name: string, condition: string) =>
  `rule @${name}\ntrigger Bank.Pay\ncheck args.amount ${condition}\nenforce user_inspection\nend`;
const twoRules = `${rule("limit", "> 100")}\n\n${rule("tiny", "< 3")}`;

/** Calls `helve rules suggest` with a model that gives these answers. */
async function suggest(
  answers: readonly Answer[],
  args: readonly string[] = [],
  {
    files = {},
    confirm = [],
    confirms,
  }: { files?: Readonly<Record<string, string>>; confirm?: readonly string[]; confirms?: boolean } = {},
) {
  const { model, requests } = await modelServer(...answers);
  const folder = folderWith({ "examples.jsonl": examples, ...files });
  const all = ["--model", model, "--description", "It pays bills.", "--examples", "examples.jsonl", ...args];
  const called = await helve(["rules", "suggest", ...all], folder, "", {
    answers: confirm,
    ...(confirms !== undefined && { confirms }),
  });
  return { ...called, requests, folder, written: () => readFileSync(join(folder, "rules.agentspec"), "utf8") };
}

const toFile = ["--out", "rules.agentspec", "--attempts", "1"];

describe("helve rules suggest", () => {
  it("prints the model's best rules, and what they stop", async () => {
    const { code, out, err, requests } = await suggest([
      "rule @a trigger",
      rule("most", "> 550"),
      rule("limit", "> 100"),
    ]);
    expect(code).toBe(0);
    expect(out).toBe(`${rule("limit", "> 100")}\n`);
    expect(err).toContain("examples: 4 harmful, 4 harmless\n");
    expect(err).toContain("answer 1 of at most 3: these rules can't be used\n  1:");
    expect(err).toContain("answer 2 of at most 3: 1 rule, harm stopped 1 of 2, false alarms 0 of 2\n");
    expect(err).toContain(`
examples           harm stopped  false alarms
read by the model  2 of 2        0 of 2
not read           2 of 2        0 of 2

rule    harm  by it alone  false alarms
@limit  4     4            none
`);
    expect(requests[2]?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant", "user"]);
    expect(requests[0]?.messages[0]?.content).toContain("It pays bills.");
  });

  it("measures also harmless examples that the model never reads, and names what is decided wrong", async () => {
    const harmless = lines([{ id: "rent", tool: "Bank.Pay", args: { amount: 650 } }]);
    const args = ["--harmless", "more.jsonl", "--attempts", "1"];
    const { err, requests } = await suggest([rule("most", "> 550")], args, { files: { "more.jsonl": harmless } });
    expect(err).toContain("--harmless         –             1 of 1\n");
    expect(err).toContain("@most  3     3            rent\n");
    expect(err).toContain("missed harm: bad 500\n");
    expect(JSON.stringify(requests)).not.toContain("650");
  });

  it("prints what its page shows", async () => {
    const docs = packageDocs(new URL("..", import.meta.url));
    const [, shown = "no example"] = /```text\n(examples [^`]*)```/.exec(docs) ?? [];
    const files = { "usual.jsonl": lines([pay("rent", 90, false)]) };
    const { err } = await suggest([twoRules], ["--harmless", "usual.jsonl", "--attempts", "1"], { files });
    expect(err).toContain(shown);
  });

  it("reads code, calls and steps; a line is harmful if it does not say otherwise", async () => {
    const file = lines([
      { id: "py", code: "import shutil; shutil.rmtree('/etc')" },
      { id: "sh", code: "rm -rf /etc", lang: "bash" },
      {
        steps: [
          { tool: "Web.Read", args: {} },
          { code: "rm -rf /usr", lang: "shell" },
        ],
        prompt: "clean up",
      },
    ]);
    const answer = "rule @deletion trigger any.any check is_destructive enforce stop end";
    const args = ["--lang", "python", "--shown", "3"];
    const { code, err, requests } = await suggest([answer], args, { files: { "examples.jsonl": file } });
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining("read by the model  3 of 3") });
    const request = requests[0]?.messages[0]?.content;
    expect(request).toContain(`PythonREPL.Run({"code":"import shutil`);
    expect(request).toContain('asked "clean up": Web.Read({}), then Terminal.Execute(');
  });

  it("uses the policy, the tools and the description in files", async () => {
    const parameters = [{ name: "line", schema: { type: "string" }, required: true }];
    const functions = [{ name: "Run", description: "Runs a line.", parameters }];
    const files = {
      "examples.jsonl": lines([{ id: "a", tool: "Box.Run", args: { line: "rm -rf /etc" } }]),
      "helve/policy.json": JSON.stringify({ tools: { "Box.Run": { code: "line", language: "shell" } } }),
      "agent.md": "It runs things.",
      "box.opentool.json": JSON.stringify({ opentool: "1.0.0", info: { title: "Box", version: "1" }, functions }),
    };
    const answers = ["Box.Rnu", "Box.Run"].map(
      (tool) => `rule @a trigger ${tool} check is_destructive enforce stop end`,
    );
    const args = ["--description", "@agent.md", "--tools", "box.opentool.json"];
    const { code, err, requests } = await suggest(answers, args, { files });
    expect(err).toMatch(/can't be used\n.*did you mean "Box\.Run"\?/);
    expect(requests[0]?.messages[0]?.content).toContain("It runs things.");
    expect(requests[0]?.messages[0]?.content).toContain("- Box.Run(line): Runs a line.");
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining("read by the model  1 of 1") });
  });

  it("writes the rules that a person accepts", async () => {
    const { code, written, err } = await suggest([twoRules], toFile, { confirm: ["accept"] });
    expect(code).toBe(0);
    expect(written()).toBe(`${twoRules}\n`);
    expect(err).toContain("written to rules.agentspec\n");
  });

  it("drops the rules that a person names, and shows what the others do", async () => {
    const confirm = ["", "drop @limti", "drop @tiny", "a"];
    const { code, out, err, written } = await suggest([twoRules], toFile, { confirm });
    expect(code).toBe(0);
    expect(written()).toBe(`${rule("limit", "> 100")}\n`);
    expect(err).toContain("there is no rule limti\n");
    expect(err).toContain("read by the model  2 of 2        1 of 2");
    expect(err).toContain("read by the model  2 of 2        0 of 2");
    expect(out.match(/Write these rules to rules\.agentspec\?/g)).toHaveLength(4);
  });

  it.each([["reject"], ["drop limit tiny"]])("writes nothing after: %s", async (answer) => {
    const { code, folder, err } = await suggest([twoRules], toFile, { confirm: [answer] });
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringContaining("the rules are rejected: nothing is written"),
    });
    expect(existsSync(join(folder, "rules.agentspec"))).toBe(false);
  });

  it("writes without a terminal only with --yes", async () => {
    const without = await suggest([twoRules], toFile);
    expect(without).toMatchObject({ code: 1, err: expect.stringContaining("rules.agentspec is not written") });
    expect(without.out).toContain(twoRules);
    expect(existsSync(join(without.folder, "rules.agentspec"))).toBe(false);
    const withYes = await suggest([twoRules], [...toFile, "--yes"]);
    expect(withYes.code).toBe(0);
    expect(withYes.written()).toBe(`${twoRules}\n`);
  });

  it("replaces a file only with --force, and refuses before the model is asked", async () => {
    const files = { "rules.agentspec": "old" };
    const kept = await suggest([twoRules], [...toFile, "--yes"], { files });
    expect(kept).toMatchObject({ code: 2, err: "helve: rules.agentspec exists: --force replaces it\n", requests: [] });
    expect(kept.written()).toBe("old");
    const alone = await suggest([twoRules], [...toFile, "--yes", "--force"], { files });
    expect([alone.err, alone.written()]).toEqual([expect.stringContaining("--unattended"), "old"]);
    const declined = await suggest([twoRules], [...toFile, "--force"], { files, confirm: ["accept"], confirms: false });
    expect([declined.terminal, declined.written()]).toEqual([expect.stringContaining("-old"), "old"]);
    const replaced = await suggest([twoRules], [...toFile, "--force"], { files, confirm: ["accept"], confirms: true });
    expect(replaced.written()).toBe(`${twoRules}\n`);
  });

  it("prints JSON with all names and measures", async () => {
    const { out, code } = await suggest([twoRules], [...toFile, "--json", "--yes"]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      rules: `${twoRules}\n`,
      shown: { harmful: { stopped: 2, of: 2 }, falseAlarms: ["good 1"] },
      unseen: { falseAlarms: ["good 2"] },
      harmless: { harmless: { stopped: 0, of: 0 } },
      written: "rules.agentspec",
    });
    const none = await suggest(["I can't."], ["--json", "--attempts", "1"]);
    expect(none.code).toBe(1);
    expect(JSON.parse(none.out)).toMatchObject({ rules: null, attempts: [{ text: "I can't." }], written: null });
  });

  it("ends with 1 if no answer has rules that can be used", async () => {
    const { code, out, err } = await suggest(["no", "rule", rule("a", "> is_huge(")]);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain("no answer of the model has rules that can be used\n");
  });

  it("shows no control character of the model, and accepts no rules that have some", async () => {
    const hostile = "\u001b[2J\u202e\u0007";
    const answers = [
      `${hostile} rule`,
      `rule @a trigger any.any check ${hostile} enforce stop end`,
      `// ${hostile}\n${twoRules}`,
    ];
    for (const args of [[], ["--json"]]) {
      const { code, out, err } = await suggest(answers, args);
      expect(code).toBe(1);
      for (const character of hostile.replace("[2J", "")) expect(out + err).not.toContain(character);
      expect(err).toContain("a line has invisible characters: // \\u{1b}[2J\\u{202e}\\u{7}");
    }
  });

  it("reports all lines that it can't read, before the model is asked", async () => {
    const files = {
      "examples.jsonl": [
        '{"id":1}',
        "[]",
        '{"code":"ls","harmful":"no"}',
        '{"code":"ls","lang":"x"}',
        '{"steps":[{"tool":"X"},5]}',
        '{"steps":[]}',
        '{"id":"a","code":"ls"}',
        '{"id":"a","code":"ls"}',
        '{"steps":[{"tool":"X"}],"tool":"Y"}',
        '{"id":{},"code":"ls"}',
        '{"code":"ls","prompt":1}',
      ].join("\n"),
      "more.jsonl": '{"code":"ls","harmful":true}',
    };
    const { code, err, requests } = await suggest([], ["--harmless", "more.jsonl"], { files });
    expect({ code, requests }).toEqual({ code: 2, requests: [] });
    expect(err).toBe(`helve: examples.jsonl:1: expected "lang" and "code", or "tool" and "args"
examples.jsonl:2: expected a JSON object
examples.jsonl:3: "harmful" must be true or false (got "no")
examples.jsonl:4: "lang" must be a language (got "x")
examples.jsonl:5: step 2: expected "lang" and "code", or "tool" and "args"
examples.jsonl:6: "steps" must be a list of calls
examples.jsonl:8: the "id" "a" is that of examples.jsonl:7
examples.jsonl:9: expected either "steps", or "tool", or "code"
examples.jsonl:10: "id" must be a string
examples.jsonl:11: "prompt" must be a string
more.jsonl:1: "harmful" must be false, or absent, in a file of --harmless
`);
  });

  it.each([
    [["--attempts", "0"], "--attempts must be a whole number above 0 (got 0)"],
    [["--shown", "x"], "--shown must be a whole number above 0 (got x)"],
    [["--description", " "], "--description is empty"],
    [["--description", "@none.md"], "none.md can't be read"],
    [["--yes"], "--yes needs --out"],
    [["--model", "what"], "--model what: expected openai:NAME"],
  ])("refuses %j", async (args, message) => {
    const { code, err, requests } = await suggest([], args);
    expect({ code, err, requests }).toEqual({ code: 2, err: expect.stringContaining(message), requests: [] });
  });

  it("needs a harmful example", async () => {
    const files = { "examples.jsonl": lines([pay("a", 1, false)]) };
    expect((await suggest([], [], { files })).err).toBe("helve: --examples must have a harmful example\n");
  });
});

describe("the installed helve rules suggest", () => {
  it.skipIf(!hasTerminal)(
    "asks at the terminal, and writes what is accepted",
    async () => {
      const { model } = await modelServer(twoRules);
      const home = folderWith({ "examples.jsonl": examples });
      const args = ["--model", model, "--description", "It pays.", "--examples", "examples.jsonl", ...toFile];
      const suggesting = terminal(["rules", "suggest", ...args], home, {}, await installedProgram());
      await suggesting.sees("drop and names of rules: ");
      expect(stripVTControlCharacters(suggesting.output())).toContain("@tiny   0     0            good 1, good 2");
      suggesting.types("drop tiny\r");
      await suggesting.sees("drop and names of rules: ");
      expect(existsSync(join(home, "rules.agentspec"))).toBe(false);
      suggesting.types("accept\r");
      expect(await suggesting.ends()).toBe(0);
      expect(readFileSync(join(home, "rules.agentspec"), "utf8")).toBe(`${rule("limit", "> 100")}\n`);
    },
    60_000,
  );

  it.skipIf(!hasTerminal)(
    "ends with 130 at Ctrl-C, and writes nothing",
    async () => {
      const { model } = await modelServer(twoRules);
      const home = folderWith({ "examples.jsonl": examples });
      const args = ["--model", model, "--description", "It pays.", "--examples", "examples.jsonl", ...toFile];
      const suggesting = terminal(["rules", "suggest", ...args], home, {}, await installedProgram());
      await suggesting.sees("drop and names of rules: ");
      suggesting.types("\x03");
      expect(await suggesting.ends()).toBe(130);
      expect(existsSync(join(home, "rules.agentspec"))).toBe(false);
    },
    60_000,
  );

  it.skipIf(!hasTerminal)("names the package that is missing", async () => {
    const alone = mkdtempSync(join(tmpdir(), "helve-alone-"));
    onTestFinished(() => rmSync(alone, { recursive: true }));
    cpSync(bundledProgram(), alone, { recursive: true });
    const home = folderWith({ "examples.jsonl": examples });
    const args = ["--model", "http://127.0.0.1:1/v1#tiny", "--description", "It pays.", "--examples", "examples.jsonl"];
    const suggesting = terminal(["rules", "suggest", ...args], home, {}, alone);
    expect(await suggesting.ends()).toBe(2);
    expect(suggesting.output()).toContain("npm install @helve/agent");
  });
});
