import { parseProgram } from "@helve/agentspec";
import type { Action } from "@helve/core";
import type { ApprovalDuration, InspectionAnswer } from "@helve/enforcer";
import { describe, expect, it } from "vitest";
import { action, context, engineFor, named } from "./engine-for.ts";

const rules = "rule @pay trigger Bank.Pay check p enforce user_inspection end";

function engine(answer: InspectionAnswer, now?: () => number) {
  const asked: Action[] = [];
  const made = engineFor(rules, {
    ...(now !== undefined && { now }),
    inspect: (request) => {
      asked.push(request.action);
      return answer;
    },
  });
  return { engine: made, asked };
}

const pay = (to: string, id = "call_1"): Action => ({ id, name: "Bank.Pay", args: { p: true, to } });

describe("an approval", () => {
  it("holds for one action only, not for an equal one", async () => {
    const { engine: made, asked } = engine({ decision: "approve" });
    await made.before(pay("bob", "call_1"), context);
    await made.before(pay("bob", "call_2"), context);
    await made.before(pay("bob", "call_2"), context);
    expect(asked).toHaveLength(3);
  });

  it("that is remembered holds for exactly the same arguments under the same rule", async () => {
    const { engine: made, asked } = engine({ decision: "approve", remember: "session" });
    const first = await made.before(pay("bob"), context);
    const again = await made.before({ ...pay("bob"), id: "call_2" }, context);
    await made.before(pay("eve"), context);
    await made.before({ id: "call_3", name: "Bank.Pay", args: { to: "bob", p: true } }, context);
    expect(asked.map(({ args }) => Object.entries(args).join(" "))).toEqual([
      "p,true to,bob",
      "p,true to,eve",
      "to,bob p,true",
    ]);
    const outcomes = [first, again].map(({ decision }) =>
      decision.passes[0]?.enforcements.map(({ outcome }) => outcome),
    );
    expect(outcomes).toEqual([["approved"], ["remembered"]]);
  });

  it("holds for no other tool and no other rule", async () => {
    const asked: string[] = [];
    const made = engineFor(
      `rule @one trigger any.any check p enforce user_inspection end
       rule @two trigger any.any check q enforce user_inspection end`,
      {
        inspect: ({ action: { name }, rules: asking }) => {
          asked.push(`${name}: ${asking.map(({ rule }) => rule).join(" ")}`);
          return { decision: "approve", remember: "session" };
        },
      },
    );
    const args = { p: true, q: "unknown" };
    await made.before(action({ ...args, q: false }, "A.b"), context);
    await made.before(action({ ...args, q: false }, "A.c"), context);
    await made.before(action({ ...args, q: false }, "A.b"), context);
    await made.before(action(args, "A.b"), context);
    await made.before(action(args, "A.b"), context);
    expect(asked).toEqual(["A.b: one", "A.c: one", "A.b: one two"]);
  });

  it("holds until a point in time, by the engine's clock", async () => {
    let now = Date.parse("2026-01-01T11:59:59Z");
    const { engine: made, asked } = engine(
      { decision: "approve", remember: { until: "2026-01-01T12:00Z" } },
      () => now,
    );
    await made.before(pay("bob"), context);
    await made.before(pay("bob"), context);
    expect(asked).toHaveLength(1);
    now = Date.parse("2026-01-01T12:00:00Z");
    await made.before(pay("bob"), context);
    expect(asked).toHaveLength(2);
  });

  it.each([["2026-01-01"], ["2026-01-01T12:00:00.5+02:00"]])("may end at %s", async (until) => {
    const { engine: made } = engine({ decision: "approve", remember: { until } }, () => 0);
    expect((await made.before(pay("bob"), context)).kind).toBe("allow");
  });

  it.each<[unknown]>([
    [{ until: "tomorrow" }],
    [{ until: "2026-01-01T12:00:00" }],
    [{ until: "2026-13-01" }],
    [{ until: "2026-02-30" }],
    [{ until: "2027-02-29T12:00Z" }],
    [{ until: 4e12 }],
    [{}],
    ["forever"],
    [null],
  ])("with the invalid duration %j is a rejection", async (remember) => {
    const { engine: made } = engine({ decision: "approve", remember: remember as ApprovalDuration });
    expect(await made.before(pay("bob"), context)).toMatchObject({
      kind: "stop",
      reason: expect.stringContaining("the end of the approval must be a date or a time with its zone in ISO 8601"),
    });
  });

  it("is dropped when a reload changes the rule, and kept when it does not", async () => {
    const { engine: made, asked } = engine({ decision: "approve", remember: "session" });
    await made.before(pay("bob"), context);
    made.reload(parseProgram(`\n// the same, further down\n${rules}`));
    await made.before(pay("bob"), context);
    expect(asked).toHaveLength(1);
    made.reload(parseProgram(rules.replace("check p", "check p True")));
    await made.before(pay("bob"), context);
    expect(asked).toHaveLength(2);
  });

  describe("when another rule's question is answered later", () => {
    async function resumedAt(answeredAt: number): Promise<{ kind: string; outcomes: readonly string[] }> {
      let now = 0;
      const answers: InspectionAnswer[] = [
        { decision: "approve", remember: { until: "1970-01-01T00:00:01Z" } },
        { decision: "later" },
      ];
      const made = engineFor(
        `rule @one trigger any.any check p enforce user_inspection end
         rule @two priority 1 trigger any.any check state enforce user_inspection end`,
        {
          predicates: [named("p"), { ...named("state"), evaluate: (_, { state }) => state === "open" }],
          now: () => now,
          lateAnswers: { key: "k".repeat(32) },
          inspect: () => answers.shift() ?? { decision: "reject" },
        },
      );
      await made.before(pay("bob"), context);
      const open = { ...context, state: "open" };
      const pending = await made.before(pay("bob"), open);
      if (pending.kind !== "pending") throw new Error(`an unexpected ${pending.kind}`);
      expect(pending.request.rules.map(({ rule }) => rule)).toEqual(["two"]);
      now = answeredAt;
      const { kind, decision } = await made.resume(pending, { decision: "approve", token: pending.token }, open);
      const records = decision.passes.at(-1)?.enforcements ?? [];
      return { kind, outcomes: records.map(({ rule, outcome }) => `${rule} ${outcome}`) };
    }

    it("counts while it is valid", async () => {
      expect(await resumedAt(900)).toEqual({ kind: "allow", outcomes: ["two approved", "one remembered"] });
    });

    it("must be asked for again once it has expired", async () => {
      expect(await resumedAt(5000)).toEqual({ kind: "stop", outcomes: ["two approved", "one rejected"] });
    });
  });

  it("is dropped when 10,000 later ones are remembered", async () => {
    const { engine: made, asked } = engine({ decision: "approve", remember: "session" });
    for (let count = 0; count <= 10_000; count++) await made.before(pay(`friend ${count}`), context);
    await made.before(pay("friend 1"), context);
    expect(asked).toHaveLength(10_001);
    await made.before(pay("friend 0"), context);
    expect(asked).toHaveLength(10_002);
  });

  it("of one result does not approve another result", async () => {
    const asked: unknown[] = [];
    const made = engineFor("rule @r trigger after_action any.any check enforce user_inspection end", {
      inspect: () => ({ decision: asked.push(0) > 0 ? "approve" : "reject", remember: "session" }) as InspectionAnswer,
    });
    const step = { action: pay("bob"), observation: { parts: [], isError: false }, ran: true };
    await made.after(step, context);
    await made.after(step, context);
    expect(asked).toHaveLength(2);
  });
});
