import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderWith, helve } from "./helve.ts";

const good = "rule @r\ntrigger Gmail.SendEmail\ncheck is_destructive\nenforce stop\nend\n";
const misspelled = "rule @r\ntrigger any.any\ncheck is_destructiv\nenforce stop\nend\n";

describe("helve check", () => {
  it("is fine without problems", async () => {
    const { code, out } = await helve(["check"], folderWith({ "helve/rules.agentspec": good, "x.agentspec": "rule" }));
    expect([code, out]).toEqual([0, "1 file, 0 errors, 0 warnings\n"]);
  });

  it("shows each problem in the text", async () => {
    const { code, out } = await helve(["check", "."], folderWith({ "a.agentspec": misspelled }));
    expect(code).toBe(1);
    expect(out).toBe(`a.agentspec:3:7 error unknown_predicate
  there is no predicate "is_destructiv": did you mean "is_destructive"?
  3 | check is_destructiv
    |       ^^^^^^^^^^^^^
  fix: Write "is_destructive"

1 file, 1 error, 0 warnings
`);
  });

  it("hints at names close to those of known agents, without a finding", async () => {
    const rules = (trigger: string, argument: string) =>
      `rule @r trigger ${trigger} check args.${argument} contains "x" enforce stop end`;
    const check = async (text: string) => {
      const { code, out } = await helve(["check", "r.agentspec"], folderWith({ "r.agentspec": text }));
      return [code, ...out.split("\n").filter((line) => line.includes("did you mean"))];
    };
    expect(await check(rules("Bahs", "command"))).toEqual([
      0,
      '  no known agent has a tool "Bahs" (did you mean "Bash"?)',
    ]);
    expect(await check(rules("Bash", "comand"))).toEqual([
      0,
      '  Bash: no argument "comand" is known (did you mean "command"?)',
    ]);
    expect(await check(rules("Bash | Run_my_own", "comand"))).toEqual([0]);
    expect(await check(rules("Weather.Bahs", "comand"))).toEqual([0]);
  });

  it("compares rules with the tools that a module exports", async () => {
    const tools = '[{ name: "Weather", tools: [{ name: "set_home", parameters: { type: "object" } }] }]';
    const folder = folderWith({
      "r.agentspec": "rule @r trigger Weather.set_hom check enforce stop end",
      "tools.mjs": `export const tools = ${tools};\nexport const none = 3;\n`,
    });
    const check = (source: string) => helve(["check", "r.agentspec", "--tools", source], folder);
    expect((await check("./tools.mjs#tools")).out).toMatch(/did you mean "(?:Weather\.)?set_home"/);
    expect((await check("./tools.mjs#none")).err).toContain("expected a tool, a toolkit, or a list of them");
  });

  it("names each change that --fix makes", async () => {
    const folder = folderWith({ "a.agentspec": misspelled });
    const { err } = await helve(["check", "a.agentspec", "--fix"], folder);
    expect(err).toMatch(/^fixed: a\.agentspec:3: there is no predicate "is_destructiv".*: Write "is_destructive"\n$/);
  });

  it("shows the part of a long line around the problem", async () => {
    const line = `{ "trustedHosts": [${'"x.io", '.repeat(1000)}5, ${'"x.io", '.repeat(1000)}"x.io"] }`;
    const { out } = await helve(["check", "a.policy.json"], folderWith({ "a.policy.json": line }));
    const [, , shown = "", carets = ""] = out.split("\n");
    expect(shown).toMatch(/^ {2}1 \| ….*…$/);
    expect(shown.length).toBeLessThan(180);
    expect(shown.slice(carets.indexOf("^"), carets.length)).toBe("5");
  });

  it("applies quick fixes", async () => {
    const folder = folderWith({ "a.agentspec": misspelled });
    expect((await helve(["check", "a.agentspec", "--fix"], folder)).code).toBe(0);
    expect(readFileSync(join(folder, "a.agentspec"), "utf8")).toBe(misspelled.replace("tiv\n", "tive\n"));
  });

  it("checks policies, OpenTool documents and rules against tools", async () => {
    const folder = folderWith({
      "policy.json": '{"trustedHost": ["x.io"]}',
      "tools.json":
        '{"opentool": "1.0.0", "info": {"title": "Gmail", "version": "1"}, "functions": [{"name": "Send", "description": "", "parameters": []}]}',
      "a.agentspec": good,
    });
    const { out } = await helve(["check", "policy.json", "a.agentspec", "--tools", "tools.json"], folder);
    expect(out).toContain('did you mean "trustedHosts"?');
    expect(out).toContain("a.agentspec:2:9 error unknown_tool");
    expect((await helve(["check", "tools.json"], folder)).code).toBe(0);
  });

  it("shows where a policy is no JSON, and where a member is wrong", async () => {
    const folder = folderWith({
      "syntax.policy.json": '{\n  "trustedHosts": ["x.io",\n  "home": "/"\n}\n',
      "members.policy.json": '{\n  "trustedHosts": ["x.io", 5],\n  "trustedHost": []\n}\n',
    });
    const { out } = await helve(["check", "syntax.policy.json", "members.policy.json"], folder);
    expect(out).toBe(`syntax.policy.json:3:9 error json
  not JSON: expected "," or "]" (got ":")
  3 |   "home": "/"
    |         ^

members.policy.json:2:28 error type
  trustedHosts[1] must be a host such as "x.org", "*.x.org" or "x.org:8080" (got 5)
  2 |   "trustedHosts": ["x.io", 5],
    |                            ^

members.policy.json:3:3 error unknown_member
  trustedHost is not a member of a policy (did you mean "trustedHosts"?)
  3 |   "trustedHost": []
    |   ^^^^^^^^^^^^^

2 files, 3 errors, 0 warnings
`);
  });

  it("reports a policy that is nested deeply", async () => {
    const folder = folderWith({ "a.policy.json": `{"traits": ${"[".repeat(20_000)}${"]".repeat(20_000)}}` });
    const { code, out } = await helve(["check", "a.policy.json"], folder);
    expect(out).toContain("traits must be an object (got a list)");
    expect(code).toBe(1);
  });

  it("says if there is nothing to check", async () => {
    const folder = folderWith({ "docs/a.md": "", "d[1]/a.agentspec": good });
    const refusal = async (...args: readonly string[]) => (await helve(args, folder)).err;
    expect(await refusal("check", "docs")).toContain("there is no file **/{*.agentspec,");
    expect(await refusal("check", "")).toBe('helve: there is no file ""\n');
    expect(await refusal("fmt", "")).toBe('helve: there is no file ""\n');
    expect(await refusal("check", "do*")).toBe("helve: there is no file do*\n");
    expect((await helve(["check", "d[1]"], folder)).out).toBe("1 file, 0 errors, 0 warnings\n");
  });

  it("does not fix standard input", async () => {
    const { code, err } = await helve(["check", "-", "--fix"], "/", misspelled);
    expect(err).toContain("--fix changes files: standard input can't be changed");
    expect(code).toBe(2);
  });

  it("reads files that begin with a byte order mark", async () => {
    const folder = folderWith({
      "a.policy.json": '\uFEFF{ "trustedHosts": ["x.io"] }',
      "a.opentool.json": '\uFEFF{"opentool":"1.0.0","info":{"title":"A","version":"1"},"functions":[]}',
    });
    expect((await helve(["check"], folder)).code).toBe(0);
    expect((await helve(["try", "ls", "--policy", "a.policy.json"], folder)).code).toBe(0);
    expect((await helve(["opentool", "convert", "a.opentool.json", "--to", "opentool"], folder)).code).toBe(0);
  });

  it("checks the policy of a folder with rules, and no policy.json of something else", async () => {
    const rules = "rule @a\ntrigger any\ncheck\nenforce stop\nend\n";
    const folder = folderWith({ "helve/rules.agentspec": rules, "helve/policy.json": '{ "tols": {} }' });
    expect(await helve(["check"], folder)).toMatchObject({
      code: 1,
      out: expect.stringContaining("helve/policy.json"),
    });
    const other = folderWith({ "rules/a.agentspec": rules, "iam/policy.json": '{ "Version": "2012-10-17" }' });
    expect(await helve(["check"], other)).toMatchObject({ code: 0 });
    expect(await helve(["check", "iam/policy.json"], other)).toMatchObject({ code: 1 });
  });

  it("prints JSON, SARIF and annotations", async () => {
    const folder = folderWith({ "a b.agentspec": misspelled });
    const json = JSON.parse((await helve(["check", "a b.agentspec", "--json"], folder)).out);
    expect(json[0].issues[0].code).toBe("unknown_predicate");
    const sarif = JSON.parse((await helve(["check", "a b.agentspec", "--format", "sarif"], folder)).out);
    expect(sarif.runs[0].results[0]).toMatchObject({
      ruleId: "unknown_predicate",
      level: "error",
      locations: [
        {
          physicalLocation: { artifactLocation: { uri: "a%20b.agentspec" }, region: { startLine: 3, startColumn: 7 } },
        },
      ],
    });
    const { out } = await helve(["check", "a b.agentspec", "--format", "github"], folder);
    expect(out).toMatch(
      /^::error file=a b.agentspec,line=3,col=7,endLine=3,endColumn=20,title=unknown_predicate::there is no/,
    );
  });
});

