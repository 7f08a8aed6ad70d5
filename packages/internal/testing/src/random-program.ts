/** Generates random syntax trees of rules, without ranges and comments, for property tests. */
import fc from "fast-check";
import { ruleTest } from "./random-rule-test.ts";

export type Plain = Readonly<Record<string, unknown>>;

export const keywords: readonly string[] = ["rule", "trigger", "check", "enforce", "end", "not", "and", "or"];
export const reserved: readonly string[] = [
  ...["args", "action", "prompt", "trajectory", "state", "cur_action", "cur_act"],
  ...["observation", "before", "after", "now", "step", "user"],
  ...["true", "false", "True", "False", "null", "None"],
];
export const comparing: readonly string[] = ["in", "contains", "matches", "starts_with", "ends_with"];
const awkward = [
  ...["any", "stop", "user_inspection", "args", "in", "contains", "action", "let", "val", "on", "default", "severity"],
  ...["__proto__", "constructor", "check_", "naïve", "is-it", "名前"],
];
const name: fc.Arbitrary<string> = fc
  .oneof(fc.stringMatching(/^[A-Za-z_][\w-]{0,8}$/), fc.constantFrom(...awkward))
  .filter((word) => !keywords.includes(word));
const anyWord = fc.oneof(name, fc.constantFrom(...keywords));
const noPredicates = [...keywords, "true", "false", "none", "null"];
const calls = ["eq", "neq", "lt", "leq", "gt", "geq"];
const predicateName = name.filter((word) => !noPredicates.includes(word.toLowerCase()) && !calls.includes(word));
const bindingName = name.filter((word) => ![...reserved, ...comparing].includes(word));
const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })).map((value) => value || 0);
const text = fc.string({ unit: "binary" });
const filled = text.filter((one) => one !== "");

const literal = fc.record({
  type: fc.constant("literal"),
  value: fc.oneof(text, number, fc.boolean(), fc.constant(null)),
});

/** Generates references such as `args.path[0]`, also to these bindings. */
function referenceTo(bindings: readonly string[]): fc.Arbitrary<Plain> {
  const steps = fc.array(fc.oneof(text, anyWord, fc.nat()), { maxLength: 3 });
  const root = fc.constantFrom(
    ...["args", "args", "args", "args", "action", "prompt", "trajectory", "state"],
    ...["observation", "before", "after", "now"],
  );
  const plain = fc.record({ type: fc.constant("reference"), root, path: steps });
  if (bindings.length === 0) return plain;
  const path = fc.tuple(fc.constantFrom(...bindings), steps).map(([first, rest]) => [first, ...rest]);
  return fc.oneof(plain, fc.record({ type: fc.constant("reference"), root: fc.constant("let"), path }));
}

/** Generates an object literal whose values are of this kind. */
function objectOf(member: fc.Arbitrary<Plain>): fc.Arbitrary<Plain> {
  const entry = fc.record({
    type: fc.constant("entry"),
    key: fc.oneof(text, fc.constantFrom("__proto__", "toString", "k")),
    value: member,
  });
  const entries = fc.uniqueArray(entry, { selector: ({ key }) => key, maxLength: 3 });
  return fc.record({ type: fc.constant("object"), entries });
}

/** Generates values without questions about earlier steps. @param hasStep - whether they may refer to the earlier step */
function plainValueWith(bindings: readonly string[], hasStep = false): fc.Arbitrary<Plain> {
  return anyValue(bindings, hasStep ? [stepReference] : []);
}

/** Generates values, also counts and sums of earlier steps. */
function valueWith(bindings: readonly string[]): fc.Arbitrary<Plain> {
  const steps = stepQueryOf(bindings);
  const path = fc.array(fc.oneof(text, anyWord, fc.nat()), { maxLength: 3 });
  return anyValue(bindings, [
    fc.record({ type: fc.constant("count"), steps }),
    fc.record({ type: fc.constant("sum"), value: plainValueWith(bindings, true), steps }),
    fc.record({ type: fc.constant("last"), steps, path, optional }, { requiredKeys: ["type", "steps", "path"] }),
  ]);
}

