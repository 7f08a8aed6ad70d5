import { explainRule, formatProgram, parseProgram, readProgram } from "@helve/agentspec";
import { describe, expect, it } from "vitest";

function ruleWith(check: string): string {
  return `rule @r\ntrigger Bank.Transfer\ncheck ${check}\nenforce stop\nend\n`;
}

function issueOf(text: string): string {
  return readProgram(text).issues[0]?.message ?? "no issue";
}

describe("a question about earlier steps", () => {
  it.each([
    "once(Web.Read)",
    "!once(User.Confirm where step.args.to == args.to & step.result == true)",
    "once(Web.Read since Session.Clear)",
    "once(Web.Read | Gmail.Read* where step.at > now - 1h since Session.Clear within 10 steps)",
    "count(Bank.Transfer within 1h) >= 3",
    "sum(step.args.amount of Bank.Transfer within 24h) + args.amount > 1000",
    'last(Tests.Run).status != "success" | once(Files.Write since Tests.Run)',
    'last(Web.Read).result.items[0]["a b"]? == 1',
    "args.to from Web.any | !(args.to only from prompt)",
    "args.to only from (prompt, Contacts.any, trusted)",
    'every(args.to, ends_with "@corp.com")',
    "some(args.to, in state.blocked)",
    'args.subject contains "urgent" ignoring case',
    'args.cc? == "x"',
    "(args.a + 1) * 2 - 3 > args.b * 2",
    "args.a - (args.b - 1) > 0",
    'once("My Kit"."a tool")',
  ])("is written as it was read: %s", (check) => {
    const text = ruleWith(check);
    expect(formatProgram(text)).toBe(text);
  });

  it("reads the beginning of a tool's name without its toolkit", () => {
    const [rule] = parseProgram("rule @r trigger Del* check once(Del* | A.b) enforce stop end").rules;
    expect(rule?.trigger.patterns[0]).toMatchObject({ toolkit: "any", tool: "Del*" });
  });

  it("keeps the meaning of predicates that have the name of one", () => {
    for (const check of [
      "once(args.x)",
      "count(args.n)",
      "every(args.x)",
      "some(args.x, args.y)",
      "sum(args.of)",
      "from",
      "last",
    ]) {
      const { check: read } = parseProgram(ruleWith(check)).rules[0] ?? {};
      expect(read?.operands[0]?.type, check).toBe("predicate");
    }
    expect(parseProgram(ruleWith("a from b")).rules[0]?.check.operands).toHaveLength(3);
  });

  it.each([
    ["once(Web.Read within 1 hour)", 'expected a number of steps or a duration, such as 10 steps or 1h (got "1 hour")'],
    ["once(Web.Read within 0 steps)", 'expected a whole number of at least 1 (got "0")'],
    [
      "once(A.b since C.d where step.at > 1)",
      'expected where, since and within in this order, each at most once (got "where")',
    ],
    ["once(Gmail.*)", 'expected any, or the beginning of a name directly before *, as in Gmail.Delete* (got "*")'],
    ["args.to from", "a value alone is not a condition: expected a comparison, such as == or contains, after it"],
    [
      "step.args.x == 1",
      "step is the earlier step for which a condition is evaluated: expected step only in where and sum, as in once(Web.Read where step.args.url == args.url)",
    ],
    ['user == "x"', "user alone has no meaning: expected prompt, args.user or state.user"],
    ["1? == 2", "a value alone is not a condition: expected a comparison, such as == or contains, after it"],
  ])("%s is an error: %s", (check, message) => {
    expect(issueOf(ruleWith(check))).toBe(message);
  });

  it("offers the duration that was meant as a quick fix", () => {
    const [issue] = readProgram(ruleWith("once(Web.Read within 5 minutes)")).issues;
    expect(issue?.quickFix?.text).toBe("5m");
  });
});

describe("what stands before the rules", () => {
  const header = "trust prompt, Contacts.any\nuntrusted Web.any, Gmail.Read";

  it("are the sources that are trusted, and names for all rules", () => {
    const text = `default deny\n${header}\n\nlet blocked = ["a@x", "b@x"]\n\n${ruleWith("some(args.to, in blocked)")}`;
    expect(formatProgram(text)).toBe(text);
  });

  it.each([
    ["trust prompt\nuntrusted prompt", "prompt is both in trust and in untrusted: remove it from one of them"],
    ["trust untrusted", 'expected prompt or a tool, such as Contacts.any (got "untrusted")'],
    [
      "let x = invoke_action(A.b, {})",
      "let x before the rules can't invoke an action: write it in the rule that needs it",
    ],
  ])("%s is an error: %s", (lines, message) => {
    expect(issueOf(`${lines}\n${ruleWith("p")}`)).toBe(message);
  });

  it("can't have the name of a rule's own binding", () => {
    const text = "let x = 1\nrule @r trigger A.b let x = 2 check x == 1 enforce stop end";
    expect(issueOf(text)).toBe('"x" is already defined: choose another name');
  });
});

describe("an explanation", () => {
  const rule = (check: string) => parseProgram(ruleWith(check)).rules[0];

  it.each([
    [
      "once(Web.Read since Session.Clear)",
      "there was an earlier step of Web.Read since the last step of Session.Clear",
    ],
    ["!once(Web.Read)", "there was no earlier step of Web.Read"],
    [
      "count(Bank.Transfer within 1h) >= 3",
      "the number of earlier steps of Bank.Transfer in the last hour is at least 3",
    ],
    ["(args.a + 1) * 2 > 3", "(its argument `a` + 1) * 2 is more than 3"],
    ['!every(args.to, ends_with "x")', 'an item of its argument `to` does not end with "x"'],
    ["!some(args.to, in state.known)", "no item of its argument `to` is in `known` of the state"],
    ["args.to from Web.any", "a part of its argument `to` comes from any tool of Web"],
    [
      "!(args.to only from (prompt, trusted))",
      "not every part of its argument `to` comes from what the user asked for or a trusted source",
    ],
    ['args.s == "x" ignoring case', 'its argument `s` is "x" (in upper or lower case)'],
  ])("says for %s: %s", (check, text) => {
    const read = rule(check);
    expect(read && explainRule(read)).toBe(
      `When the agent is about to run Bank.Transfer and ${text}, stop the action.`,
    );
  });

  it("says it in Chinese", () => {
    const read = rule("once(Web.Read within 10 steps)");
    expect(read && explainRule(read, { locale: "zh" })).toContain("此前有过最近 10 步内 Web.Read 的步骤");
  });
});

it("a let that an invalid rule leaves behind is not shared with the rules before it", () => {
  const valid = "rule @a trigger X let most = 1 check p(most) enforce stop end";
  const { partialProgram } = readProgram(`${valid}\nrule @b high\nlet most = 10 check p enforce stop end`);
  expect(partialProgram.rules.map(({ name }) => name)).toEqual(["a"]);
  expect(partialProgram.bindings).toBeUndefined();
});
