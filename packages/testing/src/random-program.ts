import fc from "fast-check";

// Random syntax trees in normal form, without ranges, comments and spellings.

export type Plain = Readonly<Record<string, unknown>>;

export const keywords: readonly string[] = ["rule", "trigger", "check", "enforce", "end", "not", "and", "or"];
export const reserved: readonly string[] = [
  ...["args", "action", "prompt", "trajectory", "state", "cur_action", "cur_act"],
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

function referenceTo(bindings: readonly string[]): fc.Arbitrary<Plain> {
  const steps = fc.array(fc.oneof(text, anyWord, fc.nat()), { maxLength: 3 });
  const root = fc.constantFrom("args", "args", "action", "prompt", "trajectory", "state");
  const plain = fc.record({ type: fc.constant("reference"), root, path: steps });
  if (bindings.length === 0) return plain;
  const path = fc.tuple(fc.constantFrom(...bindings), steps).map(([first, rest]) => [first, ...rest]);
  return fc.oneof(plain, fc.record({ type: fc.constant("reference"), root: fc.constant("let"), path }));
}

function objectOf(member: fc.Arbitrary<Plain>): fc.Arbitrary<Plain> {
  const entry = fc.record({
    type: fc.constant("entry"),
    key: fc.oneof(text, fc.constantFrom("__proto__", "toString", "k")),
    value: member,
  });
  const entries = fc.uniqueArray(entry, { selector: ({ key }) => key, maxLength: 3 });
  return fc.record({ type: fc.constant("object"), entries });
}

function valueWith(bindings: readonly string[]): fc.Arbitrary<Plain> {
  return fc.letrec<{ value: Plain }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      literal,
      referenceTo(bindings),
      fc.record({ type: fc.constant("list"), items: fc.array(tie("value"), { maxLength: 3 }) }),
      objectOf(tie("value")),
    ),
  })).value;
}

const operators = ["==", "!=", "<", "<=", ">", ">=", "matches", "contains", "starts_with", "ends_with", "in"];

function expressionOf(value: fc.Arbitrary<Plain>): fc.Arbitrary<Plain> {
  const comparison = fc.record({
    type: fc.constant("comparison"),
    operator: fc.constantFrom(...operators),
    left: value,
    right: value,
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
      predicate,
      comparison,
      truth,
      fc.record({ type: fc.constant("not"), operand: tie("expression") }),
      joined("and", tie("expression")),
      joined("or", tie("expression")),
    ),
  })).expression;
}

function joined(type: "and" | "or", operand: fc.Arbitrary<Plain>): fc.Arbitrary<Plain> {
  const operands = fc.array(operand, { minLength: 2, maxLength: 3 }).map((given) => flat(type, given));
  return fc.record({ type: fc.constant(type), operands });
}

function flat(type: string, operands: readonly Plain[]): readonly Plain[] {
  return operands.flatMap((one) => (one["type"] === type ? (one["operands"] as readonly Plain[]) : [one]));
}

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
const pattern = fc.record({ type: fc.constant("tool_pattern"), toolkit, tool });
const trigger = fc.record({
  type: fc.constant("trigger"),
  event: fc.constantFrom("before_action", "before_action", "after_action", "state_change", "agent_finish"),
  patterns: fc.oneof(
    fc.array(pattern, { minLength: 1, maxLength: 3 }),
    fc.constant([{ type: "tool_pattern", toolkit: "any", tool: "any" }]),
  ),
});

const toolName = fc.oneof(
  name,
  fc.tuple(name, anyWord).map(([first, second]) => `${first}.${second}`),
  filled,
);

function invocationOf(value: fc.Arbitrary<Plain>): fc.Arbitrary<Plain> {
  const given = fc.oneof(
    objectOf(value),
    text.map((said) => ({ type: "literal", value: said })),
  );
  return fc.record({ type: fc.constant("invoke_action"), tool: toolName, args: given });
}

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

const notes = fc.record(
  {
    doc,
    severity: fc.constantFrom("info", "low", "medium", "high", "critical"),
    priority: fc.maxSafeInteger().map((given) => given || 0),
  },
  { requiredKeys: [] },
);

const rule: fc.Arbitrary<Plain> = fc.uniqueArray(bindingName, { maxLength: 2 }).chain((bindings) => {
  const value = valueWith(bindings);
  const noBindings = valueWith([]);
  const bound = bindings.map((one) =>
    fc.record({
      type: fc.constant("binding"),
      name: fc.constant(one),
      value: fc.oneof(noBindings, invocationOf(noBindings)),
    }),
  );
  const operands = fc.array(expressionOf(value), { maxLength: 3 }).map((given) => flat("and", given));
  const parts = fc.record({
    type: fc.constant("rule"),
    name: anyWord,
    trigger,
    check: fc.record({ type: fc.constant("and"), operands }),
    enforce: fc.array(enforcementOf(value, referenceTo(bindings)), { minLength: 1, maxLength: 3 }),
  });
  return fc
    .tuple(parts, notes, fc.tuple(...bound))
    .map(([one, said, bindings]) => ({ ...one, ...said, ...(bindings.length > 0 && { bindings }) }));
});

const policy = fc.constantFrom("violated", "ignore", "stop", "user_inspection");
const header = fc
  .record(
    { type: fc.constant("header"), default: fc.constantFrom("allow", "deny"), onUnknown: policy, onError: policy },
    { requiredKeys: ["type"] },
  )
  .filter((one) => Object.keys(one).length > 1);

/** A program. */
export const tree: fc.Arbitrary<Plain> = fc.record(
  {
    type: fc.constant("program"),
    header,
    rules: fc.uniqueArray(rule, { selector: (one) => one["name"], minLength: 1, maxLength: 3 }),
  },
  { requiredKeys: ["type", "rules"] },
);
