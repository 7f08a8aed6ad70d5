import { type CatalogueTool, diagnose, parseProgram } from "@helve/agentspec";
import type { GuardContext, Step, StepStatus, Truth } from "@helve/core";
import { Engine } from "@helve/enforcer";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const parameters = {
  number: { type: "number", minimum: 0, maximum: 10 },
  text: { type: "string" },
  kind: { enum: ["once", "daily"] },
  flag: { type: "boolean" },
  list: { type: "array", items: { type: "string" } },
} as const;

const tools: readonly CatalogueTool[] = [{ name: "Bank.Pay", parameters: { type: "object", properties: parameters } }];

const context: GuardContext = {
  trajectory: [],
  prompt: "",
  signal: new AbortController().signal,
  decode: async (action) => ({ ok: true, action, repairs: [] }),
};

/** The value that the engine gives a check. */
async function valueInEngine(
  check: string,
  args: Record<string, unknown>,
  trajectory: readonly Step[] = [],
): Promise<Truth | undefined> {
  const engine = new Engine(parseProgram(`rule @r trigger Bank.Pay check ${check} enforce stop end`), {
    predicates: [],
  });
  const verdict = await engine.before({ id: "1", name: "Bank.Pay", args }, { ...context, trajectory });
  return verdict.decision.passes[0]?.rules[0]?.check;
}

describe("a comparison that diagnose calls constant", () => {
  const argument = fc.constantFrom(...Object.keys(parameters)).map((name) => `args.${name}`);
  const literal = fc.constantFrom(
    "0",
    "5",
    "11",
    "-1",
    '"once"',
    '"weekly"',
    '"5"',
    "true",
    '["a", "b"]',
    "[]",
    '["once"]',
  );
  const operator = fc.constantFrom(
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "contains",
    "starts_with",
    "ends_with",
    "in",
    "matches",
  );
  const comparison = fc
    .tuple(argument, operator, fc.oneof(literal, argument))
    .filter(([, operatorText, right]) => operatorText !== "matches" || right.startsWith('"'))
    .map((parts) => parts.join(" "));
  const args = fc.record({
    number: fc.integer({ min: 0, max: 10 }),
    text: fc.constantFrom("", "a", "once", "5", "weekly"),
    kind: fc.constantFrom("once", "daily"),
    flag: fc.boolean(),
    list: fc.array(fc.constantFrom("a", "once"), { maxLength: 2 }),
  });

  const step = fc.tuple(args, fc.constantFrom("success", "failed", "timed_out", "stopped", "in_flight")).map(
    ([given, status]): Step => ({
      action: { id: "0", name: "Bank.Pay", args: given },
      observation: { isError: status === "failed", parts: [{ type: "text", content: "done" }] },
      ran: status !== "stopped" && status !== "in_flight",
      ...(status === "in_flight" ? { inFlight: true } : { status: status as StepStatus, endedAt: 1 }),
    }),
  );
  const steps = fc.array(step, { maxLength: 3 });
  const query = fc.constantFrom("Bank.Pay", "Bank.Pay within 2 steps", "Bank.Pay where step.args.flag == args.flag");
  const calculated = fc.oneof(
    query.map((text) => `count(${text})`),
    query.map((text) => `sum(step.args.number of ${text})`),
    query.map((text) => `count(${text}) + args.number`),
    fc.constantFrom("args.number * 2", "args.number? + 1", "now", "1m", "args.kind?", "args.number?", "args.text?"),
    query.map((text) => `last(${text}).args.number`),
  );
  const asked = fc
    .tuple(calculated, operator, fc.oneof(literal, fc.constant("1h")), fc.constantFrom("", " ignoring case"))
    .filter(([, operatorText, right]) => operatorText !== "matches" || right.startsWith('"'))
    .map(([left, operatorText, right, end]) => `${left} ${operatorText} ${right}${end}`);
  const swapped = fc
    .tuple(
      fc.constantFrom("0", "5", "11", "-1"),
      fc.constantFrom("==", "!=", "<", "<=", ">", ">="),
      fc.oneof(argument, calculated),
    )
    .map((parts) => parts.join(" "));
  const ignoring = fc
    .tuple(argument, operator, fc.constantFrom('"ONCE"', '"Weekly"', '["ONCE"]', '["Weekly", "DAILY"]'))
    .filter(([, operatorText, right]) => operatorText !== "matches" || right.startsWith('"'))
    .map((parts) => `${parts.join(" ")} ignoring case`);

  it("has that value in the engine for every history, also with steps in flight and absent optional arguments", async () => {
    let constant = 0;
    const given = fc.tuple(args, fc.subarray(Object.keys(parameters))).map(([all, absent]) => ({ all, absent }));
    await fc.assert(
      fc.asyncProperty(fc.oneof(asked, swapped, ignoring), given, steps, async (check, { all, absent }, trajectory) => {
        const issues = diagnose(`rule @r trigger Bank.Pay check ${check} enforce stop end`, { tools });
        const code = issues.find((issue) => issue.code.startsWith("always_"))?.code;
        if (code === undefined) return;
        constant++;
        const expected = code === "always_true" ? true : code === "always_false" ? false : "unknown";
        const present = Object.entries(all).filter(
          ([name]) => !(check.includes(`args.${name}?`) && absent.includes(name)),
        );
        expect(await valueInEngine(check, Object.fromEntries(present), trajectory), check).toBe(expected);
      }),
      { numRuns: 1000 },
    );
    expect(constant).toBeGreaterThan(100);
  });

  it("has that value in the engine, for every action", async () => {
    let constant = 0;
    await fc.assert(
      fc.asyncProperty(comparison, args, async (check, given) => {
        const issues = diagnose(`rule @r trigger Bank.Pay check ${check} enforce stop end`, { tools });
        const code = issues.find((issue) => issue.code.startsWith("always_"))?.code;
        if (code === undefined) return;
        constant++;
        const expected = code === "always_true" ? true : code === "always_false" ? false : "unknown";
        expect(await valueInEngine(check, given)).toBe(expected);
      }),
      { numRuns: 500 },
    );
    expect(constant).toBeGreaterThan(50);
  });
});
