import type { Action, Verdict } from "@helve/core";
import type { EnforcementHandler, EnforcementHandlerResult, EngineOptions, LogEntry } from "@helve/enforcer";
import { describe, expect, it } from "vitest";
import { action, context, engineFor } from "./engine-for.ts";

function outcomes({ decision }: Verdict): readonly string[] {
  return decision.passes.flatMap(({ enforcements }) =>
    enforcements.map(({ rule, enforcement, outcome }) => `${rule} ${enforcement}: ${outcome}`),
  );
}

describe("stop and skip", () => {
  const rules = `
    rule @ask trigger any.any check enforce user_inspection end
    rule @tell trigger any.any check enforce warn("mind \${args.path}") log end
    rule @do trigger any.any check enforce brake(1) invoke_action(A.b, {}) llm_self_reflect end
    rule @skip trigger any.any check p enforce skip end
    rule @stop trigger any.any check q enforce stop end
  `;
  function engine(options: Partial<EngineOptions> = {}) {
    const happened: unknown[] = [];
    const made = engineFor(rules, {
      inspect: () => ({ decision: happened.push("asked") > 0 ? "approve" : "reject" }),
      reflect: () => (happened.push("reflected") > 0 ? null : null),
      enforcements: { brake: () => void happened.push("braked") },
      log: ({ message }) => happened.push(message),
      ...options,
    });
    return { engine: made, happened };
  }

  it("take precedence: nobody is asked and nothing runs, but warn and log are applied", async () => {
    const { engine: made, happened } = engine();
    const verdict = await made.before(action({ p: true, q: true, path: "/x" }), context);
    expect(verdict).toMatchObject({
      kind: "stop",
      reason: "rule @skip (line 5): p is true: it is true; rule @stop (line 6): q is true: it is true; mind /x",
    });
    expect(outcomes(verdict)).toEqual([
      "tell warn: warned",
      "tell log: logged",
      "skip skip: skipped",
      "stop stop: stopped",
    ]);
    expect(happened).toEqual(["rule @tell (line 3)"]);
  });

  it.each([
    [{ p: true, q: true }, "end"],
    [{ p: true }, "stop"],
    [{ q: true }, "end"],
  ])("end the agent for stop, but not for skip, with stopEnds: %j", async (args, kind) => {
    expect((await engine({ stopEnds: "agent" }).engine.before(action(args), context)).kind).toBe(kind);
    expect((await engine().engine.before(action(args), context)).kind).toBe("stop");
  });

  it("in a header end the agent as well, and so do rejections", async () => {
    const unknown = engineFor("on unknown stop rule @r trigger any.any check p enforce none end", {
      stopEnds: "agent",
    });
    expect((await unknown.before(action({ p: "unknown" }), context)).kind).toBe("end");
    const rejected = engineFor("rule @r trigger any.any check p enforce user_inspection end", { stopEnds: "agent" });
    expect((await rejected.before(action({ p: true }), context)).kind).toBe("end");
    const byAction = engineFor("rule @r trigger any.any check p enforce user_inspection end");
    expect((await byAction.before(action({ p: true }), context)).kind).toBe("stop");
  });
});

describe("several violated rules", () => {
  it("are enforced by priority, then in the order of the text", async () => {
    const engine = engineFor(`
      rule @last priority -1 trigger any.any check enforce warn("e") end
      rule @third trigger any.any check enforce warn("c") warn("d") end
      rule @first priority 2 trigger Terminal.Execute check enforce warn("a") end
      rule @second priority 2 trigger any.any check enforce warn("b") end
    `);
    const verdict = await engine.before(action({}), context);
    expect(verdict).toMatchObject({ kind: "allow", notes: ["a", "b", "c", "d", "e"] });
    expect(verdict.decision.passes[0]?.rules.map(({ rule }) => rule)).toEqual(["last", "third", "first", "second"]);
  });

  it("skip the remaining enforcements when one changes the action", async () => {
    const engine = engineFor(
      `
      rule @low trigger Terminal.Execute check enforce warn("late") end
      rule @high priority 1 trigger Terminal.Execute check enforce warn("early") invoke_action(A.b, {}) stop_not(1) end
    `,
      { enforcements: { stop_not: () => ({ stop: "never comes" }) } },
    );
    const verdict = await engine.before(action({}), context);
    expect(verdict).toMatchObject({ kind: "allow", action: { name: "A.b" } });
    expect(outcomes(verdict)).toEqual(["high warn: warned", "high invoke_action: invoked"]);
  });
});

describe("warn", () => {
  it("adds a note for the model without duplicates, and the action runs", async () => {
    const engine = engineFor(`
      rule @one trigger any.any check p enforce warn("to \${args.to}, \${args.n} \${args.list} \${args.none} $$") end
      rule @two trigger any.any check q enforce warn warn("once") warn("once") end
    `);
    expect(await engine.before(action({ p: true, q: true, to: "bob", n: 1, list: [1, "a"] }), context)).toMatchObject({
      kind: "allow",
      notes: ['to bob, 1 [1,"a"] nothing $', "rule @two (line 3): q is true: it is true", "once"],
    });
    expect(await engine.before(action({}), context)).not.toHaveProperty("notes");
  });

  it("shows no more than 1000 characters of a value", async () => {
    const engine = engineFor(`rule @r trigger any.any check enforce warn("\${args.x}") end`);
    const verdict = await engine.before(action({ x: `${"a".repeat(999)}💡` }), context);
    expect(verdict).toMatchObject({ notes: [`${"a".repeat(999)}…`] });
  });
});

