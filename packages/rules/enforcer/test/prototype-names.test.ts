import { parseProgram } from "@helve/agentspec";
import type { Action } from "@helve/core";
import { Engine, type EngineOptions, type InspectionAnswer } from "@helve/enforcer";
import { describe, expect, it } from "vitest";
import { action, context, engineFor, named } from "./engine-for.ts";

const names = ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"];

function own<Value>(name: string, value: Value): Record<string, Value> {
  return Object.fromEntries([[name, value]]);
}

describe.each(names)("the name %s", (name) => {
  const make = (rest: string, options: Partial<EngineOptions> = {}) =>
    new Engine(parseProgram(`rule @r trigger any.any ${rest} end`), { predicates: [named("p")], ...options });

  it("is a predicate, a fix or an enforcement only if one is registered", async () => {
    expect(() => make(`check ${name} enforce stop`)).toThrow(`there is no predicate "${name}"`);
    expect(() => make(`check p enforce user_inspection(${name})`)).toThrow(`there is no fix "${name}"`);
    expect(() => make(`check p enforce ${name}(1)`)).toThrow(`there is no enforcement "${name}"`);

    const predicate = make(`check ${name} enforce stop`, { predicates: [named(name)] });
    expect((await predicate.before(action({}), context)).kind).toBe("stop");
    const fix = make(`check args.n == 1 enforce user_inspection(${name})`, {
      fixes: own(name, () => ({ n: 2 })),
      inspect: () => ({ decision: "fix", fix: name }),
    });
    expect(await fix.before(action({ n: 1 }), context)).toMatchObject({ kind: "allow", action: { args: { n: 2 } } });
    const enforcement = make(`check p enforce ${name}(1)`, { enforcements: own(name, () => ({ stop: "here" })) });
    expect((await enforcement.before(action({}), context)).kind).toBe("stop");
  });

  it("is a fix only if a rule offers it", async () => {
    const engine = make("check p enforce user_inspection(mend)", {
      fixes: { mend: () => ({}) },
      inspect: () => ({ decision: "fix", fix: name }) as InspectionAnswer,
    });
    expect((await engine.before(action({}), context)).kind).toBe("stop");
  });

  it("is a tool and an argument like any other", async () => {
    const engine = engineFor(`
      rule @tool trigger Odd.${name} check enforce stop end
      rule @argument trigger Other.any check args["${name}"] == "x" enforce skip end
      rule @binding trigger Third.any let o = {"${name}": 1} check o["${name}"] == 1 enforce stop end
    `);
    const kinds = [
      await engine.before(action({}, `Odd.${name}`), context),
      await engine.before(action({}, name), context),
      await engine.before(action(own(name, "x"), "Other.Tool"), context),
      await engine.before(action({}, "Other.Tool"), context),
      await engine.before(action({}, "Third.Tool"), context),
    ].map(({ kind }) => kind);
    expect(kinds).toEqual(["stop", "allow", "stop", "allow", "stop"]);
  });

  it("is an argument of what is invoked", async () => {
    const engine = engineFor(
      `rule @r trigger Terminal.any check enforce invoke_action(A.b, {"${name}": args["${name}"]}) end`,
    );
    const verdict = await engine.before(action(own(name, { x: 1 })), context);
    const made: Action["args"] = verdict.kind === "allow" ? verdict.action.args : {};
    expect(Object.entries(made)).toEqual([[name, { x: 1 }]]);
    expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
  });
});
