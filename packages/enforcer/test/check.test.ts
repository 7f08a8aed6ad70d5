import type { Predicate, Truth } from "@helve/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { action, answers, context, engineFor } from "./engine-for.ts";

async function check(text: string, args: Record<string, Truth | "throws">) {
  const engine = engineFor(`rule @r trigger Terminal.Execute check ${text} enforce stop end`);
  const verdict = await engine.before(action(args), context);
  return verdict.decision.passes[0]?.rules[0];
}

describe("a check", () => {
  it.each<[string, Record<string, Truth | "throws">, Truth, boolean]>([
    ["", {}, true, true],
    ["True", {}, true, true],
    ["False", {}, false, false],
    ["p", { p: true }, true, true],
    ["p", { p: false }, false, false],
    ["p", { p: "unknown" }, "unknown", true],
    ["p", { p: "throws" }, "unknown", true],
    ["!p", { p: true }, false, false],
    ["!p", { p: "unknown" }, "unknown", true],
    ["!p", { p: "throws" }, "unknown", true],
    ["!!p", { p: true }, true, true],
    ["p q", { p: true, q: true }, true, true],
    ["p q", { p: true, q: false }, false, false],
    ["p q", { p: "unknown", q: true }, "unknown", true],
    ["p q", { p: "throws", q: false }, false, false],
    ["p !q", { p: true, q: false }, true, true],
  ])("`%s` with %j is %s", async (text, args, value, violated) => {
    expect(await check(text, args)).toMatchObject({ check: value, violated });
  });

  it("says what each predicate answered, and why it could not", async () => {
    const record = await check("p !q", { p: "throws", q: "unknown" });
    expect(answers(record?.predicates)).toEqual({ p: "unknown", q: "unknown" });
    expect(record?.predicates.map(({ reason }) => reason)).toEqual(["it failed: out of order", "it can't tell"]);
  });

  it("takes an answer that is no truth for unknown", async () => {
    for (const nothing of [undefined, null, "yes", 1, { value: "maybe" }]) {
      const odd = { name: "p", description: "odd", evaluate: () => nothing } as Predicate;
      const engine = engineFor("rule @r trigger any.any check p enforce stop end", { predicates: [odd] });
      expect((await engine.before(action({}), context)).kind).toBe("stop");
    }
  });

  it("waits for a predicate no longer than it may", async () => {
    const slow: Predicate = { name: "p", description: "slow", evaluate: () => new Promise(() => undefined) };
    const engine = engineFor("rule @r trigger any.any check p enforce stop end", {
      predicates: [slow],
      predicateTimeout: 5,
    });
    const verdict = await engine.before(action({}), context);
    expect(verdict.decision.passes[0]?.rules[0]?.predicates[0]).toMatchObject({
      value: "unknown",
      reason: "no answer within 5 ms",
    });
  });

  it("asks a predicate once for the same arguments", async () => {
    const calls: unknown[] = [];
    const p: Predicate = {
      name: "p",
      description: "counts",
      evaluate: (operands) => {
        calls.push(operands);
        return true;
      },
    };
    const rules = `
      rule @a trigger any.any check p(args.command) p(args.command) enforce stop end
      rule @b trigger any.any check p(args.command) p("x", 1) p(args.a["b c"][0]) enforce stop end
    `;
    await engineFor(rules, { predicates: [p] }).before(action({ command: "ls", a: { "b c": ["deep"] } }), context);
    expect(calls).toEqual([
      [{ value: "ls", path: "/command" }],
      [{ value: "x" }, { value: 1 }],
      [{ value: "deep", path: "/a/b c/0" }],
    ]);
  });

  it("never follows a reference into a prototype", async () => {
    const seen: unknown[] = [];
    const p: Predicate = { name: "p", description: "looks", evaluate: ([operand]) => seen.push(operand?.value) > 0 };
    const rules = "rule @a trigger any.any check p(args.constructor) p(args.command.length) enforce stop end";
    await engineFor(rules, { predicates: [p] }).before(action({ command: { a: 1 } }), context);
    expect(seen).toEqual([undefined, undefined]);
  });
});

describe("the value of any check", () => {
  type Check = { readonly text: string; readonly value: number };
  const truths = { 0: false, 0.5: "unknown", 1: true } as const;
  const given = { p: "unknown", q: true, f: false } as const;

  /** Kleene's logic over 0, ½ and 1: not is 1 − x, and is the least. */
  const { anyCheck } = fc.letrec<{ anyCheck: Check }>((tie) => ({
    anyCheck: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom(
        { text: "True", value: 1 },
        { text: "False", value: 0 },
        { text: "p", value: 0.5 },
        { text: "q", value: 1 },
        { text: "f", value: 0 },
      ),
      tie("anyCheck").map(({ text, value }) => ({ text: `!${text}`, value: 1 - value })),
    ),
  }));

  it("is Kleene's", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyCheck, { maxLength: 4 }), async (checks) => {
        const expected = Math.min(1, ...checks.map(({ value }) => value)) as keyof typeof truths;
        const record = await check(checks.map(({ text }) => text).join(" "), given);
        expect(record).toMatchObject({ check: truths[expected], violated: expected !== 0 });
      }),
    );
  });
});