/** Generates any value of a rule: a literal, a reference, or one of the others. */
function anyValue(bindings: readonly string[], others: readonly fc.Arbitrary<Plain>[]): fc.Arbitrary<Plain> {
  const reference = referenceTo(bindings);
  return fc.letrec<{ value: Plain }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      { arbitrary: literal, weight: 3 },
      { arbitrary: reference, weight: 3 },
      fc.tuple(reference, optional).map(([one, isOptional]) => ({ ...one, optional: isOptional })),
      duration,
      ...others,
      fc.record({ type: fc.constant("list"), items: fc.array(tie("value"), { maxLength: 3 }) }),
      objectOf(tie("value")),
      fc.record({
        type: fc.constant("arithmetic"),
        operator: fc.constantFrom("+", "-", "*"),
        left: tie("value"),
        right: tie("value"),
      }),
    ),
  })).value;
}

const optional = fc.constant(true);
const duration = fc.record({
  type: fc.constant("duration"),
  amount: fc.oneof(
    fc.nat(),
    fc.nat(1000).map((amount) => amount / 8),
  ),
  unit: fc.constantFrom("ms", "s", "m", "h", "d", "w"),
});
const stepReference = fc.record(
  {
    type: fc.constant("reference"),
    root: fc.constant("step"),
    path: fc.array(fc.oneof(text, anyWord, fc.nat()), { maxLength: 3 }),
    optional,
  },
  { requiredKeys: ["type", "root", "path"] },
);

/** Generates queries of earlier steps, such as `once(Web.Read)`. */
function stepQueryOf(bindings: readonly string[]): fc.Arbitrary<Plain> {
  const window = fc.record({ type: fc.constant("step_window"), steps: fc.integer({ min: 1, max: 1000 }) });
  return fc.record(
    {
      type: fc.constant("step_query"),
      patterns: fc.array(patternWithStar, { minLength: 1, maxLength: 2 }),
      where: conditionOf(plainValueWith(bindings, true)),
      since: fc.array(patternWithStar, { minLength: 1, maxLength: 2 }),
      within: fc.oneof(window, duration),
    },
    { requiredKeys: ["type", "patterns"] },
  );
}

/** A condition for `where`. */
function conditionOf(value: fc.Arbitrary<Plain>): fc.Arbitrary<Plain> {
  return fc.letrec<{ condition: Plain }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 2, depthSize: "small" },
      { arbitrary: comparisonOf(value), weight: 3 },
      fc.record({ type: fc.constant("not"), operand: tie("condition") }),
      joined("and", tie("condition")),
      joined("or", tie("condition")),
    ),
  })).condition;
}

const operators = ["==", "!=", "<", "<=", ">", ">=", "matches", "contains", "starts_with", "ends_with", "in"];

/** Generates comparisons, such as `args.n < 3`. */
function comparisonOf(value: fc.Arbitrary<Plain>): fc.Arbitrary<Plain> {
  return fc.record(
    {
      type: fc.constant("comparison"),
      operator: fc.constantFrom(...operators),
      left: value,
      right: value,
      ignoreCase: fc.constant(true),
    },
    { requiredKeys: ["type", "operator", "left", "right"] },
  );
}

/** Generates conditions on every or some item of a list, such as `some args.list == 1`. */
function quantifierOf(value: fc.Arbitrary<Plain>): fc.Arbitrary<Plain> {
  return fc.record(
    {
      type: fc.constantFrom("every", "some"),
      value,
      operator: fc.constantFrom(...operators),
      right: value,
      ignoreCase: fc.constant(true),
    },
    { requiredKeys: ["type", "value", "operator", "right"] },
  );
}

/** Generates conditions that use these values and bindings. */
function expressionOf(value: fc.Arbitrary<Plain>, bindings: readonly string[]): fc.Arbitrary<Plain> {
  const provenance = fc.record({
    type: fc.constant("provenance"),
    value,
    only: fc.boolean(),
    sources: fc.array(source, { minLength: 1, maxLength: 3 }),
  });
  const predicate = fc.record({
    type: fc.constant("predicate"),
    name: predicateName,
    arguments: fc.array(value, { maxLength: 3 }),
  });
  const truth = fc.record({ type: fc.constant("literal"), value: fc.boolean() });
  return fc.letrec<{ expression: Plain }>((tie) => ({
    expression: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      { arbitrary: predicate, weight: 2 },
      { arbitrary: comparisonOf(value), weight: 2 },
      quantifierOf(value),
      fc.record({ type: fc.constant("once"), steps: stepQueryOf(bindings) }),
      provenance,
      truth,
      fc.record({ type: fc.constant("not"), operand: tie("expression") }),
      joined("and", tie("expression")),
      joined("or", tie("expression")),
    ),
  })).expression;
}