describe("log", () => {
  it("calls the log option, whose errors are ignored", async () => {
    const entries: LogEntry[] = [];
    const rules = `
      rule @r severity high trigger any.any check p enforce log("sent to \${args.to}") end
      rule @s trigger any.any check p enforce log end
    `;
    const asked = action({ p: true, to: "bob" });
    const engine = engineFor(rules, { log: (entry) => entries.push(entry) });
    const verdict = await engine.before(asked, context);
    expect(entries).toEqual([
      { rule: "r", line: 2, severity: "high", event: "before_action", action: asked, message: "sent to bob" },
      { rule: "s", line: 3, event: "before_action", action: asked, message: "rule @s (line 3): p is true: it is true" },
    ]);
    for (const log of [
      () => Promise.reject(new Error("full")) as never,
      () => {
        throw new Error("full");
      },
      undefined,
    ]) {
      expect(await engineFor(rules, { log }).before(asked, context)).toEqual(verdict);
    }
  });
});

describe("none and allow", () => {
  it("do nothing where everything is allowed", async () => {
    const engine = engineFor("rule @r trigger any.any check p enforce none allow end");
    const verdict = await engine.before(action({ p: true }), context);
    expect(verdict.kind).toBe("allow");
    expect(outcomes(verdict)).toEqual(["r none: nothing", "r allow: allowed"]);
  });
});

describe("default deny", () => {
  const allow = "default deny rule @ok trigger any.any check p enforce allow end";
  it.each<[string, string, object, string]>([
    ["what a rule allows", "", { p: true }, "allow"],
    ["not what no rule allows", "", { p: false }, "stop"],
    ["not what a rule can't tell it allows", "", { p: "unknown" }, "stop"],
    ["not what a rule fails to allow", "", { p: "throws" }, "stop"],
    ["not what another rule stops", "rule @no trigger any.any check q enforce stop end", { p: true, q: true }, "stop"],
    [
      "not what another rule may stop",
      "rule @no trigger any.any check q enforce stop end",
      { p: true, q: "throws" },
      "stop",
    ],
    ["not for a rule that only tells", "rule @tell trigger any.any check enforce warn log none end", {}, "stop"],
    [
      "what a rule allows and a person approves",
      "rule @ask trigger any.any check q enforce user_inspection end",
      { p: true, q: true },
      "allow",
    ],
    [
      "not what only a person approves",
      "rule @ask trigger any.any check q enforce user_inspection end",
      { q: true },
      "stop",
    ],
  ])("lets run %s", async (_what, rules, args, kind) => {
    const engine = engineFor(`${allow} ${rules}`, { inspect: () => ({ decision: "approve" }) });
    expect((await engine.before(action(args as Action["args"]), context)).kind).toBe(kind);
  });

  it("is the reason of the stop, and nobody is asked about a denied action", async () => {
    const asked: unknown[] = [];
    const engine = engineFor("default deny rule @ask trigger any.any check enforce user_inspection end", {
      inspect: () => ({ decision: asked.push(0) > 0 ? "approve" : "reject" }),
    });
    expect(await engine.before(action({}), context)).toMatchObject({
      kind: "stop",
      reason: "no rule allows it, and the rules deny by default",
    });
    expect(asked).toEqual([]);
  });

  it("applies to an action that a rule invoked", async () => {
    const engine = engineFor(`
      default deny
      rule @safer trigger Terminal.Execute check enforce invoke_action(Safe.Execute, {}) end
      rule @ok trigger Safe.Execute check enforce allow end
    `);
    expect(await engine.before(action({}), context)).toMatchObject({ kind: "allow", action: { name: "Safe.Execute" } });
  });

  it("applies only before an action", async () => {
    const engine = engineFor(allow);
    const step = { action: action({}), observation: { parts: [], isError: false }, ran: true };
    expect((await engine.after(step, context)).kind).toBe("allow");
    expect((await engine.stateChanged(1, 2, context)).kind).toBe("allow");
    expect((await engine.finishing(context)).kind).toBe("allow");
  });
});

