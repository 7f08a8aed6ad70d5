import { parseProgram } from "@helve/agentspec";
import type { Action, Predicate } from "@helve/core";
import { Engine, PlanError } from "@helve/enforcer";
import { describe, expect, it } from "vitest";
import { action, answers, context, engineFor, named } from "./engine-for.ts";

// What goes wrong in the published implementation of AgentSpec, one test each, as far as it is the engine's part.

describe("of the published implementation's defects", () => {
  it("1: rules with a mistake in them guard nothing, and say so: here they never become an engine", () => {
    const program = parseProgram(
      "rule @ok trigger A.b check p enforce stop end rule @no trigger A.b check z enforce stop end",
    );
    expect(() => new Engine(program, { predicates: [named("p")] })).toThrow(PlanError);
  });

  it("2: a rule is read again for every action: here it is read when the engine is made", async () => {
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

  it("3: only the last enforcement of a rule happens: here all do, in their order", async () => {
    const done: unknown[] = [];
    const engine = engineFor("rule @r trigger any.any check enforce a(1) b(2) a(3) end", {
      enforcements: { a: ([n]) => void done.push(n), b: ([n]) => void done.push(n) },
    });
    await engine.before(action({}), context);
    expect(done).toEqual([1, 2, 3]);
  });

  it("4: invoke_action fails: here it invokes, with what the rule says", async () => {
    const engine = engineFor('rule @r trigger Lamp.On check enforce invoke_action(Lamp.Dim, {"to": args.level}) end');
    expect(await engine.before(action({ level: 3 }, "Lamp.On"), context)).toMatchObject({
      kind: "allow",
      action: { name: "Lamp.Dim", args: { to: 3 } },
    });
  });

  it("5: what a rule can't do fails when it should be done: here when the rules are loaded", () => {
    expect(() => engineFor("rule @r trigger A.b check p enforce speed(1) end")).toThrow(
      'there is no enforcement "speed"',
    );
  });

  it("6: a double negation is a single one: here it is none", async () => {
    const engine = engineFor("rule @r trigger any.any check !!p enforce stop end");
    expect((await engine.before(action({ p: true }), context)).kind).toBe("stop");
    expect((await engine.before(action({ p: false }), context)).kind).toBe("allow");
  });

  it("7: events but one never happen: here all four do", async () => {
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

  it("8: an agent that ends, and an input that is no text, crash it: here rules of tools have no part in that", async () => {
    const engine = engineFor("rule @r trigger Transfer check p enforce stop end");
    expect((await engine.finishing(context)).kind).toBe("allow");
    const odd = { nested: { list: [null, 1] }, text: "Transfer" };
    expect((await engine.before(action(odd, "Bank.Other"), context)).kind).toBe("allow");
  });

  it("9: reflection judges the old input and adds to the prompt: here the new action is judged, the prompt left", async () => {
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

  it("10: a trigger fits whatever begins with it: here it fits one name, letter for letter", async () => {
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

  it("11: a predicate that throws takes the agent with it: here the rule counts as violated", async () => {
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

  it("12: an inspection blocks everything: here other actions are judged meanwhile", async () => {
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

  it("13: rules bleed from one program into another: here engines share nothing", async () => {
    const one = engineFor("rule @r trigger any.any check p enforce stop end");
    const other = engineFor("rule @s trigger any.any check q enforce stop end");
    const asked = action({ p: true });
    expect((await one.before(asked, context)).kind).toBe("stop");
    expect((await other.before(asked, context)).decision.passes[0]?.rules.map(({ rule }) => rule)).toEqual(["s"]);
  });

  it("14: the first rule that says anything ends it: here all are looked at, and the strictest wins", async () => {
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

  it("15: there is no record: here the verdict is one", async () => {
    const engine = engineFor("rule @r trigger any.any check p !q enforce stop end");
    const { decision } = await engine.before(action({ p: true, q: "throws" }), context);
    expect(decision.passes[0]?.rules[0]).toMatchObject({ rule: "r", line: 1, check: "unknown", violated: true });
    expect(answers(decision.passes[0]?.rules[0]?.predicates)).toEqual({ p: true, q: "unknown" });
    expect(decision.passes[0]?.enforcements).toEqual([{ rule: "r", enforcement: "stop", outcome: "stopped" }]);
  });
});
