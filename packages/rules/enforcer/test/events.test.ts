import type { Action, GuardContext, InspectionRequest, Predicate, Step, Trajectory } from "@helve/core";
import type { EngineOptions, InspectionAnswer } from "@helve/enforcer";
import { describe, expect, it } from "vitest";
import { action, context, engineFor } from "./engine-for.ts";

const step: Step = {
  action: action({ p: true, path: "/x" }, "Files.Read"),
  observation: { parts: [{ type: "text", content: "secret" }], isError: false },
  ran: true,
};

/** A context in which actions can run, and what ran. */
function running(outcome: Partial<Step> & { readonly fails?: true } = {}) {
  const ran: Action[] = [];
  const run = async (given: Action): Promise<Step> => {
    ran.push(given);
    if (outcome.fails) throw new Error("out of order");
    return { action: given, observation: { parts: [], isError: false }, ran: true, ...outcome };
  };
  return { ran, context: { ...context, run } };
}

const failures: readonly [string, GuardContext, string][] = [
  ["the application can't run actions for rules", context, "the application can't run actions for rules"],
  ["it does not run", running({ ran: false }).context, "it was run, and failed"],
  ["it fails", running({ observation: { parts: [], isError: true } }).context, "it was run, and failed"],
  ["running it throws", running({ fails: true }).context, "it failed: out of order"],
  [
    "it does not fit its tool",
    { ...running().context, decode: async () => ({ ok: false, issues: [{ code: "x", message: "no" }], repairs: [] }) },
    "it can't run: no",
  ],
];

function outcomesOf(verdict: {
  readonly decision: { readonly passes: readonly { enforcements: readonly object[] }[] };
}) {
  return verdict.decision.passes.map(({ enforcements }) =>
    enforcements.map((one) => ("outcome" in one ? one.outcome : undefined)),
  );
}

