/** Generates random syntax trees of tests of rules, for property tests. */
import fc from "fast-check";

type Plain = Readonly<Record<string, unknown>>;

const text = fc.string({ unit: "binary" });
const scalar = fc.oneof(
  text,
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value || 0),
  fc.boolean(),
  fc.constant(null),
);
const textLiteral = fc.record({ type: fc.constant("literal"), value: text });

const { value, object } = fc.letrec<{ value: Plain; object: Plain }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, depthSize: "small" },
    fc.record({ type: fc.constant("literal"), value: scalar }),
    fc.record({ type: fc.constant("list"), items: fc.array(tie("value"), { maxLength: 3 }) }),
    tie("object"),
  ),
  object: fc.record({
    type: fc.constant("object"),
    entries: fc.uniqueArray(
      fc.record({
        type: fc.constant("entry"),
        key: fc.oneof(text, fc.constantFrom("__proto__", "to", "end")),
        value: tie("value"),
      }),
      { selector: ({ key }) => key, maxLength: 3 },
    ),
  }),
}));

const tool = fc.oneof(
  fc.constantFrom(
    "Send",
    "Gmail.Send",
    "Gmail.end",
    "when.by",
    "given",
    "action",
    "Turn On",
    "a.b.c",
    "rule",
    "名前.x",
  ),
  text.filter((name) => name !== ""),
);
const call = fc.record({ type: fc.constant("test_call"), tool, args: object });
const stepParts = {
  type: fc.constant("test_step"),
  tool,
  args: object,
  result: value,
  status: fc.constantFrom("failed", "timed_out", "stopped", "in_flight"),
};
const ago = fc.record({
  type: fc.constant("duration"),
  amount: fc.nat(1000).map((amount) => amount / 8),
  unit: fc.constantFrom("ms", "s", "m", "h", "d", "w"),
});
const required = { requiredKeys: ["type", "tool", "args"] as ("type" | "tool" | "args")[] };
const step = fc.record({ ...stepParts, ago }, required);

const event = fc.oneof(
  call,
  fc.record({ type: fc.constant("test_step_end"), step: fc.record(stepParts, required) }),
  fc.record({ type: fc.constant("test_state_change"), before: value, after: value }),
  fc.record({ type: fc.constant("test_finish") }),
);

const rules = fc.uniqueArray(fc.constantFrom("a", "ask_person", "end", "by", "only", "名前"), {
  minLength: 1,
  maxLength: 3,
});
const outcome = fc.constantFrom("allow", "stop", "user_inspection", "unknown", "follow_dist", "planning:cruise:Speed");
const expectation = fc.oneof(
  fc.record({ type: fc.constant("test_expectation"), outcome, rules }, { requiredKeys: ["type", "outcome"] }),
  fc.record({ type: fc.constant("test_expectation"), outcome, rules, only: fc.constant(true) }),
  fc.record(
    { type: fc.constant("test_expectation"), outcome: fc.constant("rewritten"), action: call, rules },
    { requiredKeys: ["type", "outcome", "action"] },
  ),
);

/** Removes the ages (`ago`) of all steps but the first, because only the oldest step may have one. */
function withOneAge(steps: readonly Plain[]): readonly Plain[] {
  return steps.map(({ ago: age, ...rest }, index) => (index === 0 && age !== undefined ? { ...rest, ago: age } : rest));
}

/** A test of a program. */
export const ruleTest: fc.Arbitrary<Plain> = fc.record(
  {
    type: fc.constant("test"),
    name: text,
    prompt: textLiteral,
    state: value,
    now: fc.constantFrom("2026-11-23T10:00:00Z", "2026-11-23").map((time) => ({ type: "literal", value: time })),
    steps: fc.array(step, { minLength: 1, maxLength: 3 }).map(withOneAge),
    when: event,
    expect: expectation,
  },
  { requiredKeys: ["type", "name", "when", "expect"] },
);
