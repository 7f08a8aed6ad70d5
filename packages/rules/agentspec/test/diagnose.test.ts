import { type Catalogue, diagnose, parseProgram, parseProgramJson, toolsFromDocuments } from "@helve/agentspec";
import { formatIssue } from "@helve/core";
import { describe, expect, it } from "vitest";

const closed = { type: "object", additionalProperties: false } as const;
const pay = {
  ...closed,
  properties: {
    amount: { type: "number", minimum: 0, exclusiveMaximum: 1000 },
    to: { $ref: "#/$defs/account" },
    notes: { type: "array", items: { type: "string" } },
    kind: { enum: ["once", "monthly"] },
    memo: { type: ["string", "null"] },
    anything: {},
    urgent: { type: "boolean" },
  },
  required: ["amount", "to"],
  $defs: { account: { ...closed, properties: { iban: { type: "string" }, name: { type: "string" } } } },
} as const;
const host: Catalogue = {
  tools: [
    { name: "Bank.Pay", parameters: pay },
    { name: "Bank.List", parameters: { type: "object", properties: { page: { type: "integer" } } } },
    { name: "Shop.Pay", parameters: { ...closed, properties: { amount: { type: "string" } } } },
    { name: "Clock.Now", parameters: { ...closed }, returns: { type: "string" } },
    { name: "search", parameters: { type: "object", properties: { "user query": { type: "string" } } } },
  ],
  predicates: [
    { name: "p", parameters: [] },
    { name: "q" },
    { name: "is_big", parameters: [{ name: "size", schema: { type: "number" } }] },
    { name: "among", parameters: [{ name: "what" }, { name: "all", schema: { type: "string" }, rest: true }] },
    { name: "maybe", parameters: [{ name: "what", required: false }] },
  ],
  enforcements: [{ name: "follow_dist" }, { name: "plan:Speed" }],
};

/** The issues of a text, one line each: the code, the text in its range, and the text of the quick fix. */
function issueLines(text: string, catalogue: Catalogue = host): readonly string[] {
  return diagnose(text, catalogue).map(({ code, range, quickFix: fix }) => {
    const at = text.slice(range?.start.offset, range?.end.offset);
    return `${code}: ${at}${fix === undefined ? "" : ` → ${fix.text}`}`;
  });
}

/** The issues of a rule with a check. */
function inCheck(check: string, trigger = "Bank.Pay"): readonly string[] {
  return issueLines(`rule @r trigger ${trigger} check ${check} enforce user_inspection end`);
}

it("a tool without a toolkit is addressed by its method, too", () => {
  expect(inCheck("p", "search.run | search.any | search")).toEqual([]);
  expect(inEnforce('invoke_action(search.run, {"user query": "x"})')).toEqual([]);
  expect(inCheck("p", "search.walk")).toEqual(["unknown_tool: search.walk"]);
});

/** The issues of a rule with enforcements. */
function inEnforce(enforce: string, trigger = "Bank.Pay"): readonly string[] {
  return issueLines(`rule @r trigger ${trigger} check p enforce ${enforce} end`);
}

/** The issues of several rules, each with a trigger, a check and enforcements. */
function inRules(...rules: readonly (readonly [trigger: string, check: string, enforce: string])[]): readonly string[] {
  const text = rules.map(([on, check, then], n) => `rule @r${n} trigger ${on} check ${check} enforce ${then} end`);
  return diagnose(`default deny\n${text.join("\n")}`).map(({ code, range }) => `${code} ${range?.start.line}`);
}

