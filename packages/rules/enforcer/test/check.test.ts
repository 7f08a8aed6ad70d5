import type { Finding, Predicate, Truth } from "@helve/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { action, answers, context, engineFor, named } from "./engine-for.ts";

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
    ["p & q", { p: "throws", q: true }, "unknown", true],
    ["p & q", { p: "throws", q: false }, false, false],
    ["q & p", { p: "throws", q: false }, false, false],
    ["p | q", { p: "throws", q: true }, true, true],
    ["p | q", { p: "throws", q: false }, "unknown", true],
    ["q | p", { p: "unknown", q: "throws" }, "unknown", true],
    ["p | q", { p: false, q: false }, false, false],
    ["!(p | q)", { p: "throws", q: false }, "unknown", true],
    ["!(p & q)", { p: "throws", q: false }, true, true],
    ["!(p & !q)", { p: true, q: "throws" }, "unknown", true],
    ["!(p | q)", { p: "throws", q: true }, false, false],
  ])("`%s` with %j is %s", async (text, args, value, violated) => {
    expect(await check(text, args)).toMatchObject({ check: value, violated });
  });

  it("records each predicate's value and why it is unknown", async () => {
    const record = await check("p !q", { p: "throws", q: "unknown" });
    expect(answers(record?.predicates)).toEqual({ p: "unknown", q: "unknown" });
    expect(record?.predicates.map(({ reason }) => reason)).toEqual([
      "it failed: out of order",
      "the predicate has no answer",
    ]);
  });

  it.each<[string, Record<string, Truth | "throws">, readonly string[]]>([
    ["p | q", { p: false, q: true }, ["q"]],
    ["p | q", { p: false, q: "unknown" }, ["q"]],
    ["p | q", { p: "unknown", q: "throws" }, ["p", "q"]],
    ["p & q", { p: true, q: "unknown" }, ["p", "q"]],
    ["!(p & q)", { p: true, q: false }, ["q"]],
    ["!(p | q)", { p: false, q: false }, ["p", "q"]],
    ["(p | q) & p", { p: true, q: false }, ["p", "p"]],
    ["(q | p) & !q", { p: true, q: false }, ["p", "q"]],
  ])("`%s` with %j is decided by %j", async (text, args, relevant) => {
    const record = await check(text, args);
    expect(record?.predicates.filter(({ irrelevant }) => !irrelevant).map(({ predicate }) => predicate)).toEqual(
      relevant,
    );
  });

  it("has the same value whatever an irrelevant predicate answers", async () => {
    const names = fc.constantFrom("p", "q", "f");
    const { check: checks } = fc.letrec<{ check: string }>((tie) => ({
      check: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        names,
        tie("check").map((inner) => `!(${inner})`),
        fc.tuple(tie("check"), fc.constantFrom("&", "|"), tie("check")).map((parts) => `(${parts.join(" ")})`),
      ),
    }));
    const answersOf = fc.record({ p: fc.boolean(), q: fc.boolean(), f: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(checks, answersOf, answersOf, async (text, args, others) => {
        const record = await check(text, args);
        const relevant = record?.predicates.filter(({ irrelevant }) => !irrelevant) ?? [];
        const kept = Object.fromEntries(
          Object.entries(args).filter(([name]) => relevant.some(({ predicate }) => predicate.startsWith(name))),
        );
        expect((await check(text, { ...others, ...kept }))?.check).toBe(record?.check);
      }),
    );
  });

  it("treats an answer that is neither true nor false as unknown", async () => {
    for (const nothing of [undefined, null, "yes", 1, { value: "maybe" }]) {
      const odd = { name: "p", description: "odd", evaluate: () => nothing } as Predicate;
      const engine = engineFor("rule @r trigger any.any check p enforce stop end", { predicates: [odd] });
      expect((await engine.before(action({}), context)).kind).toBe("stop");
    }
  });

  it("waits for a predicate no longer than predicateTimeout", async () => {
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

  it("calls a predicate once for the same arguments", async () => {
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

describe("action.repairKinds", () => {
  const rules = `
    rule @complete trigger any check action.repairKinds contains "truncated" enforce stop end
    rule @quotes trigger any check action.repairKinds == ["single_quotes"] enforce stop end`;
  const stoppedBy = async (repairKinds?: readonly string[]) => {
    const verdict = await engineFor(rules).before({ ...action({}), ...(repairKinds && { repairKinds }) }, context);
    return verdict.decision.passes[0]?.rules.filter(({ violated }) => violated).map(({ rule }) => rule);
  };

  it("has the kinds of the repairs that the arguments needed", async () => {
    expect(await stoppedBy(["fence", "truncated"])).toEqual(["complete"]);
    expect(await stoppedBy(["single_quotes"])).toEqual(["quotes"]);
  });

  it("is an empty list for arguments without repairs, not unknown", async () => {
    expect(await stoppedBy()).toEqual([]);
  });

  it("stays with an action that a rule invokes or a fix changes in its place", async () => {
    const repaired = { ...action({ p: true }), repairKinds: ["single_quotes"] };
    const invoking = engineFor('rule @x trigger any check p enforce invoke_action(Other.Tool, {"to": args.p}) end');
    expect(await invoking.before(repaired, context)).toMatchObject({
      action: { name: "Other.Tool", repairKinds: ["single_quotes"] },
    });
    const fixing = engineFor("rule @x trigger any check p enforce user_inspection(mend) end", {
      fixes: { mend: () => ({ p: false }) },
      inspect: () => ({ decision: "fix", fix: "mend" }),
    });
    expect(await fixing.before(repaired, context)).toMatchObject({
      action: { args: { p: false }, repairKinds: ["single_quotes"] },
    });
  });
});

describe("a predicate", () => {
  const rule = "rule @r trigger any.any check p enforce stop end";
  const answering = (answer: unknown): Predicate => ({ ...named("p"), evaluate: () => answer as Truth });
  const recordOf = async (predicate: Predicate) => {
    const verdict = await engineFor(rule, { predicates: [predicate] }).before(action({}), context);
    return verdict.decision.passes[0]?.rules[0]?.predicates[0];
  };

  it("is recorded as failed when it throws, unlike one without an answer", async () => {
    const thrown = { ...named("p"), evaluate: () => Promise.reject(new Error("offline")) };
    expect(await recordOf(thrown)).toEqual({
      predicate: "p",
      value: "unknown",
      failed: true,
      reason: "it failed: offline",
      evidence: [],
    });
    expect(await recordOf(answering("unknown"))).toEqual({
      predicate: "p",
      value: "unknown",
      reason: "the predicate has no answer",
      evidence: [],
    });
  });

  it("has its reason and evidence recorded, synchronously or asynchronously", async () => {
    const finding = {
      value: true,
      reason: "rm deletes x",
      evidence: [{ path: "/command", start: 0, end: 2, text: "rm", own: 1 }],
    };
    const record = {
      predicate: "p",
      value: true,
      reason: "rm deletes x",
      evidence: [{ path: "/command", start: 0, end: 2, text: "rm" }],
    };
    expect(await recordOf(answering(finding))).toEqual(record);
    expect(await recordOf(answering(Promise.resolve(finding)))).toEqual(record);
  });

  it("may return a finding with any value", async () => {
    for (const value of [true, false, "unknown"] as const) {
      const finding = { value, reason: "of the moon", evidence: [] };
      expect(await recordOf(answering(finding))).toEqual({ predicate: "p", ...finding });
    }
    const alone = { value: false, reason: "it is false" };
    expect(await recordOf(answering({ value: false }))).toMatchObject(alone);
    expect(await recordOf(answering(false))).toMatchObject(alone);
  });

  it.each([
    [{ value: true, reason: 7, evidence: "all of it" }],
    [{ value: true, evidence: [null, { path: 1 }, { path: "/a", start: 0.5, end: 1, text: "a" }] }],
  ])("has values that are not JSON dropped from the record: %j", async (finding) => {
    expect(await recordOf(answering(finding))).toEqual({
      predicate: "p",
      value: true,
      reason: "it is true",
      evidence: [],
    });
  });

  it("is called once per pass for the same arguments, however they are written", async () => {
    const asked: unknown[] = [];
    const p: Predicate = { ...named("p"), evaluate: (operands) => asked.push(operands) > 0 };
    const state = { name: "ls", list: ["ls"], when: new Date(0) };
    const engine = engineFor(
      `rule @a trigger any.any let x = args.command let y = [x, {"k": 1, "j": 2}]
         check p(x) p(args["command"]) p(y) p([args.command, {"j": 2, "k": 1}]) enforce none end
       rule @b trigger any.any check p("ls") p(state.name) p(state.list[0]) p(state.when) p(state.when) p(args.none) enforce none end
       rule @c trigger any.any check q enforce user_inspection end`,
      {
        predicates: [p, { ...named("q"), evaluate: (_, { action: { args } }) => args["edited"] !== true }],
        inspect: () => ({ decision: "edit", args: { command: "ls", edited: true } }),
      },
    );
    await engine.before(action({ command: "ls" }), { ...context, state });
    const once = [
      [{ value: "ls", path: "/command" }],
      [{ value: ["ls", { k: 1, j: 2 }] }],
      [{ value: "ls" }],
      [{ value: state.when }],
      [{ value: undefined, path: "/none" }],
    ];
    expect(asked).toEqual([...once, ...once]);
  });

  it("is not called when another operand decides the check", async () => {
    const asked: unknown[] = [];
    const p: Predicate = { ...named("p"), evaluate: () => asked.push(0) > 0 };
    await engineFor("rule @r trigger any.any check False p enforce stop end", { predicates: [p] }).before(
      action({}),
      context,
    );
    await engineFor("rule @r trigger any.any check True | p enforce none end", { predicates: [p] }).before(
      action({}),
      context,
    );
    expect(asked).toEqual([]);
  });

  it("sees the action, the steps before it, the prompt and the state", async () => {
    const seen: unknown[] = [];
    const p: Predicate = { ...named("p"), evaluate: (_operands, { signal: _, ...given }) => seen.push(given) > 0 };
    const asked = action({ command: "ls" });
    await engineFor("rule @r trigger any.any check p enforce none end", { predicates: [p] }).before(asked, {
      ...context,
      state: { open: true },
    });
    expect(seen).toEqual([{ action: asked, trajectory: [], prompt: "free up disk space", state: { open: true } }]);
  });

  it("fails when its arguments can't be read", async () => {
    const state = {
      get secret(): unknown {
        throw new Error("locked");
      },
    };
    const engine = engineFor("rule @r trigger any.any check p(state.secret) enforce none end");
    const { decision } = await engine.before(action({}), { ...context, state });
    expect(decision.passes[0]?.rules[0]?.predicates[0]).toMatchObject({ failed: true, reason: "it failed: locked" });
  });
});

describe("on unknown and on error", () => {
  it.each<[string, string, Truth | "throws", string, string]>([
    ["", "stop", "unknown", "stop", "stopped"],
    ["", "stop", "throws", "stop", "stopped"],
    ["on unknown ignore", "stop", "unknown", "allow", ""],
    ["on unknown ignore", "stop", "throws", "stop", "stopped"],
    ["on error ignore", "stop", "throws", "allow", ""],
    ["on error ignore", "stop", "unknown", "stop", "stopped"],
    ["on unknown stop", "none", "unknown", "stop", "stopped"],
    ["on error stop", "none", "unknown", "allow", "nothing"],
    ["on unknown user_inspection", "stop", "unknown", "allow", "approved"],
    ["on error user_inspection", "none", "throws", "allow", "approved"],
    ["on unknown violated", "none", "unknown", "allow", "nothing"],
    ["on unknown ignore on error stop", "none", true, "allow", "nothing"],
  ])("%s: a rule that says %s, whose predicate says %s, comes to %s (%s)", async (header, deed, p, kind, outcome) => {
    const engine = engineFor(`${header} rule @r trigger any.any check p enforce ${deed} end`, {
      inspect: () => ({ decision: "approve" }),
    });
    const verdict = await engine.before(action({ p }), context);
    expect(verdict.kind).toBe(kind);
    const pass = verdict.decision.passes[0];
    expect(pass?.enforcements.map((one) => one.outcome).join(" ")).toBe(outcome);
    expect(pass?.rules[0]).toMatchObject({ check: p === "throws" ? "unknown" : p, violated: outcome !== "" });
  });

  it("hold both when one predicate failed and another can't tell", async () => {
    const engine = engineFor(
      "on unknown user_inspection on error violated rule @r trigger any.any check p q enforce none end",
      { inspect: () => ({ decision: "approve" }) },
    );
    const verdict = await engine.before(action({ p: "unknown", q: "throws" }), context);
    expect(verdict.decision.passes[0]?.enforcements.map(({ outcome }) => outcome)).toEqual(["approved", "nothing"]);
  });

  it.each<[string, string, Finding["unknown"], string]>([
    ["on unknown ignore", "", undefined, "allow"],
    ["on unknown ignore", "on unknown stop", undefined, "stop"],
    ["on unknown stop", "on unknown ignore", ["path"], "allow"],
    ["on unknown ignore", "on unknown path stop", undefined, "allow"],
    ["on unknown ignore", "on unknown path stop", ["path"], "stop"],
    ["on unknown ignore", "on unknown path stop", ["code"], "allow"],
    ["on unknown code ignore", "", ["code"], "allow"],
    ["on unknown code ignore", "", ["path"], "stop"],
    ["on unknown code ignore", "", ["code", "other"], "stop"],
    ["on unknown code ignore", "on unknown code violated", ["code"], "stop"],
    ["on unknown path ignore on unknown code ignore", "", ["path", "code"], "allow"],
    ["on unknown path ignore", "on unknown violated", ["path"], "stop"],
  ])("%s, and in the rule %s: of an unknown %j comes %s", async (header, own, unknown, kind) => {
    const unsure: Predicate = {
      description: "",
      name: "unsure",
      evaluate: () => ({ value: "unknown" as const, reason: "", evidence: [], unknown }),
    };
    const engine = engineFor(`${header} rule @r ${own} trigger any.any check unsure enforce stop end`, {
      predicates: [unsure],
    });
    expect((await engine.before(action({}), context)).kind).toBe(kind);
  });

  it("hold for a comparison, too", async () => {
    const engine = engineFor("on unknown ignore rule @r trigger any.any check args.n > 1 enforce stop end");
    expect((await engine.before(action({}), context)).kind).toBe("allow");
    expect((await engine.before(action({ n: 2 }), context)).kind).toBe("stop");
  });
});

describe("the value of any check", () => {
  type Check = { readonly text: string; readonly value: number };
  const truths = { 0: false, 0.5: "unknown", 1: true } as const;
  const given = { p: "unknown", q: true, f: false } as const;

  /** Kleene's logic over 0, ½ and 1: not is 1 − x, and is the least, or the greatest. */
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
      tie("anyCheck").map(({ text, value }) => ({ text: `!(${text})`, value: 1 - value })),
      fc.tuple(tie("anyCheck"), tie("anyCheck")).map(([one, other]) => ({
        text: `(${one.text} | ${other.text})`,
        value: Math.max(one.value, other.value),
      })),
      fc.tuple(tie("anyCheck"), tie("anyCheck")).map(([one, other]) => ({
        text: `(${one.text} & ${other.text})`,
        value: Math.min(one.value, other.value),
      })),
    ),
  }));

  it("is Kleene's", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyCheck, { maxLength: 4 }), async (checks) => {
        const expected = Math.min(1, ...checks.map(({ value }) => value)) as keyof typeof truths;
        const record = await check(checks.map(({ text }) => text).join(" & "), given);
        expect(record).toMatchObject({ check: truths[expected], violated: expected !== 0 });
      }),
    );
  });
});