describe("helve fmt", () => {
  const loose = "rule r trigger Gmail.SendEmail enforce stop end";
  const canonical = "rule @r\ntrigger Gmail.SendEmail\ncheck\nenforce stop\nend\n";

  it("writes files in the canonical form, and only says so with --check", async () => {
    const folder = folderWith({ "a.agentspec": loose, "b.agentspec": canonical });
    expect(await helve(["fmt", "--check"], folder)).toMatchObject({
      code: 1,
      out: "not formatted: a.agentspec\n",
      err: "",
    });
    expect((await helve(["fmt"], folder)).out).toBe("formatted: a.agentspec\n");
    expect(readFileSync(join(folder, "a.agentspec"), "utf8")).toBe(canonical);
    expect((await helve(["fmt", "--check"], folder)).code).toBe(0);
  });

  it("formats standard input", async () => {
    expect((await helve(["fmt", "-"], "/", loose)).out).toBe(canonical);
  });

  it("leaves files with mistakes as they are", async () => {
    const folder = folderWith({ "a.agentspec": "rule" });
    expect((await helve(["fmt"], folder)).err).toContain("a.agentspec:1:5: expected");
    expect(readFileSync(join(folder, "a.agentspec"), "utf8")).toBe("rule");
  });
});

describe("helve explain", () => {
  it("explains what is read from a request, as text and as JSON", async () => {
    const request = "Pay the power bill, at most 90 euros, and tell Ann, but don't cancel it. Do what her mail says.";
    expect((await helve(["explain", "--request", request], ".")).out).toBe(
      [
        "asked for:",
        '  pay: "Pay the power bill, at most 90 euros"',
        '  message: "tell Ann"',
        "not asked for:",
        '  cancel: "cancel it"',
        "left open:",
        '  do: "Do what her mail says"',
        "people and names: Ann",
        "amounts: 90 euros",
        "limits: at most 90 euros",
        "",
      ].join("\n"),
    );
    const { out } = await helve(["explain", "--request", request, "--json"], ".");
    expect(JSON.parse(out)).toMatchObject({ acts: [{ verb: "pay", status: "asked" }, {}, {}, {}], people: ["Ann"] });
    expect((await helve(["explain", "--request", "Thanks!"], ".")).out).toBe("nothing is asked for\n");
    expect((await helve(["explain", "--request", " "], ".")).err).toContain("the request is empty");
  });

  it("explains files, as check and test read them", async () => {
    const folder = folderWith({ "a.agentspec": good, "b.agentspec": good.replace("@r", "@other") });
    const { out } = await helve(["explain", "a.agentspec", "b.agentspec"], folder);
    expect(out).toMatch(/@r: .*\n.*@other: /s);
    expect((await helve(["explain", "a.agentspec", "--preset", "strict"], folder)).err).toContain("not both");
  });

  it("explains one rule, or all, in two languages", async () => {
    const folder = folderWith({ "helve/rules.agentspec": good });
    expect((await helve(["explain", "--rule", "@r"], folder)).out).toContain(
      "When the agent is about to run Gmail.SendEmail",
    );
    expect((await helve(["explain", "--lang", "zh"], folder)).out).toContain("当智能体");
    expect(JSON.parse((await helve(["explain", "--rule", "r", "--json"], folder)).out)[0].rule).toBe("r");
  });

  it("says what the ready predicates ask, and those of a module that have phrases", async () => {
    const rules = "rule @r trigger Pay check is_odd(args.n) is_destructive is_even enforce stop end";
    const predicates = 'export const own = () => [{ name: "is_odd", phrase: { en: "{0} is an odd number" } }];\n';
    const folder = folderWith({ "rules.agentspec": rules, "predicates.mjs": `${predicates}export const none = 3;\n` });
    const explain = (name: string) =>
      helve(["explain", "rules.agentspec", "--predicates", `./predicates.mjs#${name}`], folder);
    expect((await explain("own")).out).toBe(
      "@r: When the agent is about to run Pay and its argument `n` is an odd number and it deletes or destroys files, disks or committed work and `is_even` holds, stop the action.\n",
    );
    expect(await explain("none")).toMatchObject({
      code: 2,
      err: expect.stringContaining("--predicates ./predicates.mjs#none: expected a list of predicates"),
    });
  });
});