describe("names of the host", () => {
  it.each([
    ["Bnak.Pay", ["unknown_toolkit: Bnak.Pay → Bank.Pay"]],
    ["Bnak.Sell", ["unknown_toolkit: Bnak.Sell"]],
    ["Bnak.any", ["unknown_toolkit: Bnak.any → Bank.any"]],
    ["Bank.Pya", ["unknown_tool: Bank.Pya → Bank.Pay"]],
    ["Bank.Now", ["unknown_tool: Bank.Now → Clock.Now"]],
    ["Lits", ["unknown_tool: Lits → List"]],
    ["Bank", ["unknown_tool: Bank → Bank.any"]],
    ['"Bank.Pya" | Shop.Pay', ['unknown_tool: "Bank.Pya" → Bank.Pay']],
    ["after_action Bank.Pya", ["unknown_tool: Bank.Pya → Bank.Pay"]],
    ["any.Xyzzy", ["unknown_tool: any.Xyzzy"]],
  ])("reports unknown names in trigger %s", (trigger, expected) => {
    expect(inCheck("p", trigger)).toEqual(expected);
  });

  it.each([
    "Bank.Pay",
    "any",
    "any.any",
    "Bank.any",
    "Pay",
    "any.search",
    "search",
    "agent_finish",
    "state_change Door.Open",
  ])("accepts trigger %s", (trigger) => {
    expect(inCheck("p", trigger)).toEqual([]);
  });

  it.each([
    ["is_bgi(1)", ["unknown_predicate: is_bgi(1) → is_big"]],
    ["!is_bgi(1) | p", ["unknown_predicate: is_bgi(1) → is_big"]],
    ["constructor", ["unknown_predicate: constructor"]],
    ["__proto__", ["unknown_predicate: __proto__"]],
  ])("check %s", (check, expected) => {
    expect(inCheck(check)).toEqual(expected);
  });

  it.each([
    ["follow_dits(1)", ["unknown_enforcement: follow_dits(1) → follow_dist"]],
    ["plan:Sped = 8", ["unknown_enforcement: plan:Sped = 8 → plan:Speed"]],
    ["follow_dist(1) plan : Speed = 8", []],
  ])("enforce %s", (enforce, expected) => {
    expect(inEnforce(enforce)).toEqual(expected);
  });

  it("quotes a suggested name that would otherwise be parsed as another word", () => {
    const tools = ["checks", "ANY", "Kit.end", "end.Kit", "Kit.two words", "action"].map((name) => ({
      name,
      parameters: {},
    }));
    const fixed = (trigger: string) => issueLines(`rule @r trigger ${trigger} check p enforce stop end`, { tools })[0];
    expect(fixed('"chekcs"')).toBe('unknown_tool: "chekcs" → "checks"');
    expect(fixed('"and"')).toBe('unknown_tool: "and" → "ANY"');
    expect(fixed("Kit.edn")).toBe("unknown_tool: Kit.edn → Kit.end");
    expect(fixed('"edn.Kit"')).toBe('unknown_toolkit: "edn.Kit" → "end.Kit"');
    expect(fixed("Kit.two_words")).toBe('unknown_tool: Kit.two_words → "Kit.two words"');
    expect(fixed("acton")).toBe('unknown_tool: acton → "action"');
  });

  it("checks only the kinds of names that the catalogue lists", () => {
    const text = "rule @r trigger No.No check nope(args.no) enforce nope_dist(1) invoke_action(No.No, {}) end";
    expect(issueLines(text, {})).toEqual([]);
    expect(issueLines(text, { predicates: [] })).toEqual(["unknown_predicate: nope(args.no)"]);
  });
});

describe("arguments of the action", () => {
  it.each([
    ["q(args.amuont)", ["unknown_argument: args.amuont → args.amount"]],
    ['q(args["__proto__"])', ['unknown_argument: args["__proto__"]']],
    ["q(args.to.ibna)", ["unknown_argument: args.to.ibna → args.to.iban"]],
    [
      'args.amuont > 1 | args["x y"] == 1',
      ["unknown_argument: args.amuont → args.amount", 'unknown_argument: args["x y"]'],
    ],
  ])("check %s", (check, expected) => {
    expect(inCheck(check)).toEqual(expected);
  });

  it("reports unknown arguments in placeholders of a message", () => {
    expect(inEnforce(`warn("pays \${args.amuont}")`)).toEqual([`unknown_argument: \${args.amuont} → \${args.amount}`]);
  });

  it.each([
    ["Bank.Pay", "q(args.anything.at[0].all) q(args.notes[3]) q(args.notes.length)"],
    ["Bank.any", "q(args.page) q(args.amount)"],
    ["any", "q(args.iban)"],
    ["Bank.List", "q(args.per_page)"],
    ["search", 'q(args["user query"])'],
    ["agent_finish", "q(state.amuont)"],
    ["Bank.Pay", "q(state.amuont) q(prompt) q(trajectory[0].action.args.amuont)"],
  ])("accepts trigger %s check %s", (trigger, check) => {
    expect(inCheck(check, trigger)).toEqual([]);
  });

  it("warns about a probable misspelling if the schema allows other arguments", () => {
    const [issue] = diagnose("rule @r trigger Bank.List check q(args.paeg) enforce stop end", host);
    expect(issue).toMatchObject({ code: "unknown_argument", severity: "warning", quickFix: { text: "args.page" } });
  });
});