describe("after an action", () => {
  const after = (deed: string, options: Partial<EngineOptions> = {}, given: GuardContext = context) =>
    engineFor(`rule @r trigger after_action Files.any check p enforce ${deed} end`, options).after(step, given);

  it("the model sees the result if no rule is violated", async () => {
    const engine = engineFor("rule @r trigger after_action Files.any check q enforce stop end");
    const verdict = await engine.after(step, context);
    expect(verdict).toMatchObject({ kind: "allow", action: step.action, decision: { event: "after_action" } });
  });

  it.each(["stop", "skip"])("%s withholds the result", async (deed) => {
    expect(await after(deed)).toMatchObject({ kind: "stop", reason: "rule @r (line 1): p is true: it is true" });
  });

  it("a person decides whether the model sees it", async () => {
    const requests: InspectionRequest[] = [];
    const answer = (given: InspectionAnswer) =>
      after("user_inspection('Show it?')", {
        inspect: (request) => {
          requests.push(request);
          return given;
        },
      });
    expect((await answer({ decision: "approve" })).kind).toBe("allow");
    expect(requests[0]).toMatchObject({
      event: "after_action",
      action: step.action,
      observation: step.observation,
      messages: ["Show it?"],
    });
    expect(await answer({ decision: "reject", reason: "private" })).toMatchObject({
      kind: "stop",
      reason: "it was rejected: private; rule @r (line 1): p is true: it is true",
    });
    expect(await answer({ decision: "edit", args: {} })).toMatchObject({
      kind: "stop",
      reason: expect.stringContaining("there is no action to edit"),
    });
  });

  it("a fix may have side effects, but can't change the action", async () => {
    const done: string[] = [];
    const answer = (fix: string) =>
      after("user_inspection(wipe, change) warn('wiped')", {
        inspect: () => ({ decision: "fix", fix }),
        fixes: {
          wipe: ({ args }) => {
            done.push("wiped");
            return { ...args };
          },
          change: () => ({}),
        },
      });
    expect(await answer("wipe")).toMatchObject({ kind: "allow", notes: ["wiped"] });
    expect(done).toEqual(["wiped"]);
    expect(await answer("change")).toMatchObject({
      kind: "stop",
      reason: expect.stringContaining("there is no action to change"),
    });
  });

  it("an invoked action runs in addition", async () => {
    const { ran, context: given } = running();
    const verdict = await after('invoke_action(Audit.Note, {"path": args.path}) warn("noted")', {}, given);
    expect(ran).toEqual([
      { id: "call_1", name: "Audit.Note", args: { path: "/x" }, invokedBy: "r", invokedByProgram: expect.any(String) },
    ]);
    expect(verdict).toMatchObject({ kind: "allow", action: step.action, notes: ["noted"] });
    expect(outcomesOf(verdict)).toEqual([["invoked", "warned"]]);
  });

  it("an invoked action runs even with maxTrials 1", async () => {
    const { ran, context: given } = running();
    expect((await after("invoke_action(Audit.Note, {}) llm_self_reflect", { maxTrials: 1 }, given)).kind).toBe("allow");
    expect(ran).toHaveLength(1);
  });

  it.each(failures)("the result is withheld when an invoked action can't run: %s", async (_what, given, why) => {
    const verdict = await after("invoke_action(Audit.Note, {})", {}, given);
    expect(verdict).toMatchObject({
      kind: "stop",
      reason: `rule @r (line 1): p is true: it is true; Audit.Note: ${why}`,
    });
    expect(outcomesOf(verdict)).toEqual([["failed"]]);
  });

  it("a rule does not apply to an action it invoked", async () => {
    const { ran, context: given } = running();
    const engine = engineFor("rule @r trigger after_action any.any check enforce invoke_action(A.b, {}) end");
    await engine.after(step, given);
    const [{ invokedBy, invokedByProgram } = {}] = ran as Action[];
    const invoked = { ...step, action: { ...step.action, invokedBy, invokedByProgram } } as Step;
    expect((await engine.after(invoked, context)).kind).toBe("allow");
    // A rule of this name in another program did not invoke it.
    const other = engineFor("rule @r trigger after_action any.any check enforce invoke_action(C.d, {}) stop end");
    expect((await other.after(invoked, context)).kind).toBe("stop");
  });

  it("the model reads the rule", async () => {
    const reflect = () => ({ args: {} });
    expect(await after("llm_self_reflect", { reflect })).toMatchObject({
      kind: "allow",
      notes: [
        "rule @r (line 1): p is true: it is true. Think again; the rule is: rule @r: after Files.any, if p, llm_self_reflect",
      ],
    });
  });

  it("predicates see the observation", async () => {
    const seen: unknown[] = [];
    const p: Predicate = {
      name: "p",
      description: "",
      evaluate: (_operands, { event, observation }) => seen.push({ event, observation }) > 0,
    };
    await after("none", { predicates: [p] });
    expect(seen).toEqual([{ event: "after_action", observation: step.observation }]);
  });
});

