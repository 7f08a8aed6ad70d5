import { parseProgram } from "@helve/agentspec";
import type { Action, Predicate } from "@helve/core";
import { Engine, PlanError } from "@helve/enforcer";
import { describe, expect, it } from "vitest";
import { action, answers, context, engineFor, named } from "./engine-for.ts";

// One test for each defect of the published implementation of AgentSpec that concerns the engine: the engine does not have it.

describe("defects of the published AgentSpec implementation", () => {
  it("1: invalid rules are skipped with a message; the engine refuses to be created", () => {
    const program = parseProgram(
      "rule @ok trigger A.b check p enforce stop end rule @no trigger A.b check z enforce stop end",
    );
    expect(() => new Engine(program, { predicates: [named("p")] })).toThrow(PlanError);
  });

  it("2: rules are parsed for every action; the engine compiles them once when it is created", async () => {
    let reads = 0;
    const counting = <Node extends object>(node: Node): Node =>
      new Proxy(node, {
        get: (target, key, receiver) => {
          reads++;
          const value: unknown = Reflect.get(target, key, receiver);
          return typeof value === "object" && value !== null ? counting(value) : value;
        },
      });
    const program = parseProgram("rule @r trigger any.any check args.n > 1 & !p enforce warn('x') end");
    const engine = new Engine(counting(program), { predicates: [named("p")] });
    await engine.before(action({ n: 2 }), context);
    reads = 0;
    await engine.before(action({ n: 2 }), context);
    expect(reads).toBe(0);
  });

  it("3: only the last enforcement of a rule is applied; the engine applies all in order", async () => {
    const done: unknown[] = [];
    const engine = engineFor("rule @r trigger any.any check enforce a(1) b(2) a(3) end", {
      enforcements: { a: ([n]) => void done.push(n), b: ([n]) => void done.push(n) },
    });
    await engine.before(action({}), context);
    expect(done).toEqual([1, 2, 3]);
  });

  it("4: invoke_action fails; the engine invokes the action with the arguments of the rule", async () => {
    const engine = engineFor('rule @r trigger Lamp.On check enforce invoke_action(Lamp.Dim, {"to": args.level}) end');
    expect(await engine.before(action({ level: 3 }, "Lamp.On"), context)).toMatchObject({
      kind: "allow",
      action: { name: "Lamp.Dim", args: { to: 3 } },
    });
  });

  it("5: an unknown enforcement fails when it is applied; the engine reports it when it is created", () => {
    expect(() => engineFor("rule @r trigger A.b check p enforce speed(1) end")).toThrow(
      'there is no enforcement "speed"',
    );
  });

  it("6: a double negation negates; the engine evaluates it to the predicate itself", async () => {
    const engine = engineFor("rule @r trigger any.any check !!p enforce stop end");
    expect((await engine.before(action({ p: true }), context)).kind).toBe("stop");
    expect((await engine.before(action({ p: false }), context)).kind).toBe("allow");
  });

  it("7: only one of the events triggers rules; in the engine all four do", async () => {
    const engine = engineFor(`
      rule @before trigger before_action A.b check enforce warn("before") end
      rule @after trigger after_action A.b check enforce warn("after") end
      rule @changed trigger state_change check enforce warn("changed") end
      rule @finish trigger finish check enforce warn("finish") end
    `);
    const step = { action: action({}, "A.b"), observation: { parts: [], isError: false }, ran: true };
    const verdicts = [
      await engine.before(step.action, context),
      await engine.after(step, context),
      await engine.stateChanged(1, 2, context),
      await engine.finishing(context),
    ];
    expect(verdicts.map((verdict) => verdict.kind === "allow" && verdict.notes)).toEqual([
      ["before"],
      ["after"],
      ["changed"],
      ["finish"],
    ]);
  });

  it("8: the end of the agent and an input that is not text crash it; the engine allows both without evaluating rules of tools", async () => {
    const engine = engineFor("rule @r trigger Transfer check p enforce stop end");
    expect((await engine.finishing(context)).kind).toBe("allow");
    const odd = { nested: { list: [null, 1] }, text: "Transfer" };
    expect((await engine.before(action(odd, "Bank.Other"), context)).kind).toBe("allow");
  });

  it("9: reflection evaluates the old input and changes the prompt; the engine evaluates the new action and keeps the prompt", async () => {
    const prompts: string[] = [];
    const engine = engineFor("rule @r trigger any.any check p enforce llm_self_reflect end", {
      reflect: ({ prompt, action: { args } }) => {
        prompts.push(prompt);
        return { args: { p: args["n"] !== 1, n: 1 } };
      },
    });
    const verdict = await engine.before(action({ p: true }), context);
    expect(verdict).toMatchObject({ kind: "allow", action: { args: { p: false, n: 1 } } });
    expect(prompts).toEqual([context.prompt, context.prompt]);
  });

  it("10: a trigger matches every name that begins with it; in the engine it matches the exact name only", async () => {
    const engine = engineFor("rule @r trigger put check enforce stop end");
    const kinds = await Promise.all(
      [
        action({}, "put"),
        action({}, "Kitchen.put"),
        action({}, "putty"),
        action({}, "Put"),
        action({ input: "put" }, "A.b"),
      ].map(async (asked) => (await engine.before(asked, context)).kind),
    );
    expect(kinds).toEqual(["stop", "stop", "allow", "allow", "allow"]);
  });

  it("11: a predicate that throws ends the agent; in the engine the rule counts as violated", async () => {
    const broken: Predicate = {
      ...named("is_unsafe"),
      evaluate: ([operand]) => (operand as { readonly value: string }).value.endsWith("!"),
    };
    const engine = engineFor("rule @r trigger any.any check is_unsafe(args.objects[2]) enforce stop end", {
      predicates: [broken],
    });
    const verdict = await engine.before(action({ objects: [] }), context);
    expect(verdict.kind).toBe("stop");
    expect(verdict.decision.passes[0]?.rules[0]?.predicates[0]).toMatchObject({ value: "unknown", failed: true });
  });

  it("12: an inspection blocks every action; the engine decides about other actions meanwhile", async () => {
    let approve: (() => void) | undefined;
    const engine = engineFor("rule @r trigger any.any check p enforce user_inspection end", {
      inspect: () =>
        new Promise((resolve) => {
          approve = () => resolve({ decision: "approve" });
        }),
    });
    const waiting = engine.before(action({ p: true }), context);
    expect((await engine.before(action({ p: false }), context)).kind).toBe("allow");
    for (let turn = 0; approve === undefined && turn < 100; turn++) await Promise.resolve();
    approve?.();
    expect((await waiting).kind).toBe("allow");
  });

  it("13: the rules of two programs are mixed; two engines share nothing", async () => {
    const one = engineFor("rule @r trigger any.any check p enforce stop end");
    const other = engineFor("rule @s trigger any.any check q enforce stop end");
    const asked = action({ p: true });
    expect((await one.before(asked, context)).kind).toBe("stop");
    expect((await other.before(asked, context)).decision.passes[0]?.rules.map(({ rule }) => rule)).toEqual(["s"]);
  });

  it("14: the first violated rule decides; the engine evaluates all rules, and the strictest enforcement wins", async () => {
    const rules = [
      "rule @none trigger any.any check enforce none end",
      "rule @ask trigger any.any check enforce user_inspection end",
      "rule @stop priority -5 trigger any.any check enforce stop end",
    ];
    for (const text of [rules, rules.toReversed()]) {
      const asked: Action[] = [];
      const engine = engineFor(text.join("\n"), {
        inspect: ({ action: shown }) => ({ decision: asked.push(shown) > 0 ? "approve" : "reject" }),
      });
      expect((await engine.before(action({}), context)).kind).toBe("stop");
      expect(asked).toEqual([]);
    }
  });

  it("15: nothing is recorded; the verdict of the engine contains the record", async () => {
    const engine = engineFor("rule @r trigger any.any check p !q enforce stop end");
    const { decision } = await engine.before(action({ p: true, q: "throws" }), context);
    expect(decision.passes[0]?.rules[0]).toMatchObject({ rule: "r", line: 1, check: "unknown", violated: true });
    expect(answers(decision.passes[0]?.rules[0]?.predicates)).toEqual({ p: true, q: "unknown" });
    expect(decision.passes[0]?.enforcements).toEqual([{ rule: "r", enforcement: "stop", outcome: "stopped" }]);
  });
});