describe("the rules of the project", () => {
  it("are named by their path from the directory", async () => {
    const folder = folderWith({ "helve/rules.agentspec": good, "src/main.js": "" });
    expect((await helve(["try", "ls"], folder)).out).toMatch(/^allowed by helve\/rules\.agentspec$/m);
    const invalid = folderWith({ "helve/rules.agentspec": "rule", "src/main.js": "" });
    expect((await helve(["explain"], join(invalid, "src"))).err).toContain(
      "helve: ../helve/rules.agentspec:1:5: expected",
    );
  });
});

describe("helve test", () => {
  it("prints JSON with coverage and mutations while it watches, too", async () => {
    const rules = 'rule @no_rm trigger Bash check args.command == "rm" enforce stop end';
    const tests = 'test "rm" when Bash({"command": "rm"}) expect stop by @no_rm end';
    const folder = folderWith({ "rules.agentspec": `${rules}\n${tests}\n` });
    const controller = new AbortController();
    const onOut = (): void => controller.abort();
    const { signal } = controller;
    const args = ["test", "rules.agentspec", "--watch", "--mutate", "--json"];
    const { code, out } = await helve(args, folder, "", { signal, onOut });
    expect(JSON.parse(out)).toMatchObject({ file: "rules.agentspec", passed: 1, total: expect.any(Number) });
    expect(code).toBe(130);
  });

  const tests = 'test "a mail" when Gmail.SendEmail({"to": "eve@evil.example"}) expect stop by @r end\n';
  const rules = "rule @r trigger Gmail.SendEmail check has_external_receiver enforce stop end\n";

  it("runs the tests beside the rules once, with the policy beside them", async () => {
    const folder = folderWith({
      "helve/rules.agentspec": rules,
      "helve/rules.test.agentspec": tests,
      "helve/policy.json": '{"contacts": ["bob@home.example"]}',
    });
    expect(await helve(["test"], folder)).toMatchObject({
      code: 0,
      out: "helve/rules.agentspec\n  1 passed, 0 failed\n",
      err: "",
    });
  });

  it("reads the code in calls of the tools that helve try makes of languages", async () => {
    const rule = "rule @no_deletion trigger any check alters_database enforce stop end\n";
    const test = `test "a table" when Database.Query({"sql": "DROP TABLE users"}) expect stop by @no_deletion end\n`;
    const folder = folderWith({ "a.agentspec": rule + test });
    expect(await helve(["test", "a.agentspec"], folder)).toMatchObject({ code: 0, err: "" });
    expect((await helve(["try", "--rules", "a.agentspec", "--lang", "sql", "DROP TABLE users"], folder)).code).toBe(1);
  });

  it("names the file that it can't read", async () => {
    const folder = folderWith({ "helve/rules.agentspec": "rule" });
    expect(await helve(["test"], folder)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/helve\/rules\.agentspec:1:/),
    });
  });

  it("reports failures, coverage and mutations", async () => {
    const folder = folderWith({
      "a.agentspec": rules + tests.replace("stop by", "allow by"),
      "b.agentspec": rules + tests,
      "policy.json": '{"contacts": ["bob@home.example"]}',
    });
    const failed = await helve(["test", "a.agentspec"], folder);
    expect(failed.code).toBe(1);
    expect(failed.out).toContain("✗ a mail (a.agentspec:2:1)");
    expect((await helve(["test", "b.agentspec", "--coverage"], folder)).out).toContain("is always violated");
    expect((await helve(["test", "b.agentspec", "--mutate"], folder)).out).toContain(
      "survived: @r: dropped has_external_receiver",
    );
    const json = JSON.parse((await helve(["test", "a.agentspec", "--json"], folder)).out);
    expect(json).toMatchObject({ file: "a.agentspec", passed: 0, failed: 1, failures: [{ test: "a mail" }] });
  });
});
