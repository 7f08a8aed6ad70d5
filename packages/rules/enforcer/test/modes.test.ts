import type { Action, StateVerdict, Step, Verdict } from "@helve/core";
import type { EngineOptions } from "@helve/enforcer";
import { describe, expect, it } from "vitest";
import { action, context, engineFor } from "./engine-for.ts";

const rules = `
  rule @stop trigger any.any check p enforce stop end
  rule @ask trigger any.any check args.ask == true enforce user_inspection(fix_it) end
  rule @think trigger any.any check args.think == true enforce llm_self_reflect end
  rule @move trigger Terminal.Execute check args.move == true enforce invoke_action(Trash.Move, {"ask": args.ask}) end
  rule @do trigger any.any check args.do == true enforce brake(1) log warn("mind") end
  rule @audit trigger after_action any.any check enforce invoke_action(Audit.Note, {}) warn("noted") end
  rule @close trigger agent_finish check enforce invoke_action(Fridge.Close, {}) end
`;

function engine(options: Partial<EngineOptions>) {
  const happened: string[] = [];
  const note = (what: string) => void happened.push(what);
  const made = engineFor(rules, {
    inspect: () => {
      note("asked");
      return { decision: "approve" };
    },
    reflect: () => {
      note("reflected");
      return { args: {} };
    },
    fixes: { fix_it: ({ args }) => args },
    enforcements: { brake: () => note("braked") },
    log: () => note("logged"),
    lateAnswers: { key: "k".repeat(32) },
    ...options,
  });
  const run = async (given: Action): Promise<Step> => {
    note("ran");
    return { action: given, observation: { parts: [], isError: false }, ran: true };
  };
  return { engine: made, happened, context: { ...context, run } };
}

const step: Step = { action: action({}), observation: { parts: [], isError: false }, ran: true };

describe("the mode dry run", () => {
  it.each<[object, Verdict["kind"], readonly string[]]>([
    [{}, "allow", []],
    [{ p: true }, "stop", ["stopped"]],
    [{ ask: true }, "pending", []],
    [{ think: true }, "stop", ["stopped"]],
    [{ move: true }, "allow", ["invoked"]],
    [{ move: true, ask: true }, "pending", []],
    [{ do: true }, "allow", ["not run", "not run", "warned"]],
    [{ do: true, ask: true }, "pending", []],
  ])("for %j the verdict is %s; nobody is asked and nothing runs", async (args, kind, outcomes) => {
    const { engine: made, happened, context: given } = engine({ mode: "dry run" });
    const verdict = await made.before(action(args as Action["args"]), given);
    expect(verdict).toMatchObject({ kind, decision: { mode: "dry run" } });
    expect(verdict.decision.passes[0]?.enforcements.map(({ outcome }) => outcome)).toEqual(outcomes);
    expect(verdict).not.toHaveProperty("token");
    expect(happened).toEqual([]);
  });

  it("evaluates the rules for the action that a rule would invoke", async () => {
    const { engine: made, context: given } = engine({ mode: "dry run" });
    const verdict = await made.before(action({ move: true }), given);
    expect(verdict.decision.passes.map((pass) => pass.action.name)).toEqual(["Terminal.Execute", "Trash.Move"]);
    const broken = { ...given, decode: () => Promise.reject(new Error("no such tool")) };
    expect((await made.before(action({ move: true }), broken)).kind).toBe("stop");
  });

  it("refuses a late answer, which stays valid in the mode enforce", async () => {
    const later = { inspect: () => ({ decision: "later" }) as const };
    const { engine: made, context: given } = engine(later);
    const pending = await made.before(action({ ask: true }), given);
    if (pending.kind !== "pending") throw new Error(`an unexpected ${pending.kind}`);
    const ledger = { use: () => expect.unreachable() };
    const dry = engine({ mode: "dry run", lateAnswers: { key: "k".repeat(32), ledger } });
    const answer = { decision: "approve", token: pending.token };
    expect((await dry.engine.resume(pending, answer, given)).kind).toBe("stop");
    expect((await made.resume(pending, answer, given)).kind).toBe("allow");
  });

  it("runs no invoked action after an action and at the end of the agent", async () => {
    const { engine: made, happened, context: given } = engine({ mode: "dry run" });
    expect(await made.after(step, given)).toMatchObject({ kind: "allow", notes: ["noted"] });
    expect((await made.finishing(given)).kind).toBe("allow");
    expect(happened).toEqual([]);
  });
});

describe("the mode shadow", () => {
  it.each<[object, object]>([
    [{}, { kind: "allow" }],
    [{ p: true }, { kind: "stop", reason: "rule @stop (line 2): p is true: it is true" }],
    [{ ask: true }, { kind: "pending" }],
    [{ move: true }, { kind: "allow" }],
    [{ do: true }, { kind: "allow" }],
  ])("%j is allowed unchanged, and the record contains the verdict %j", async (args, would) => {
    const { engine: made, happened, context: given } = engine({ mode: "shadow" });
    const asked = action(args as Action["args"]);
    const verdict = await made.before(asked, given);
    expect(verdict).toEqual({
      kind: "allow",
      action: asked,
      decision: expect.objectContaining({ mode: "shadow", shadowVerdict: would }),
    });
    expect(happened).toEqual([]);
  });

  it("allows results, state changes and the end of the agent, and records the enforced verdicts", async () => {
    const shadow = engineFor(
      `rule @a trigger after_action any.any check enforce stop end
       rule @s trigger state_change check enforce stop end
       rule @f trigger agent_finish check enforce llm_self_reflect end`,
      { mode: "shadow", stopEnds: "agent" },
    );
    const verdicts = [
      await shadow.after(step, context),
      await shadow.stateChanged(1, 2, context),
      await shadow.finishing(context),
    ];
    expect(verdicts.map(({ kind, decision }) => [kind, decision.shadowVerdict?.kind])).toEqual([
      ["allow", "end"],
      ["allow", "end"],
      ["allow", "stop"],
    ]);
  });
});

describe("the option report", () => {
  it.each(["enforce", "shadow", "dry run"] as const)("receives every verdict in the mode %s", async (mode) => {
    const reported: (Verdict | StateVerdict)[] = [];
    const { engine: made, context: given } = engine({ mode, report: (verdict) => reported.push(verdict) });
    const verdicts = [
      await made.before(action({ p: true }), given),
      await made.before(action({}), given),
      await made.after(step, given),
      await made.stateChanged(1, 2, given),
      await made.finishing(given),
    ];
    expect(reported).toEqual(verdicts);
  });

  it("does not influence the verdict if it throws", async () => {
    const { engine: made } = engine({
      report: () => {
        throw new Error("full");
      },
    });
    expect((await made.before(action({}), context)).kind).toBe("allow");
  });
});