describe("after a state change", () => {
  const changed = (deed: string, options: Partial<EngineOptions> = {}, given: GuardContext = context) =>
    engineFor(`rule @r trigger state_change check state.temperature > 5 enforce ${deed} end`, options).stateChanged(
      { temperature: 3 },
      { temperature: 9 },
      given,
    );

  it("the agent continues if no rule is violated; equal snapshots are not evaluated", async () => {
    const engine = engineFor("rule @r trigger state_change check state.temperature > 5 enforce stop end");
    const cool = await engine.stateChanged({ temperature: 9 }, { temperature: 3 }, context);
    expect(cool).toEqual({
      kind: "allow",
      decision: expect.objectContaining({ event: "state_change", passes: [expect.anything()] }),
    });
    const same = await engine.stateChanged({ temperature: 9, x: 1 }, { x: 1, temperature: 9 }, context);
    expect(same).toMatchObject({ kind: "allow", decision: { passes: [] } });
  });

  it("snapshots that are not JSON are compared by identity", async () => {
    const engine = engineFor("rule @r trigger state_change check enforce stop end");
    const world = { open: () => true };
    expect((await engine.stateChanged(world, world, context)).kind).toBe("allow");
    expect((await engine.stateChanged(world, { ...world }, context)).kind).toBe("end");
  });

  it("an invoked action runs, and the rules are not evaluated again", async () => {
    const { ran, context: given } = running();
    const verdict = await changed('invoke_action(Fridge.Cool, {"from": state.temperature})', {}, given);
    expect(ran).toEqual([
      {
        id: "state_change_0",
        name: "Fridge.Cool",
        args: { from: 9 },
        invokedBy: "r",
        invokedByProgram: expect.any(String),
      },
    ]);
    expect(verdict.kind).toBe("allow");
    expect(verdict).not.toHaveProperty("action");
    expect(outcomesOf(verdict)).toEqual([["invoked"]]);
  });

  it.each(failures)("the agent ends when an invoked action can't run: %s", async (_what, given, why) => {
    expect(await changed("invoke_action(Fridge.Cool, {})", {}, given)).toMatchObject({
      kind: "end",
      reason: `rule @r (line 1): state.temperature > 5 is true: state.temperature is 9; Fridge.Cool: ${why}`,
    });
  });

  it("stop and a rejection end the agent, skip does not", async () => {
    expect((await changed("stop")).kind).toBe("end");
    expect((await changed("user_inspection")).kind).toBe("end");
    expect((await changed("skip")).kind).toBe("stop");
    expect((await changed("skip stop")).kind).toBe("end");
    expect((await changed("user_inspection", { inspect: () => ({ decision: "approve" }) })).kind).toBe("allow");
  });

  it("the model reads a note", async () => {
    expect(await changed("llm_self_reflect")).toMatchObject({
      kind: "allow",
      notes: [expect.stringContaining("the rule is: rule @r: when the state has changed, if state.temperature > 5")],
    });
  });

  it("predicates see both snapshots, and a placeholder action", async () => {
    const seen: unknown[] = [];
    const p: Predicate = {
      name: "p",
      description: "",
      evaluate: (_operands, { signal: _, prompt: __, ...given }) => seen.push(given) > 0,
    };
    const engine = engineFor("rule @r trigger state_change check p enforce none end", { predicates: [p] });
    await engine.stateChanged(1, 2, { ...context, state: "not this" });
    expect(seen).toEqual([
      {
        action: { id: "state_change_0", name: "state_change", args: {} },
        event: "state_change",
        trajectory: [],
        state: 2,
        stateBefore: 1,
      },
    ]);
  });
});