describe("arguments of predicates", () => {
  it.each([
    ["p(1)", ["predicate_arguments: p(1)"]],
    ["is_big", ["predicate_arguments: is_big"]],
    ["is_big(1, 2)", ["predicate_arguments: is_big(1, 2)"]],
    ['is_big("10")', ['predicate_arguments: "10" → 10']],
    ["is_big(args.urgent)", ["predicate_arguments: args.urgent"]],
    ["is_big([1])", ["predicate_arguments: [1]"]],
    ["among()", ["predicate_arguments: among()"]],
    ['among(1, "a", 2)', ['predicate_arguments: 2 → "2"']],
    ["maybe(1, 2)", ["predicate_arguments: maybe(1, 2)"]],
  ])("check %s", (check, expected) => {
    expect(inCheck(check)).toEqual(expected);
  });

  it.each([
    "p()",
    "is_big(-1.5)",
    "is_big(args.amount)",
    "is_big(args.anything)",
    "among(1)",
    'among({}, "a", "b")',
    "maybe",
    "q(1, 2)",
  ])("accepts check %s", (check) => {
    expect(inCheck(check)).toEqual([]);
  });

  it("infers types through bindings and results of invoked actions", () => {
    const rule = (value: string) => `rule @r trigger Bank.Pay let x = ${value} check is_big(x) enforce stop end`;
    expect(issueLines(rule("args.kind"))).toEqual(["predicate_arguments: x"]);
    expect(issueLines(rule("invoke_action(Clock.Now, {})"))).toEqual(["predicate_arguments: x"]);
    expect(issueLines(rule("args.amount"))).toEqual([]);
  });
});

describe("a predicate without arguments", () => {
  const argumentFor = (tool: string) => (tool === "Bank.Pay" ? "memo" : undefined);
  const predicates = [
    { name: "sees", argumentFor, parameters: [{ name: "user query", required: false }] },
    { name: "reads", argumentFor, parameters: [{ name: "pag", required: false }] },
    { name: "counts", argumentFor },
    { name: "q" },
  ];

  it.each([
    ["Bank.Pay", "sees", []],
    ["Bank.List", "q reads(args.page)", []],
    ["Bank.List", "reads", ["blind_predicate: reads → reads(args.page)"]],
    ["Bank.List", "!counts()", ["blind_predicate: counts() → counts(args.page)"]],
    ["Bank.List", "counts( )", ["blind_predicate: counts( )"]],
    ["search", "sees", ["blind_predicate: sees"]],
    ["after_action List", "counts | q", ["blind_predicate: counts → counts(args.page)"]],
    ["Pay", "sees", []],
    ["Shop.Pay", "sees", ["blind_predicate: sees → sees(args.amount)"]],
    ["Bank.Pay | Bank.List", "reads", ["blind_predicate: reads"]],
    ["Bank.any", "reads", []],
    ["any", "reads", []],
    ["agent_finish Bank.List", "reads", []],
  ])("in a rule on %s: %s", (trigger, check, expected) => {
    const text = `rule @r trigger ${trigger} check ${check} enforce user_inspection end`;
    expect(issueLines(text, { ...host, predicates })).toEqual(expected);
  });

  it("is reported without a list of tools if the rule names a tool with its toolkit", () => {
    const text = (trigger: string) => `rule @r trigger ${trigger} check reads enforce stop end`;
    expect(diagnose(text("Bank.List"), { predicates })[0]?.message).toBe(
      "reads has no default argument for Bank.List and is always false for it: write reads(args.x)",
    );
    expect(issueLines(text("List"), { predicates })).toEqual([]);
  });

  it("is not reported for an unknown tool", () => {
    const text = "rule @r trigger Bank.Lst check reads enforce stop end";
    expect(issueLines(text, { ...host, predicates })).toEqual(["unknown_tool: Bank.Lst → Bank.List"]);
  });
});