describe("an enforcement of the application", () => {
  const rules = 'rule @r trigger any.any check p enforce follow_dist(10) planning:cruise:Mode = "eco" end';
  const enforcing = (follow_dist: EnforcementHandler) =>
    engineFor(rules, { enforcements: { follow_dist, "planning:cruise:Mode": () => undefined } });

  it("is called in order with the rule's arguments", async () => {
    const done: unknown[] = [];
    const engine = engineFor(rules, {
      enforcements: {
        follow_dist: (args, { signal: _, ...given }) => void done.push([args, given]),
        "planning:cruise:Mode": async (args) => void done.push(args),
      },
    });
    const asked = action({ p: true });
    const verdict = await engine.before(asked, context);
    expect(verdict.kind).toBe("allow");
    expect(done).toEqual([[[10], { action: asked, event: "before_action", rule: "r" }], ["eco"]]);
    expect(outcomes(verdict)).toEqual(["r follow_dist: done", "r planning:cruise:Mode: done"]);
  });

  it("stops the action when it returns a stop or throws", async () => {
    expect(await enforcing(() => ({ stop: "too close" })).before(action({ p: true }), context)).toMatchObject({
      kind: "stop",
      reason: "rule @r (line 1): p is true: it is true; follow_dist: too close",
    });
    const failed = await enforcing(() => Promise.reject(new Error("no radar"))).before(action({ p: true }), context);
    expect(failed).toMatchObject({ kind: "stop", reason: expect.stringContaining("follow_dist: it failed: no radar") });
    expect(outcomes(failed)).toEqual(["r follow_dist: failed"]);
  });

  it.each([[false], [null], ["too close"], [{}], [{ stop: undefined }], [{ stop: 1 }], [{ reason: "too close" }]])(
    "stops the action when it answers %j, which says neither",
    async (answer) => {
      const verdict = await enforcing(() => answer as EnforcementHandlerResult).before(action({ p: true }), context);
      expect(verdict).toMatchObject({
        kind: "stop",
        reason: expect.stringContaining("follow_dist: its handler must return nothing or { stop: reason }"),
      });
      expect(outcomes(verdict)).toEqual(["r follow_dist: failed"]);
    },
  );
});

describe("invoke_action", () => {
  it("adds a note with the rule and both actions", async () => {
    const engine = engineFor(`
      rule @one trigger Terminal.Execute check enforce invoke_action(Trash.Move, {"path": args.path}) end
      rule @two trigger Trash.Move check enforce invoke_action(Trash.Keep, {"path": args.path "why": action.name}) end
    `);
    const verdict = await engine.before(action({ path: "/x" }), context);
    const [original, moved] = verdict.decision.passes.map((pass) => pass.action);
    expect(moved).toMatchObject({ replaces: original, invokedBy: "one" });
    expect(verdict).toMatchObject({
      kind: "allow",
      action: { id: "call_1", replaces: moved, invokedBy: "two" },
      notes: ['rule @two ran Trash.Keep {"path":"/x","why":"Trash.Move"} instead of Terminal.Execute {"path":"/x"}'],
    });
  });

  it("adds no note when the model has chosen another action since", async () => {
    const engine = engineFor(
      `rule @one trigger Terminal.Execute check enforce invoke_action(Trash.Move, {"p": true}) end
       rule @two trigger Trash.Move check p enforce llm_self_reflect end`,
      { reflect: () => ({ name: "Trash.List", args: {} }) },
    );
    expect(await engine.before(action({}), context)).not.toHaveProperty("notes");
  });

  it("leaves out missing values, as JSON does", async () => {
    const engine = engineFor(
      'rule @r trigger Terminal.Execute check enforce invoke_action(A.b, {"x": args.none, "list": [args.none, 1]}) end',
    );
    const verdict = await engine.before(action({}), context);
    expect(JSON.stringify(verdict.kind === "allow" && verdict.action.args)).toBe('{"list":[null,1]}');
  });

  it("decodes its arguments from a text with decodeText", async () => {
    const engine = engineFor(
      'rule @r trigger Terminal.Execute check enforce invoke_action(Fridge.Close, "door: 1") end',
    );
    expect(await engine.before(action({}), context)).toMatchObject({
      kind: "stop",
      reason: "Fridge.Close, which replaces it, can't run: the application can't decode arguments from a text",
    });
    const decodeText = async (given: Action, text: string) =>
      ({ ok: true, action: { ...given, args: { read: text } }, repairs: [] }) as const;
    expect(await engine.before(action({}), { ...context, decodeText })).toMatchObject({
      kind: "allow",
      action: { name: "Fridge.Close", args: { read: "door: 1" }, invokedBy: "r" },
    });
  });

  it("stops an action that can't be decoded", async () => {
    const engine = engineFor("rule @r trigger Terminal.Execute check enforce invoke_action(A.b, {}) end");
    const decode = () => Promise.reject(new Error("no such tool"));
    expect(await engine.before(action({}), { ...context, decode })).toMatchObject({
      kind: "stop",
      reason: "A.b, which replaces it, can't run: its arguments can't be decoded: no such tool",
    });
  });

  it("applies again after a person or a model changed the invoked action", async () => {
    const engine = engineFor(
      `rule @mine trigger any.any check p enforce invoke_action(A.b, {"p": true "q": true}) end
       rule @ask trigger A.b check q enforce user_inspection end`,
      { inspect: () => ({ decision: "edit", args: { p: true, q: false } }) },
    );
    const verdict = await engine.before(action({ p: true }), context);
    expect(outcomes(verdict).slice(0, 3)).toEqual([
      "mine invoke_action: invoked",
      "ask user_inspection: edited",
      "mine invoke_action: invoked",
    ]);
  });
});