/** Generates a conjunction or disjunction. */
function joined(type: "and" | "or", operand: fc.Arbitrary<Plain>): fc.Arbitrary<Plain> {
  const operands = fc.array(operand, { minLength: 2, maxLength: 3 }).map((given) => flat(type, given));
  return fc.record({ type: fc.constant(type), operands });
}

/** Flattens nested operands of one type. */
function flat(type: string, operands: readonly Plain[]): readonly Plain[] {
  return operands.flatMap((one) => (one["type"] === type ? (one["operands"] as readonly Plain[]) : [one]));
}

/** Generates templates: texts with references in them. */
function templateOf(reference: fc.Arbitrary<Plain>): fc.Arbitrary<Plain> {
  const part = fc.oneof(
    reference,
    fc.oneof(filled, fc.constantFrom("$", "${", "a $$ b")).map((said) => ({ type: "text", text: said })),
  );
  const parts = fc
    .array(part, { maxLength: 4 })
    .map((drawn) => drawn.filter((one, index) => one["type"] !== "text" || drawn[index - 1]?.["type"] !== "text"));
  return fc.record({ type: fc.constant("template"), parts });
}

const toolkit = fc.oneof(
  name.filter((word) => word === "any" || word.toLowerCase() !== "any"),
  filled.filter((one) => !one.includes(".")),
);
const tool = fc.oneof(
  anyWord.filter((word) => word === "any" || word.toLowerCase() !== "any"),
  filled.filter((one) => !one.startsWith(".") && !one.endsWith(".")),
);
const withoutStar = tool.filter((one) => !one.endsWith("*"));
const pattern = fc.record({ type: fc.constant("tool_pattern"), toolkit, tool: withoutStar });
const patternWithStar = fc.record({
  type: fc.constant("tool_pattern"),
  toolkit,
  tool: fc.oneof(
    withoutStar,
    withoutStar.filter((one) => one !== "any").map((one) => `${one}*`),
  ),
});
const namedSource = (...names: readonly string[]): fc.Arbitrary<Plain> =>
  fc.record({ type: fc.constant("named_source"), name: fc.constantFrom(...names) });
const source: fc.Arbitrary<Plain> = fc.oneof(namedSource("prompt", "trusted", "untrusted"), patternWithStar);
const trigger = fc.record({
  type: fc.constant("trigger"),
  event: fc.constantFrom("before_action", "before_action", "after_action", "state_change", "agent_finish"),
  patterns: fc.oneof(
    fc.array(fc.oneof(pattern, patternWithStar), { minLength: 1, maxLength: 3 }),
    fc.constant([{ type: "tool_pattern", toolkit: "any", tool: "any" }]),
  ),
});

const toolName = fc.oneof(
  name,
  fc.tuple(name, anyWord).map(([first, second]) => `${first}.${second}`),
  filled,
);

/** Generates calls that a rule makes instead of the model's call. */
function invocationOf(value: fc.Arbitrary<Plain>): fc.Arbitrary<Plain> {
  const given = fc.oneof(
    objectOf(value),
    text.map((said) => ({ type: "literal", value: said })),
  );
  return fc.record({ type: fc.constant("invoke_action"), tool: toolName, args: given });
}

/** Generates what a rule does when it applies, such as `stop` or `user_inspection`. */
function enforcementOf(value: fc.Arbitrary<Plain>, reference: fc.Arbitrary<Plain>): fc.Arbitrary<Plain> {
  const message = templateOf(reference);
  const fixes = fc.array(name, { maxLength: 3 });
  const numbers = fc.array(
    number.map((one) => ({ type: "literal", value: one })),
    { minLength: 1, maxLength: 2 },
  );
  const namespaced = fc.array(name, { minLength: 1, maxLength: 2 });
  return fc.oneof(
    fc.record({ type: fc.constant("user_inspection"), message, fixes }, { requiredKeys: ["type", "fixes"] }),
    fc.record({ type: fc.constant("stop"), message }),
    fc.record({ type: fc.constant("warn"), message }, { requiredKeys: ["type"] }),
    fc.record({ type: fc.constant("log"), message }, { requiredKeys: ["type"] }),
    fc.record({ type: fc.constantFrom("llm_self_reflect", "stop", "skip", "none", "allow") }),
    invocationOf(value),
    fc.record({ type: fc.constant("domain"), name: fc.constantFrom("follow_dist", "yield_dist"), arguments: numbers }),
    fc.record({
      type: fc.constant("domain"),
      name: fc.tuple(domainName, namespaced).map(([first, rest]) => [first, ...rest].join(":")),
      arguments: literal.map((one) => [one]),
    }),
  );
}