describe("an invoked action", () => {
  it.each([
    ["invoke_action(Bank.Pya, {})", ["unknown_tool: invoke_action(Bank.Pya, {}) → Bank.Pay"]],
    ["invoke_action(Pay, {})", ["unknown_tool: invoke_action(Pay, {})"]],
    ["invoke_action(Bank.Pay, {})", ["missing_argument: {}", "missing_argument: {}"]],
    ['invoke_action(Clock.Now, {"zone": 1})', ['unknown_argument: "zone": 1']],
    [
      'invoke_action(Bank.Pay, {"amuont": 1, "to": {}})',
      ["missing_argument", 'unknown_argument: "amuont": 1 → "amount"'],
    ],
    ['invoke_action(Bank.Pay, {"amount": "10", "to": {}})', ['argument_type: "10" → 10']],
    ['invoke_action(Bank.Pay, {"amount": 1, "to": {"iban": 5}})', ['argument_type: 5 → "5"']],
    ['invoke_action(Bank.Pay, {"amount": args.kind, "to": args.to})', ["argument_type: args.kind"]],
    ['invoke_action(Bank.Pay, {"amount": 1, "to": {}, "kind": "onec"})', ['argument_type: "onec" → "once"']],
    ['invoke_action(Bank.Pay, {"amount": 1, "to": {}, "notes": ["a", true]})', ['argument_type: true → "true"']],
  ])("%s", (enforce, expected) => {
    const lines = inEnforce(enforce);
    expect(lines).toHaveLength(expected.length);
    for (const [index, line] of expected.entries()) expect(lines[index]?.startsWith(line), lines.join("\n")).toBe(true);
  });

  it.each([
    'invoke_action(Bank.Pay, {"amount": 10, "to": {"iban": "X"}, "memo": null, "anything": [1, {}]})',
    'invoke_action(Bank.Pay, {"amount": args.amount, "to": args.to, "notes": state.notes})',
    'invoke_action(Bank.Pay, "pay ten")',
    'invoke_action(Bank.List, {"per_page": 10})',
    "invoke_action(Now, {})",
    "invoke_action(search, {})",
  ])("accepts %s", (enforce) => {
    expect(inEnforce(enforce)).toEqual([]);
  });
});

describe("a comparison", () => {
  it.each([
    ['args.amount == "10"', ['always_false: args.amount == "10" → 10']],
    ['args.amount != "ten"', ['always_true: args.amount != "ten"']],
    ['args.amount > "10"', ['always_unknown: args.amount > "10" → 10']],
    ["args.amount > 1000", ["always_false: args.amount > 1000"]],
    ["args.amount >= 1000", ["always_false: args.amount >= 1000"]],
    ["args.amount < 1000", ["always_true: args.amount < 1000"]],
    ["args.amount >= 0", ["always_true: args.amount >= 0"]],
    ["args.amount < 0", ["always_false: args.amount < 0"]],
    ['args.amount matches "1.*"', ['always_unknown: args.amount matches "1.*"']],
    ['args.urgent contains "x"', ['always_unknown: args.urgent contains "x"']],
    ["args.to.iban contains 5", ["always_unknown: args.to.iban contains 5"]],
    ['args.kind == "weekly"', ['always_false: args.kind == "weekly"']],
    ['args.kind == "onec"', ['always_false: args.kind == "onec" → "once"']],
    ['args.kind in ["weekly", "daily"]', ['always_false: args.kind in ["weekly", "daily"]']],
    ["args.amount in []", ["always_false: args.amount in []"]],
    ["args.amount in 5", ["always_unknown: args.amount in 5"]],
    ["args.amount == args.amount", ["always_true: args.amount == args.amount"]],
    ["args.urgent == args.to", ["always_false: args.urgent == args.to"]],
    ["1 < 2", ["always_true: 1 < 2"]],
    ["prompt == 5", ['always_false: prompt == 5 → "5"']],
    ["p | !p", ["always_true: !p"]],
    ["args.amount > 5 | args.amount <= 5", ["always_true: args.amount <= 5"]],
  ])("%s", (check, expected) => {
    expect(inCheck(check)).toEqual(expected);
  });

  it.each([
    "args.amount == 10",
    "args.amount > 0 & args.amount < 999.5",
    'args.memo == null | args.memo contains "x"',
    "args.amount != null",
    'args.kind == "once"',
    'args.kind in ["once", 5]',
    "args.anything > 5",
    'args.notes contains "urgent"',
    'args.to contains "iban"',
    "args.amount < args.anything",
    'state.x == 5 & trajectory[0].action.name == "Bank.Pay"',
    'action.name starts_with "Bank."',
    'action.repairKinds contains "truncated"',
    '"truncated" in action.repairKinds',
    "args.amount in [1, 2]",
    "args.amount in args.anything",
  ])("%s depends on the action", (check) => {
    expect(inCheck(check)).toEqual([]);
  });

  it("is checked against all tools that the trigger matches", () => {
    expect(inCheck('args.amount == "10"', "any.Pay")).toEqual([]);
    expect(inCheck("args.amount == true", "any.Pay")).toEqual(['always_false: args.amount == true → "true"']);
    expect(inCheck('args.amount == "10"', "No.Tool")).toEqual(["unknown_toolkit: No.Tool"]);
  });
});

