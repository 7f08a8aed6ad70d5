import { type Catalogue, diagnose, parseProgram } from "@helve/agentspec";
import { describe, expect, it } from "vitest";

const closed = { type: "object", additionalProperties: false } as const;
const host: Catalogue = {
  tools: [
    {
      name: "Bank.Pay",
      parameters: {
        ...closed,
        properties: {
          amount: { type: "number" },
          to: { type: "string" },
          tags: { type: "array", items: { type: "string" } },
          kind: { enum: ["Once", "monthly"] },
        },
      },
    },
    { name: "Web.Read", parameters: { ...closed, properties: { url: { type: "string" } } } },
    { name: "Web.ReadAll", parameters: { ...closed, properties: { urls: { type: "array" } } } },
    { name: "Open.Query", parameters: { type: "object", properties: { page: { type: "integer" } } } },
  ],
  predicates: [{ name: "is_big" }, { name: "p", parameters: [] }],
};

/** The issues of a text, one line each: the code, the text in its range, and the text of the quick fix. */
function issueLines(text: string): readonly string[] {
  return diagnose(text, host).map(({ code, range, quickFix: fix }) => {
    const at = text.slice(range?.start.offset, range?.end.offset);
    return `${code}: ${at}${fix === undefined ? "" : ` → ${fix.text}`}`;
  });
}

/** The issues of a rule with a check. */
function inCheck(check: string, trigger = "Bank.Pay"): readonly string[] {
  return issueLines(`rule @r trigger ${trigger} check ${check} enforce user_inspection end`);
}

describe("questions about earlier steps", () => {
  it.each([
    ["once(Web.Raed)", ["unknown_tool: Web.Raed → Web.Read"]],
    ["once(Web.Read since Wbe.any)", ["unknown_toolkit: Wbe.any → Web.any"]],
    ["count(Web.Write*) > 3", ["unknown_tool: Web.Write*"]],
    ["args.to from (prompt, Web.Get)", ["unknown_tool: Web.Get"]],
    ["once(Web.Read where step.args.ulr == args.to)", ["unknown_argument: step.args.ulr → step.args.url"]],
    ["once(Web.Read* where step.args.amount == 1)", ["unknown_argument: step.args.amount"]],
    ["sum(step.args.amout of Bank.Pay) > 3", ["unknown_argument: step.args.amout → step.args.amount"]],
    ['last(Web.Read).args.body == "x"', ["unknown_argument: last(Web.Read).args.body"]],
    ["once(Web.Read where step.output == args.to)", ["unknown_step_part: step.output → step.result"]],
    ['last(Web.Read).state == "x"', ["unknown_step_part: last(Web.Read).state"]],
    ['last(Web.Read).status == "sucess"', ['unknown_status: "sucess" → "success"']],
    ['once(Web.Read where step.status in ["failed", "error"])', ['unknown_status: "error" → "failed"']],
    ["once(Web.Read within 0s)", ["empty_window: 0s"]],
    ["count(Web.Read) >= 0", ["always_true: count(Web.Read) >= 0"]],
    ["count(Web.Read within 1h) < 0", ["always_false: count(Web.Read within 1h) < 0"]],
    ["0 > count(Web.Read)", ["always_false: 0 > count(Web.Read)"]],
    ['count(Web.Read) > "3"', ['not_a_number: "3" → 3']],
    ["sum(step.args.to of Bank.Pay) > 3", ["not_a_number: step.args.to"]],
    ['args.amount + "5" > 10', ['not_a_number: "5" → 5']],
    ["args.to * 2 > 10", ["not_a_number: args.to"]],
    ["once(Web.Read) !once(Web.Read)", ["contradiction: !once(Web.Read)"]],
    ["count(Web.Read) > 3 count(Web.Read) < 2", ["never_fires: count(Web.Read) < 2"]],
    ["args.to from prompt !(args.to from prompt)", ["contradiction: !(args.to from prompt)"]],
    ['every(args.to, == "x")', ["not_a_list: args.to"]],
    ['some(args.tags, matches "(")', ['invalid_regex: "("']],
  ])("check %s", (check, expected) => {
    expect(inCheck(check)).toEqual(expected);
  });

  it.each([
    "once(Web.Read* where step.args.urls == args.tags | step.args.url == args.to since Bank.any within 10 steps)",
    "count(Web.Read within 1h) >= 1",
    "sum(step.args.amount of Bank.Pay within 24h) + args.amount > 1000",
    'last(Web.Read).status != "success"',
    'last(Web.Read).result.title? == "x"',
    "once(Web.Read) !once(Web.Read since Bank.Pay)",
    'every(args.tags, starts_with "a" ignoring case)',
    "now - last(Web.Read).at > 30m",
    "args.to only from (prompt, Web.Read*)",
    "once(Open.Query where step.args.other == args.to)",
  ])("accepts %s", (check) => {
    expect(inCheck(check)).toEqual([]);
  });

  it("reports unknown tools among the trusted and untrusted sources", () => {
    const rule = "rule @r trigger Bank.Pay check args.to from untrusted enforce stop end";
    expect(issueLines(`trust prompt, Bank.any\nuntrusted Wbe.any, Web.Raed\n${rule}`)).toEqual([
      "unknown_toolkit: Wbe.any → Web.any",
      "unknown_tool: Web.Raed → Web.Read",
    ]);
  });

  it("infers the arguments of the tools that a trigger with * matches", () => {
    expect(inCheck('args.ulr == "x"', "Web.Read*")).toEqual(["unknown_argument: args.ulr → args.url"]);
    expect(inCheck("p", "Web.Get*")).toEqual(["unknown_tool: Web.Get*"]);
    expect(inCheck("p", "Run")).toEqual(["unknown_tool: Run"]);
  });
});

