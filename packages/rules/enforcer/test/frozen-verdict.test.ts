import type { Predicate, Step, Verdict } from "@helve/core";
import { freezeCopy, isFrozenJson } from "@helve/core/internal";
import type { EngineOptions, InspectionAnswer } from "@helve/enforcer";
import { describe, expect, it } from "vitest";
import { action, context, engineFor } from "./engine-for.ts";

const marked = freezeCopy(action({ p: true, q: "throws", to: ["ann", "bob"], amount: 900 }), "convert");

/** A predicate with evidence that it changes after it has answered. */
const evidence = [{ path: "/to/0", start: 0, end: 3, text: "ann" }];
const f: Predicate = { name: "f", description: "", evaluate: () => ({ value: true, reason: "ann is new", evidence }) };

function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen);
}

const rule = (check: string, enforce: string, trigger = "any"): string =>
  `rule @r trigger ${trigger} check ${check} enforce ${enforce} end`;

const approving = (): InspectionAnswer => ({ decision: "approve" });
const programs: readonly (readonly [string, string, Partial<EngineOptions>])[] = [
  ["no rule for the tool", rule("p", "stop", "Other.Tool"), {}],
  ["a false comparison", rule("args.amount < 10", "stop"), {}],
  ["a true comparison with evidence", rule('args.to contains "ann"', "stop"), {}],
  ["a comparison of a missing value", rule("args.from == prompt", "stop"), {}],
  ["a predicate that throws", rule("q", "stop"), {}],
  ["evidence", rule("f(args.to)", "warn"), { predicates: [f] }],
  ["a conjunction", rule("!(p && args.amount > 1000)", "log"), {}],
  [
    "an approved inspection of two rules",
    `${rule("p", "user_inspection")} ${rule("p", "user_inspection").replace("@r", "@s")}`,
    { inspect: approving },
  ],
  ["a rejection", rule("p", "user_inspection"), { inspect: () => ({ decision: "reject", reason: "no" }) }],
  ["shadow mode", rule("p", "stop"), { mode: "shadow" }],
  ["default deny", `default deny ${rule("p", "allow")}`, {}],
];

describe("a verdict about an action that is frozen JSON", () => {
  it.each(programs)("is frozen JSON as a whole: %s", async (_what, text, options) => {
    const engine = engineFor(text, options);
    const observation = { parts: [{ type: "text", content: "done" } as const], isError: false };
    const step: Step = { action: marked, observation, ran: true };
    for (const verdict of [await engine.before(marked, context), await engine.after(step, context)]) {
      expect(isFrozenJson(verdict)).toBe(true);
      expect(isDeeplyFrozen(verdict)).toBe(true);
      expect(JSON.parse(JSON.stringify(verdict))).toEqual(verdict);
    }
  });

  it.each(programs)("equals the verdict about an equal action that is not: %s", async (_what, text, options) => {
    const copy = JSON.parse(JSON.stringify(marked));
    const verdict = await engineFor(text, options).before(copy, context);
    expect(JSON.stringify(verdict)).toBe(JSON.stringify(await engineFor(text, options).before(marked, context)));
    expect(isFrozenJson(verdict)).toBe(false);
  });

  it("does not change with what a predicate or an inspector keeps", async () => {
    let kept: readonly unknown[] = [];
    const inspect: EngineOptions["inspect"] = ({ rules }) => {
      kept = rules;
      return { decision: "approve" };
    };
    const verdict = await engineFor(rule("f(args.to)", "user_inspection"), { predicates: [f], inspect }).before(
      marked,
      context,
    );
    const before = JSON.stringify(verdict);
    Object.assign(evidence[0] as object, { text: "changed" });
    expect(() => Object.assign(kept[0] as object, { violated: false })).toThrow(TypeError);
    expect(JSON.stringify(verdict)).toBe(before);
    Object.assign(evidence[0] as object, { text: "ann" });
  });
});

describe("a verdict that waits for an answer", () => {
  it("is not marked, and neither is the one after a late answer: their records may come from outside", async () => {
    const engine = engineFor(rule("p", "user_inspection"), {
      inspect: () => ({ decision: "later" }),
      lateAnswers: { key: "a key of 32 bytes or more, of course" },
    });
    const pending = (await engine.before(marked, context)) as Verdict & { readonly kind: "pending" };
    expect([pending.kind, isFrozenJson(pending)]).toEqual(["pending", false]);
    const answer = { decision: "approve", token: pending.token };
    const resumed = await engine.resume(pending, answer, context);
    expect([resumed.kind, isFrozenJson(resumed)]).toEqual(["allow", false]);
  });
});