it("reports that a comparison of two literals does not depend on the action", () => {
  const [issue] = diagnose('rule @r trigger any check "a" contains "b" enforce stop end');
  expect(issue?.message).toBe("this is always false: neither side depends on the action");
});

describe("a check", () => {
  it.each([
    ["p & !p", ["contradiction: !p"]],
    ["q(1) p !q(1)", ["contradiction: !q(1)"]],
    ["p | (q & !q)", ["contradiction: !q"]],
    ["args.amount == 5 args.amount != 5", ["contradiction: args.amount != 5"]],
    ["!(p | q) (p | q)", ["contradiction: p | q"]],
    ["False", ["never_fires: False"]],
    ["p False", ["never_fires: False"]],
    ["p !True", ["never_fires: !True"]],
    ["!(True | p) q", ["never_fires: !(True | p)"]],
    ["False & !p | False", ["never_fires: False & !p | False"]],
    ["p | False !False", []],
    ["args.amount > 10 p args.amount < 5", ["never_fires: args.amount < 5"]],
    ["args.amount > 10 10 > args.amount", ["never_fires: 10 > args.amount"]],
    ['args.to.iban == "a" args.to.iban == "b"', ['never_fires: args.to.iban == "b"']],
    ["args.amount == 5 args.amount > 5", ["never_fires: args.amount > 5"]],
  ])("%s", (check, expected) => {
    expect(inCheck(check)).toEqual(expected);
  });

  it.each([
    "p q",
    "q(1) !q(2)",
    "q(args.amount) !q(args.to)",
    "True",
    "p | False",
    "args.amount >= 5 args.amount <= 5",
    "args.amount == 5 args.amount >= 5",
    "args.amount > 10 | args.amount < 5",
    'args.to.iban == "a" args.to.name == "b"',
    "!(args.amount > 10) args.amount < 5",
  ])("accepts %s, which can be true", (check) => {
    expect(inCheck(check)).toEqual([]);
  });

  it("replaces bindings by their values before comparing rules", () => {
    const rule = (name: string, limit: number) =>
      `rule @${name} trigger Bank.Pay let x = ${limit} check args.amount > x enforce stop end`;
    expect(issueLines(`${rule("a", 10)} ${rule("b", 20)}`)).toEqual([]);
    expect(issueLines(`${rule("a", 10)} ${rule("b", 10)}`)).toEqual([`shadowed_rule: ${rule("b", 10)}`]);
  });
});

describe("enforcements", () => {
  it.each([
    ["stop user_inspection", ["beside_stop: user_inspection → "]],
    ["invoke_action(Clock.Now, {}) stop", ["beside_stop: invoke_action(Clock.Now, {}) → "]],
    ["skip stop none", ["beside_stop: skip → ", "beside_stop: none → "]],
    ["invoke_action(Clock.Now, {}) user_inspection", ["inspection_beside_invoke: user_inspection"]],
    ["user_inspection invoke_action(Clock.Now, {})", ["inspection_beside_invoke: user_inspection"]],
    ["allow", ["allow_without_deny: allow → default deny\n"]],
  ])("%s", (enforce, expected) => {
    expect(inEnforce(enforce)).toEqual(expected);
  });

  it.each([
    'stop warn("no") log',
    "user_inspection llm_self_reflect",
    "invoke_action(Clock.Now, {}) warn",
    "user_inspection warn log",
    "skip log",
  ])("accepts %s", (enforce) => {
    expect(inEnforce(enforce)).toEqual([]);
  });

  it("reports allow once, and not in a program with default deny", () => {
    const allow = (n: number) => `rule @r${n} trigger Bank.Pay check q(${n}) enforce allow end`;
    expect(issueLines(`${allow(1)} ${allow(2)}`)).toHaveLength(1);
    expect(issueLines(`on error stop ${allow(1)}`)).toEqual(["allow_without_deny: allow → default deny\n"]);
    expect(issueLines(`default allow ${allow(1)}`)).toEqual(["allow_without_deny: allow"]);
    expect(issueLines(`default deny ${allow(1)} ${allow(2)}`)).toEqual([]);
  });
});

