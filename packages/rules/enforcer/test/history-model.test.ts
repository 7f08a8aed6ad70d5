import { parseProgram } from "@helve/agentspec";
import { type Action, type JsonValue, type Step, withHistory } from "@helve/core";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Trace, truthIn } from "./history-reference.ts";
import { engineWith, recordOf } from "./history-support.ts";

const number = fc.integer({ min: -1, max: 3 });
const order = fc.constantFrom("==", "!=", "<", "<=", ">", ">=");
const pattern = fc.constantFrom("A.x", "A.any", "any.x", "A.x*", "B.x", "B.x | A.xy");
const text = (...parts: readonly (string | fc.Arbitrary<unknown>)[]): fc.Arbitrary<string> =>
  fc.tuple(...parts.map((part) => (typeof part === "string" ? fc.constant(part) : part))).map((all) => all.join(""));

const stepNumber = fc.constantFrom(
  "step.args.n",
  "step.args.n?",
  "step.result",
  "step.result.n",
  "step.at",
  "step.args.n + args.n",
);
const actionNumber = fc.oneof(
  fc.constantFrom("args.n", "args.n?", "now", "state.n", "now - step.at", "args.n - 1"),
  number.map(String),
);
const where = fc.letrec<{ where: string }>((tie) => ({
  where: fc.oneof(
    { maxDepth: 2, depthSize: "small" },
    text(stepNumber, " ", order, " ", actionNumber),
    fc.constantFrom(
      ...["step.args.s == args.s", "args.s == step.args.s", "step.args.n == args.n", 'step.status != "success"'],
      ...['step.args.s == "A" ignoring case', 'step.args.s in ["a", "b"]', "some(step.args.l, == args.s)"],
    ),
    text("!(", tie("where"), ")"),
    text("(", tie("where"), " & ", tie("where"), ")"),
    text("(", tie("where"), " | ", tie("where"), ")"),
  ),
})).where;
const query = text(
  pattern,
  fc.oneof(fc.constant(""), text(" where ", where)),
  fc.oneof(fc.constant(""), text(" since ", pattern)),
  fc.oneof(
    fc.constant(""),
    text(" within ", fc.integer({ min: 1, max: 4 }), " steps"),
    text(" within ", fc.integer({ min: 0, max: 6 }), "ms"),
  ),
);
const value = fc.oneof(
  text("count(", query, ")"),
  text(
    "sum(",
    fc.constantFrom("step.args.n", "step.result", "step.args.n * 2", "step.args.n * args.n"),
    " of ",
    query,
    ")",
  ),
  text("last(", query, ")", fc.constantFrom(".args.n", ".result", ".at", ".status", ".args.n?", ".tool")),
  text("count(", query, ") * ", number, " - sum(step.args.n of ", query, ")"),
  text("sum(step.args.n of ", query, ") + args.n"),
);
const condition = fc.letrec<{ condition: string }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 2, depthSize: "small" },
    text("once(", query, ")"),
    text(
      value,
      " ",
      order,
      " ",
      actionNumber.filter((one) => !one.includes("step")),
    ),
    text("every(args.l, ", order, " ", number, ")"),
    text("some(args.l?, ", order, " args.n)"),
    text("!(", tie("condition"), ")"),
    text("(", tie("condition"), " & ", tie("condition"), ")"),
    text("(", tie("condition"), " | ", tie("condition"), ")"),
  ),
})).condition;

const anyArgs = fc.record(
  {
    n: fc.oneof({ arbitrary: number, weight: 5 }, fc.constant("x")),
    s: fc.constantFrom("a", "A", "b"),
    l: fc.oneof(fc.array(number, { maxLength: 2 }), fc.constant("a")),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Action["args"]>;
const name = fc.constantFrom("A.x", "A.xy", "A.z", "B.x");
const time = fc.option(fc.integer({ min: 0, max: 8 }), { nil: undefined, freq: 6 });
const ended: fc.Arbitrary<Step> = fc
  .record({
    name,
    args: anyArgs,
    status: fc.constantFrom("success", "success", "success", "success", "failed", "timed_out", "stopped"),
    at: time,
    result: fc.oneof(number, fc.record({ n: number }), fc.constant(null)),
  })
  .map(({ name: tool, args, status, at, result }) => ({
    action: { id: "s", name: tool, args },
    observation: { parts: [{ type: "json", content: result }], isError: status === "failed" },
    ran: status !== "stopped",
    status: status as "success",
    ...(at !== undefined && { endedAt: at }),
  }));
const flying: fc.Arbitrary<Step> = fc.record({ name, args: anyArgs }).map(({ name: tool, args }) => ({
  action: { id: "f", name: tool, args },
  observation: { parts: [], isError: false },
  ran: false,
  inFlight: true,
}));
const situation = fc.record({
  check: condition,
  steps: fc.array(ended, { maxLength: 8 }),
  inOrder: fc.boolean(),
  inFlight: fc.array(flying, { maxLength: 2 }),
  args: anyArgs,
  now: time,
  cut: fc.nat(8),
});

describe("a check about earlier steps", () => {
  it("has the value that the definition gives it, as the session grows and after a snapshot", async () => {
    await fc.assert(
      fc.asyncProperty(situation, async ({ check, steps: drawn, inOrder, inFlight, args, now, cut }) => {
        const steps = inOrder ? drawn.toSorted((a, b) => (a.endedAt ?? 0) - (b.endedAt ?? 0)) : drawn;
        const node = parseProgram(`rule @r trigger any.any check ${check} enforce stop end`).rules[0]?.check;
        if (node === undefined) throw new Error("no rule");
        const engine = engineWith(check);
        const state = { n: 1 };
        const lengths = [...Array(steps.length + 1).keys(), Math.min(cut, steps.length)];
        for (const length of lengths) {
          const trace: Trace = { steps: [...steps.slice(0, length), ...inFlight], args, state, now };
          const { check: truth } = await recordOf(engine, { ...trace, now: now as number, history: steps });
          expect(truth, `${length} steps`).toBe(truthIn(node, trace));
        }
        const kept = JSON.parse(
          JSON.stringify(engine.snapshot({ trajectory: withHistory(steps.slice(0, cut), steps) })),
        ) as JsonValue;
        const later = { steps: [...steps.slice(cut), ...inFlight], args, state, now: now as number, earlier: [kept] };
        const { check: continued } = await recordOf(engineWith(check), { ...later, history: steps });
        expect(continued, "after a snapshot").toBe(truthIn(node, { steps: [...steps, ...inFlight], args, state, now }));
      }),
      { numRuns: runs(400, 100_000) },
    );
  });
});