const enforcementNames = [
  ...["user_inspection", "llm_self_reflect", "llm_self_examine", "invoke_action", "stop"],
  ...["skip", "none", "allow", "warn", "log"],
];
const domainName = name.filter((word) => word !== "action" && !enforcementNames.includes(word));

const doc = fc
  .array(fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("/", "*/", "end")), { minLength: 1, maxLength: 3 })
  .map((lines) =>
    lines
      .map((line) => line.replace(/[\r\n]/g, "").trimEnd())
      .join("\n")
      .trim(),
  )
  .filter((said) => said !== "");

const policy = fc.constantFrom("violated", "ignore", "stop", "user_inspection");
const unknownPolicies = { onUnknown: policy, onUnknownCode: policy, onUnknownPath: policy };

const notes = fc.record(
  {
    doc,
    severity: fc.constantFrom("info", "low", "medium", "high", "critical"),
    priority: fc.maxSafeInteger().map((given) => given || 0),
    ...unknownPolicies,
  },
  { requiredKeys: [] },
);

/** Generates rules with bindings of their own beside the shared ones. */
function ruleWith(shared: readonly string[]): fc.Arbitrary<Plain> {
  const names = fc.uniqueArray(
    bindingName.filter((one) => !shared.includes(one)),
    { maxLength: 2 },
  );
  return names.chain((own) => ruleOf(own, [...shared, ...own]));
}

/** Generates whole rules. */
function ruleOf(bindings: readonly string[], known: readonly string[]): fc.Arbitrary<Plain> {
  const value = valueWith(known);
  const noBindings = valueWith([]);
  const bound = bindings.map((one) =>
    fc.record({
      type: fc.constant("binding"),
      name: fc.constant(one),
      value: fc.oneof(noBindings, invocationOf(noBindings)),
    }),
  );
  const operands = fc.array(expressionOf(value, known), { maxLength: 3 }).map((given) => flat("and", given));
  const parts = fc.record({
    type: fc.constant("rule"),
    name: anyWord,
    trigger,
    check: fc.record({ type: fc.constant("and"), operands }),
    enforce: fc.array(enforcementOf(value, referenceTo(known)), { minLength: 1, maxLength: 3 }),
  });
  return fc
    .tuple(parts, notes, fc.tuple(...bound))
    .map(([one, said, bindings]) => ({ ...one, ...said, bindings: bindings.length > 0 ? bindings : undefined }));
}

const trusted = { type: "tool_pattern", toolkit: "Contacts", tool: "any" };
const header = fc
  .record(
    {
      type: fc.constant("header"),
      default: fc.constantFrom("allow", "deny"),
      ...unknownPolicies,
      onError: policy,
      trust: fc.constantFrom([{ type: "named_source", name: "prompt" }], [trusted]),
      untrusted: fc.array(
        patternWithStar.filter((one) => one["tool"] !== trusted.tool),
        { minLength: 1, maxLength: 3 },
      ),
    },
    { requiredKeys: ["type"] },
  )
  .filter((one) => Object.keys(one).length > 1);

const tests = fc.uniqueArray(ruleTest, { selector: (one) => one["name"], minLength: 1, maxLength: 2 });

/** A program. */
export const tree: fc.Arbitrary<Plain> = fc.uniqueArray(bindingName, { maxLength: 2 }).chain((shared) => {
  const bound = shared.map((name) =>
    fc.record({ type: fc.constant("binding"), name: fc.constant(name), value: plainValueWith([]) }),
  );
  const rules = fc.uniqueArray(ruleWith(shared), { selector: (one) => one["name"], minLength: 1, maxLength: 3 });
  return fc
    .tuple(
      fc.record({ type: fc.constant("program"), header, rules, tests }, { requiredKeys: ["type", "rules"] }),
      fc.tuple(...bound),
    )
    .map(([program, bindings]) => ({ ...program, bindings: bindings.length > 0 ? bindings : undefined }));
});