describe("rules together", () => {
  it.each([
    [
      [
        ["any", "p", "stop"],
        ["A.x", "p q", "user_inspection"],
      ],
      ["shadowed_rule 3"],
    ],
    [
      [
        ["A.x", "p q", "user_inspection"],
        ["A.any", "q", "stop"],
      ],
      ["shadowed_rule 2"],
    ],
    [
      [
        ["any", "", "stop"],
        ["A.x | B.y", "p", "invoke_action(C.z, {})"],
      ],
      ["shadowed_rule 3"],
    ],
    [
      [
        ["A.x", "p", "stop"],
        ["A.x", "p", "stop"],
      ],
      ["shadowed_rule 3"],
    ],
    [
      [
        ["x", "p", "stop"],
        ["B.x", "True p", "llm_self_reflect log"],
      ],
      ["shadowed_rule 3"],
    ],
    [
      [
        ["any", "p", "stop"],
        ["A.x", "p q", "allow"],
      ],
      ["contradictory_rules 3"],
    ],
    [
      [
        ["A.x", "p", "allow"],
        ["any", "p", "skip"],
      ],
      ["contradictory_rules 2"],
    ],
    [
      [
        ["A.x", "p", 'invoke_action(B.y, {"k": 1})'],
        ["A.x", "p", 'invoke_action(B.y, {"k": 2})'],
      ],
      ["contradictory_rules 3"],
    ],
  ] as const)("%j", (rules, expected) => {
    expect(inRules(...rules)).toEqual(expected);
  });

  it.each([
    [
      [
        ["any", "p", "allow"],
        ["A.x", "p q", "stop"],
      ],
    ],
    [
      [
        ["A.x", "p", "stop"],
        ["any", "p", "user_inspection"],
      ],
    ],
    [
      [
        ["any", "p q", "stop"],
        ["A.x", "p", "user_inspection"],
      ],
    ],
    [
      [
        ["any", "p", "stop"],
        ["A.x", "p q", 'warn("no")'],
      ],
    ],
    [
      [
        ["any", "p", "stop"],
        ["A.x", "p q", 'stop warn("no")'],
      ],
    ],
    [
      [
        ["A.x", "p", "stop"],
        ["A.x | B.y", "p", "user_inspection"],
      ],
    ],
    [
      [
        ["after_action A.x", "p", "stop"],
        ["A.x", "p", "user_inspection"],
      ],
    ],
    [
      [
        ["A.x", "q(1)", "stop"],
        ["A.x", "q(2)", "user_inspection"],
      ],
    ],
    [
      [
        ["A.x", "p", 'invoke_action(B.y, {"k": 1})'],
        ["A.x", "p", 'invoke_action(B.y, {"k": 1})'],
      ],
    ],
    [
      [
        ["A.x", "p", "invoke_action(B.y, {})"],
        ["A.x", "p q", "invoke_action(C.y, {})"],
      ],
    ],
    [
      [
        ["A.x", "p", "user_inspection"],
        ["A.x", "p", "user_inspection"],
      ],
    ],
  ] as const)("reports nothing for %j", (rules) => {
    expect(inRules(...rules)).toEqual([]);
  });

  it("does not report a covered stop of another severity as shadowed", () => {
    const text = (severity: string) =>
      `rule @a severity low trigger any check p enforce stop end
       rule @b severity ${severity} trigger Bank.Pay check p q enforce stop end`;
    expect(issueLines(text("low"))).toHaveLength(1);
    expect(issueLines(text("high"))).toEqual([]);
  });
});