describe("names that have no value", () => {
  it.each([
    ["Bank.Pay", 'observation contains "x"', ["misplaced_name: observation"]],
    ["Bank.Pay", "before.open == after.open", ["misplaced_name: before.open", "misplaced_name: after.open"]],
    ["after_action Bank.Pay", "before.open == 1", ["misplaced_name: before.open"]],
    ["state_change", "args.amount > 3", ["misplaced_name: args.amount"]],
    ["agent_finish", "is_big(args.to)", ["misplaced_name: args.to"]],
    ["after_action Bank.Pay", 'observation contains "x"', []],
    ["state_change", "before.open != after.open", []],
    ["Bank.Pay", "now > 3 | args.amount > 3", []],
  ])("trigger %s check %s", (trigger, check, expected) => {
    expect(inCheck(check, trigger)).toEqual(expected);
  });

  it("reports them in messages and in the shared bindings that a rule uses", () => {
    expect(issueLines(`rule @r trigger agent_finish check p enforce stop("sent to \${args.to}") end`)).toEqual([
      `misplaced_name: \${args.to}`,
    ]);
    const shared = "let limit = args.amount\nlet twice = limit\n";
    expect(issueLines(`${shared}rule @r trigger agent_finish check state.n > twice enforce stop end`)).toEqual([
      "misplaced_name: twice",
    ]);
  });

  it("reports step outside of a question about earlier steps in a syntax tree, which no parser checked", () => {
    const program = parseProgram("rule @r trigger Bank.Pay check state.args.to == 1 enforce stop end");
    const tree = JSON.parse(JSON.stringify(program).replace('"root":"state"', '"root":"step"'));
    expect(diagnose(tree, host).map(({ code }) => code)).toEqual(["misplaced_name"]);
  });

  it("reports a name alone that no tool has as an argument, also if the schema allows other arguments", () => {
    expect(inCheck("is_big(size)", "Open.Query")).toContain("unknown_argument: size");
    expect(inCheck("is_big(args.size)", "Open.Query")).toEqual([]);
  });
});

describe("values that are used for something else", () => {
  it.each([
    ["is_big == true", "compared_predicate: is_big == true → is_big"],
    ["is_big != true", "compared_predicate: is_big != true → !is_big"],
    ["args.is_big == false", "compared_predicate: args.is_big == false → !is_big"],
    ["is_big > 3", "compared_predicate: is_big > 3"],
    ['is_big("args.to")', 'quoted_reference: "args.to" → args.to'],
    ['args.to == "args.from"', 'quoted_reference: "args.from" → args.from'],
  ])("check %s", (check, expected) => {
    expect(inCheck(check)).toEqual([expected]);
  });

  it("reports shared bindings that no rule uses, directly or by another binding", () => {
    const rule = "rule @r trigger Bank.Pay check args.amount > twice enforce stop end";
    expect(issueLines(`let limit = 10\nlet twice = limit\nlet other = 3\n${rule}`)).toEqual([
      "unused_binding: let other = 3",
    ]);
    expect(issueLines(`let limit = 10\n${rule.replace("twice", "limit (")}`).join()).not.toContain("unused_binding");
  });
});

describe("comparisons with the same result for every action", () => {
  it.each([
    ['args.kind? != "weekly"', []],
    ['args.amount? > "x"', []],
    ['args.kind? == "weekly"', ['always_false: args.kind? == "weekly"']],
    ['args.kind == "once" ignoring case', []],
    ['args.kind in ["once", "MONTHLY"] ignoring case', []],
    ['args.kind == "weekly" ignoring case', ['always_false: args.kind == "weekly" ignoring case']],
    ['"A" == "a" ignoring case', ['always_true: "A" == "a" ignoring case']],
  ])("check %s", (check, expected) => {
    expect(inCheck(check)).toEqual(expected);
  });
});

describe("conditions that are compared", () => {
  it("are not contradictory if one ignores upper and lower case", () => {
    expect(inCheck('args.to == "a" args.to == "A" ignoring case')).toEqual([]);
  });

  it("are not the negation of each other if a value is optional, also through a binding", () => {
    expect(inCheck('args.to? == "x" | args.to? != "x"')).toEqual([]);
    const rule = 'check c == "x" | c != "x" enforce stop end';
    expect(issueLines(`rule @r trigger Bank.Pay let c = args.to? ${rule}`)).toEqual([]);
    expect(issueLines(`let c = args.to? rule @r trigger Bank.Pay ${rule}`)).toEqual([]);
  });

  it.each([
    "some(args.tags, in blocked)",
    "args.to == blocked ignoring case",
    "args.amount + blocked > 5",
    "once(Bank.Pay where step.args.to == blocked)",
    "count(Bank.Pay where step.args.to == blocked) > 5",
  ])("make different rules with different bindings: %s", (check) => {
    const rule = (name: string, value: string) =>
      `rule @${name} trigger Bank.Pay let blocked = ${value} check ${check} enforce stop end`;
    expect(issueLines(`${rule("a", "state.a")} ${rule("b", "state.b")}`)).toEqual([]);
  });
});
