import { parseProgram } from "@helve/agentspec";
import type { GuardContext, Truth } from "@helve/core";
import { Engine } from "@helve/enforcer";
import fc from "fast-check";
import { expect, it } from "vitest";
import { conditionValues } from "../src/condition-values.ts";

const names = ["p", "q", "r", "s", "t"];

/** Checks in which each predicate occurs at most once. */
const check = fc.shuffledSubarray(names, { minLength: 1 }).chain((used) => nested(used));

function nested(used: readonly string[]): fc.Arbitrary<string> {
  const [only] = used;
  if (used.length === 1 && only !== undefined) return fc.constantFrom(only, `!${only}`);
  return fc
    .integer({ min: 1, max: used.length - 1 })
    .chain((at) =>
      fc
        .tuple(nested(used.slice(0, at)), fc.constantFrom("&", "|"), nested(used.slice(at)), fc.constantFrom("", "!"))
        .map(([left, sign, right, not]) => `${not}(${left} ${sign} ${right})`),
    );
}

const context: GuardContext = {
  trajectory: [],
  prompt: "",
  signal: new AbortController().signal,
  decode: async (action) => ({ ok: true, action, repairs: [] }),
};

it("assigns to each condition the value that its predicate had, and none to those that were not evaluated", async () => {
  const truth = fc.constantFrom<Truth>(true, false, "unknown");
  await fc.assert(
    fc.asyncProperty(check, fc.tuple(truth, truth, truth, truth, truth), async (text, truths) => {
      const called = new Map<string, Truth>();
      const predicates = names.map((name, index) => ({
        name,
        description: "a truth",
        evaluate: () => {
          const value = truths[index] ?? "unknown";
          called.set(name, value);
          return value;
        },
      }));
      const program = parseProgram(`rule @r trigger any check ${text} enforce stop end`);
      const engine = new Engine(program, { predicates, mode: "dry run" });
      const { decision } = await engine.before({ id: "1", name: "T.x", args: {} }, context);
      const [record] = decision.passes[0]?.rules ?? [];
      const [rule] = program.rules;
      if (rule === undefined || record === undefined) throw new Error("no record");
      const values = conditionValues(rule.check, record.predicates);
      const named = values.flatMap(({ condition, value }) =>
        condition.type === "predicate" && value !== undefined ? [[condition.name, value] as const] : [],
      );
      expect(new Map(named)).toEqual(called);
      expect(values.some(({ decides }) => decides) || record.check === "unknown" || values.length > 1).toBe(true);
    }),
  );
});