describe("diagnose", () => {
  it("reports syntax errors and the issues of the other rules in the order of the text", () => {
    const text = `rule @a trigger Bank.Pya check p enforce stop end
rule @b trigger Bank.Pay check p( enforce stop end
rule @c trigger act Bank.Pay check !p enforce stop end`;
    expect(diagnose(text, host).map((issue) => `${issue.severity} ${formatIssue(issue)}`)).toEqual([
      'error 1:17: there is no tool "Pya" in "Bank": did you mean "Bank.Pay"?',
      'error 2:35: expected a value or ")" (got "enforce")',
      'info 3:17: write before_action instead of "act"',
    ]);
  });

  it("reports JSON pointers for a tree that was not parsed from a text", () => {
    const program = JSON.parse(JSON.stringify(parseProgram("rule @r trigger Bank.Pya check p(1) enforce stop end")));
    const plain = JSON.parse(JSON.stringify(program, (key, value) => (key === "range" ? undefined : value)));
    expect(diagnose(parseProgramJson(plain), host).map(({ message, path }) => [path, message])).toEqual([
      [
        "/rules/0/trigger/patterns/0",
        '/rules/0/trigger/patterns/0: there is no tool "Pya" in "Bank": did you mean "Bank.Pay"?',
      ],
      ["/rules/0/check/operands/0", "/rules/0/check/operands/0: p takes no arguments (got 1)"],
    ]);
  });

  it("reports rules with the same name in an unvalidated tree", () => {
    const { rules, ...program } = parseProgram("rule @r trigger any check p enforce user_inspection end");
    expect(diagnose({ ...program, rules: [...rules, ...rules] }).map(({ code }) => code)).toEqual(["duplicate_rule"]);
  });

  it("reports all unknown names, but suggests names only for some of them", () => {
    const names = Array.from({ length: 3000 }, (_, n) => ({ name: `name_${n}` }));
    const text = names
      .map(({ name }) => `rule ${name} trigger any check ${name}x enforce user_inspection end`)
      .join("\n");
    const issues = diagnose(text, { predicates: names });
    expect(issues).toHaveLength(3000);
    expect(issues[0]?.quickFix?.text).toBe("name_0");
    expect(issues.at(-1)?.quickFix).toBeUndefined();
  });
});

describe("toolsFromDocuments", () => {
  const document = {
    info: { title: "Files" },
    functions: [
      {
        name: "Move",
        parameters: [
          { name: "from", schema: { $ref: "#/schemas/Place" }, required: true },
          { name: "__proto__", schema: { type: "string" }, required: false },
        ],
        return: { schema: { type: "boolean" } },
      },
      { name: "Sync", parameters: [], return: null },
    ],
    schemas: { Place: { type: "object", properties: { path: { type: "string" } }, required: ["path"] } },
  };

  it("creates a toolkit from each document, with its schemas and no other parameters", () => {
    const tools = toolsFromDocuments([document]);
    expect(tools.map(({ name }) => name)).toEqual(["Files.Move", "Files.Sync"]);
    const rule = (args: string) => `rule @r trigger Files.Sync check enforce invoke_action(Files.Move, ${args}) end`;
    expect(issueLines(rule('{"from": {"path": "a"}, "__proto__": "b"}'), { tools })).toEqual([]);
    expect(issueLines(rule('{"from": {"path": 1}}'), { tools })).toEqual(['argument_type: 1 → "1"']);
    expect(issueLines(rule('{"from": {}, "to": 1}'), { tools })).toEqual([
      "missing_argument: {}",
      'unknown_argument: "to": 1',
    ]);
  });
});

describe("toolkits whose tools are not known", () => {
  it("are not checked, in rules and tests", () => {
    const tools = [{ name: "Mail.Send", parameters: {} }];
    const text = `
      rule @a trigger github.push | any.pull let x = invoke_action(github.list, {}) check x.n > 1 enforce stop end
      test "t" when github.push({}) expect stop end`;
    expect(diagnose(text, { tools, toolkits: ["github"] })).toEqual([]);
    expect(diagnose(text, { tools }).map(({ code }) => code)).toContain("unknown_toolkit");
    const other = "rule @a trigger gitlab.push check enforce stop end";
    expect(diagnose(other, { tools, toolkits: ["github"] }).map(({ code }) => code)).toEqual(["unknown_toolkit"]);
  });
});
