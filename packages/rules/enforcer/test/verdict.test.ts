import { parseProgram } from "@helve/agentspec";
import { type Action, canonicalJson, type Verdict } from "@helve/core";
import { Engine } from "@helve/enforcer";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { action, context, engineFor } from "./engine-for.ts";
import { anyActions, anyModel, anyWorld, engineOf } from "./models.ts";
import type { Model, World } from "./reference.ts";

async function verdictsOf(engine: Engine, actions: readonly Action[]): Promise<readonly Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const one of actions) verdicts.push(await engine.before(one, context));
  return verdicts;
}

describe("a verdict", () => {
  it("is plain JSON, and the same byte for byte for the same input and the same answers", async () => {
    await fc.assert(
      fc.asyncProperty(anyModel, anyActions, anyWorld, async (model, actions, world) => {
        const verdicts = await verdictsOf(engineOf(model, world), actions);
        const text = JSON.stringify(verdicts);
        expect(JSON.parse(text)).toStrictEqual(verdicts);
        expect(JSON.stringify(await verdictsOf(engineOf(model, world), actions))).toBe(text);
      }),
    );
  });

  it("is the same with late answers to other engines", async () => {
    await fc.assert(
      fc.asyncProperty(anyModel, anyActions, anyWorld, async (model, [asked], world) => {
        if (asked === undefined) return;
        const atOnce = await engineOf(model, world).before(asked, context);
        expect(canonicalJson(await answeredLater(model, asked, world))).toBe(canonicalJson(atOnce));
      }),
    );
  });

  it("records an enforcement of the application once, though it is applied again after a late answer", async () => {
    const rules = [
      { name: "r0", priority: 0, tool: "A.x", check: [], enforce: [{ does: "brake", how: 0 } as const] },
      { name: "r1", priority: 0, tool: "A.x", check: [], enforce: [{ does: "user_inspection", fixes: [] } as const] },
    ];
    const model = { isDenyDefault: false, onUnknown: "violated", onError: "violated", rules } as const;
    const world = { people: [{ decision: "approve" }], models: [], maxTrials: 1 } as const;
    const asked = { id: "call", name: "A.x", args: {} };
    const later = await answeredLater(model, asked, world);
    expect(later.decision.passes).toHaveLength(1);
    expect(later).toEqual(await engineOf(model, world).before(asked, context));
  });

  /** A verdict that was put away as JSON each time somebody had to answer. */
  async function answeredLater(model: Model, asked: Action, world: World): Promise<Verdict> {
    const people = [...world.people];
    const models = [...world.models];
    const reflect = () => {
      const args = models.shift() ?? null;
      return args === null ? null : { args };
    };
    const engine = () =>
      engineOf(model, world, { reflect, inspect: () => ({ decision: "later" }), lateAnswers: { key: "k".repeat(32) } });
    let verdict = await engine().before(asked, context);
    // Bounded, so that an engine that never stops asking fails the test instead of blocking it.
    for (let resumed = 0; verdict.kind === "pending" && resumed < 100; resumed++) {
      const stored = JSON.parse(JSON.stringify(verdict));
      const answer = people.shift() ?? { decision: "reject" };
      verdict = await engine().resume(stored, { ...answer, token: stored.token }, context);
    }
    return verdict;
  }

  it("contains each rule with its line and findings, and each enforcement", async () => {
    const engine = engineFor(
      `rule @one trigger any.any check p args.to contains "@" enforce warn("mind") end
       rule @two trigger any.any check !q enforce none end
       rule @elsewhere trigger Gmail.any check p enforce stop end`,
    );
    const verdict = await engine.before(action({ p: true, q: "throws", to: "a@b" }), context);
    expect(verdict.decision).toEqual({
      plan: expect.stringMatching(/^[0-9a-f]{64}$/),
      passes: [
        {
          action: action({ p: true, q: "throws", to: "a@b" }),
          rules: [
            {
              rule: "one",
              line: 1,
              check: true,
              violated: true,
              predicates: [
                { predicate: "p", value: true, reason: "it is true", evidence: [] },
                {
                  predicate: 'args.to contains "@"',
                  value: true,
                  reason: 'args.to is "a@b"',
                  evidence: [{ path: "/to", start: 1, end: 2, text: "@" }],
                },
              ],
            },
            {
              rule: "two",
              line: 2,
              check: "unknown",
              violated: true,
              predicates: [
                { predicate: "q", value: "unknown", failed: true, reason: "it failed: out of order", evidence: [] },
              ],
            },
          ],
          enforcements: [
            { rule: "one", enforcement: "warn", outcome: "warned", detail: "mind" },
            { rule: "two", enforcement: "none", outcome: "nothing" },
          ],
        },
      ],
    });
  });
});

describe("the fingerprint of the rules", () => {
  const fingerprint = async (text: string) => {
    const engine = new Engine(parseProgram(text), {
      predicates: [{ name: "p", description: "", evaluate: () => false }],
    });
    return (await engine.before(action({}), context)).decision.plan;
  };
  const rule = "rule @r trigger A.b check p enforce stop end";

  it("is the same for the same rules, whatever the comments and the spelling", async () => {
    const one = await fingerprint(rule);
    expect(await fingerprint(rule)).toBe(one);
    expect(await fingerprint("rule @r  trigger A.b  check p // why\nenforce stop end // done")).toBe(one);
    expect(await fingerprint("rule @r trigger before_action A.b check p enforce stop end")).toBe(one);
  });

  it.each([
    [`\n${rule}`],
    ["rule @s trigger A.b check p enforce stop end"],
    ["rule @r trigger A.c check p enforce stop end"],
    ["rule @r trigger A.b check !p enforce stop end"],
    ["rule @r trigger A.b check p enforce skip end"],
    ["rule @r priority 1 trigger A.b check p enforce stop end"],
    [`default deny ${rule}`],
    [`${rule} rule @s trigger A.b check p enforce stop end`],
  ])("differs for %s", async (text) => {
    expect(await fingerprint(text)).not.toBe(await fingerprint(rule));
  });
});