describe("at the end of the agent", () => {
  /** True until a step of this tool has been made. */
  const open = (tool: string): Predicate => ({
    name: "open",
    description: "",
    evaluate: (_operands, { trajectory }: { readonly trajectory: Trajectory }) =>
      trajectory.every(({ action: { name } }) => name !== tool),
  });
  const finish = (deed: string, options: Partial<EngineOptions> = {}, given: GuardContext = context) =>
    engineFor(`rule @r trigger agent_finish check open enforce ${deed} end`, {
      predicates: [open("Fridge.Close")],
      ...options,
    }).finishing(given);

  it("the agent may finish if no rule is violated", async () => {
    const verdict = await finish(
      "llm_self_reflect",
      {},
      { ...context, trajectory: [{ ...step, action: action({}, "Fridge.Close") }] },
    );
    expect(verdict).toEqual({ kind: "allow", decision: expect.objectContaining({ event: "agent_finish" }) });
  });

  it("an invoked action runs, and the rules are evaluated again", async () => {
    const { ran, context: given } = running();
    const verdict = await finish("invoke_action(Fridge.Close, {})", {}, given);
    expect(ran.map(({ name }) => name)).toEqual(["Fridge.Close"]);
    expect(verdict.kind).toBe("allow");
    expect(verdict.decision.passes.map(({ rules }) => rules.map(({ violated }) => violated))).toEqual([
      [true],
      [false],
    ]);
    expect(verdict).not.toHaveProperty("notes");
  });

  it("the agent must continue if the invoked action does not repair the violation", async () => {
    const { ran, context: given } = running();
    const verdict = await finish("invoke_action(Fridge.Knock, {})", {}, given);
    expect(ran).toHaveLength(3);
    expect(verdict).toMatchObject({
      kind: "stop",
      reason: expect.stringContaining("after 3 trials the rules still change it: rule @r"),
    });
  });

  it.each(failures)("the agent must continue when an invoked action can't run: %s", async (_what, given, why) => {
    expect(await finish("invoke_action(Fridge.Close, {})", {}, given)).toMatchObject({
      kind: "stop",
      reason: expect.stringContaining(`Fridge.Close: ${why}`),
    });
  });

  it("the agent must continue after llm_self_reflect and after a rejection", async () => {
    expect(await finish("llm_self_reflect", { reflect: () => ({ args: {} }) })).toMatchObject({
      kind: "stop",
      reason: expect.stringContaining("the rule is: rule @r: before the agent finishes, if open, llm_self_reflect"),
    });
    expect((await finish("user_inspection")).kind).toBe("stop");
    expect((await finish("user_inspection", { inspect: () => ({ decision: "approve" }) })).kind).toBe("allow");
  });

  it("stop has no effect", async () => {
    const verdict = await finish("stop skip", { stopEnds: "agent" });
    expect(verdict.kind).toBe("allow");
    expect(outcomesOf(verdict)).toEqual([["ignored", "ignored"]]);
  });

  it("the agent must continue when the header stops an unknown check", async () => {
    const engine = engineFor("on unknown stop rule @r trigger agent_finish check state.x > 1 enforce none end", {
      stopEnds: "agent",
    });
    expect((await engine.finishing(context)).kind).toBe("stop");
  });

  it("a fix runs, and the rules are evaluated again", async () => {
    let isOpen = true;
    const verdict = await finish("user_inspection(close)", {
      predicates: [{ name: "open", description: "", evaluate: () => isOpen }],
      inspect: () => ({ decision: "fix", fix: "close" }),
      fixes: {
        close: ({ args }) => {
          isOpen = false;
          return args;
        },
      },
    });
    expect(verdict.kind).toBe("allow");
    expect(outcomesOf(verdict)).toEqual([["fixed"], []]);
  });
});

describe("a late answer", () => {
  const later = (rules: string, options: Partial<EngineOptions> = {}) =>
    engineFor(rules, { inspect: () => ({ decision: "later" }), lateAnswers: { key: "k".repeat(32) }, ...options });

  it("decides whether the model sees a result", async () => {
    const engine = later(
      "rule @r trigger after_action any.any check enforce user_inspection warn('seen by a person') end",
    );
    const pending = await engine.after(step, context);
    if (pending.kind !== "pending") throw new Error(`an unexpected ${pending.kind}`);
    expect(await engine.resume(pending, { decision: "approve", token: pending.token }, context)).toMatchObject({
      kind: "allow",
      action: step.action,
      notes: ["seen by a person"],
      decision: { event: "after_action" },
    });
  });

  it("decides whether the agent ends", async () => {
    const engine = later("rule @r trigger state_change check state == 2 enforce user_inspection end");
    const pending = await engine.stateChanged(1, 2, context);
    if (pending.kind !== "pending") throw new Error(`an unexpected ${pending.kind}`);
    expect(await engine.resume(pending, { decision: "reject", token: pending.token }, context)).toMatchObject({
      kind: "end",
      decision: { event: "state_change" },
    });
  });

  it("decides whether the agent may finish, and the rules are evaluated again after a fix", async () => {
    let isOpen = true;
    const engine = later("rule @r trigger agent_finish any.Read check open enforce user_inspection(close) end", {
      predicates: [{ name: "open", description: "", evaluate: () => isOpen }],
      fixes: {
        close: ({ args }) => {
          isOpen = false;
          return args;
        },
      },
    });
    const given = { ...context, trajectory: [step] };
    const pending = await engine.finishing(given);
    if (pending.kind !== "pending") throw new Error(`an unexpected ${pending.kind}`);
    const verdict = await engine.resume(pending, { decision: "fix", fix: "close", token: pending.token }, given);
    expect(verdict.kind).toBe("allow");
    expect(verdict.decision.passes.map(({ rules }) => rules.map(({ check }) => check))).toEqual([[true], [false]]);
  });
});
