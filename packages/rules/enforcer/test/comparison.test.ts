import type { Args, Truth } from "@helve/core";
import { describe, expect, it } from "vitest";
import { action, context, engineFor } from "./engine-for.ts";

async function compare(text: string, args: Args, state?: unknown) {
  const engine = engineFor(`rule @r trigger any.any check ${text} enforce none end`);
  const given = state === undefined ? context : { ...context, state };
  const { decision } = await engine.before(action(args), given);
  return decision.passes[0]?.rules[0]?.predicates[0];
}

describe("a comparison", () => {
  it.each<[string, Args, Truth, string]>([
    // equality
    ["args.to == 'bob'", { to: "bob" }, true, 'args.to is "bob"'],
    ["args.n == 1", { n: 1 }, true, "args.n is 1"],
    ["args.n == 1", { n: "1" }, false, 'args.n is "1"'],
    ["args.n != 1", { n: "1" }, true, 'args.n is "1"'],
    ["args.n == 0", { n: -0 }, true, "args.n is 0"],
    ["args.on == true", { on: "true" }, false, 'args.on is "true"'],
    ['args.a == {"x": [1, 2], "y": null}', { a: { y: null, x: [1, 2] } }, true, "args.a is an object"],
    ["args.a == [1, 2]", { a: [2, 1] }, false, "args.a is a list of 2"],
    ["args.a == args.b", { a: [{ x: 1 }], b: [{ x: 1 }] }, true, "args.a is a list of 1, args.b is a list of 1"],
    ["1 == 1", {}, true, "both values are literals in the rule"],
    // what is not given
    ["args.n == 1", {}, false, "args.n is not given"],
    ["args.n != 1", {}, true, "args.n is not given"],
    ["args.n == null", {}, true, "args.n is not given"],
    ["args.n == null", { n: null }, true, "args.n is null"],
    ["args.n != null", { n: 0 }, true, "args.n is 0"],
    ["args.n in [1, 2]", {}, false, "args.n is not given"],
    ["args.n in [1, null]", {}, true, "args.n is not given"],
    ["args.n in args.all", { all: "abc" }, false, 'args.n is not given, args.all is "abc"'],
    ["args.n in args.all", { n: 1 }, "unknown", "args.all is not given"],
    ["args.n > args.m", {}, "unknown", "args.n and args.m are not given"],
    ["args.amount > 1000", {}, "unknown", "args.amount is not given"],
    ["args.to matches 'x'", {}, "unknown", "args.to is not given"],
    ["args.to contains 'x'", {}, "unknown", "args.to is not given"],
    ["args.to starts_with args.x", { x: "x" }, "unknown", "args.to is not given"],
    // order
    ["args.amount > 1000", { amount: 1001 }, true, "args.amount is 1001"],
    ["args.amount > 1000", { amount: 1000 }, false, "args.amount is 1000"],
    ["args.amount >= 1000", { amount: 1000 }, true, "args.amount is 1000"],
    ["args.amount < 1000", { amount: 1000 }, false, "args.amount is 1000"],
    ["args.amount <= 1000", { amount: 1000 }, true, "args.amount is 1000"],
    ["args.day < '2026-02-01'", { day: "2026-01-31" }, true, 'args.day is "2026-01-31"'],
    ["args.n > 1", { n: "2" }, "unknown", '> takes two numbers or two texts: args.n is "2"'],
    ["args.n > 1", { n: null }, "unknown", "> takes two numbers or two texts: args.n is null"],
    ["args.n > 1", { n: [2] }, "unknown", "> takes two numbers or two texts: args.n is a list of 1"],
    ["args.n > 1", { n: Number.NaN }, "unknown", "NaN has no order: args.n is NaN"],
    // texts
    ["args.to starts_with 'a@'", { to: "a@b.c" }, true, 'args.to is "a@b.c"'],
    ["args.to ends_with 'c'", { to: "a@b.c" }, true, 'args.to is "a@b.c"'],
    ["args.to ends_with 'C'", { to: "a@b.c" }, false, 'args.to is "a@b.c"'],
    ["args.to starts_with 'a'", { to: 1 }, "unknown", "starts_with takes two texts: args.to is 1"],
    ["args.to matches '(a+)+$'", { to: `${"a".repeat(5000)}!` }, false, `args.to is "${"a".repeat(60)}…"`],
    ["args.to matches '(.*)(.*)(.*)x'", { to: "a".repeat(5000) }, false, `args.to is "${"a".repeat(60)}…"`],
    ["args.to matches '^a.b$'", { to: "a💡b" }, true, 'args.to is "a💡b"'],
    ["args.to matches 'x'", { to: ["x"] }, "unknown", "matches takes a text: args.to is a list of 1"],
    ["args.long matches '^a'", { long: "a".repeat(10_000) }, true, `args.long is "${"a".repeat(60)}…"`],
    // containment
    ["args.to contains '@'", { to: "a@b.c" }, true, 'args.to is "a@b.c"'],
    ["args.to contains 'x@y'", { to: ["a@b", "x@y"] }, true, "args.to is a list of 2"],
    ["args.to contains 1", { to: ["1"] }, false, "args.to is a list of 1"],
    ["args.to contains {'a': 1}", { to: [{ a: 1 }] }, true, "args.to is a list of 1"],
    ["args.to contains 'a'", { to: { a: 1 } }, true, "args.to is an object"],
    ["args.to contains 'toString'", { to: { a: 1 } }, false, "args.to is an object"],
    ["args.to contains 1", { to: "1" }, "unknown", 'a text contains only texts: args.to is "1"'],
    ["args.to contains 1", { to: { 1: 1 } }, "unknown", "the keys of an object are texts: args.to is an object"],
    ["args.to contains 'x'", { to: 1 }, "unknown", "only a text, a list or an object contains something: args.to is 1"],
    ["args.n in [1, 'x', [2], {'k': 3}]", { n: [2] }, true, "args.n is a list of 1"],
    ["args.n in [1, 'x', [2], {'k': 3}]", { n: "1" }, false, 'args.n is "1"'],
    ["args.n not in [1]", { n: 2 }, false, "args.n is 2"],
    ["'rm' in args.command", { command: "ls; rm x" }, true, 'args.command is "ls; rm x"'],
    ["args.n in args.all", { n: 1, all: [1] }, true, "args.n is 1, args.all is a list of 1"],
  ])("`%s` of %j is %s: %s", async (text, args, value, reason) => {
    expect(await compare(text, args)).toMatchObject({ value, reason });
  });

  it.each<[string, Args, readonly object[]]>([
    ["args.to matches 'b+'", { to: "abbc" }, [{ path: "/to", start: 1, end: 3, text: "bb" }]],
    ["args.to contains 'c'", { to: "abbc" }, [{ path: "/to", start: 3, end: 4, text: "c" }]],
    ["args.to contains 'c'", { to: ["a", "c"] }, [{ path: "/to/1", start: 0, end: 1, text: "c" }]],
    ["args.to starts_with 'ab'", { to: "abbc" }, [{ path: "/to", start: 0, end: 2, text: "ab" }]],
    ["args.to ends_with 'bc'", { to: "abbc" }, [{ path: "/to", start: 2, end: 4, text: "bc" }]],
    ["args.a['b/c'][0] == 'x'", { a: { "b/c": ["x"] } }, [{ path: "/a/b~1c/0", start: 0, end: 1, text: "x" }]],
    ["'x' == args.to", { to: "x" }, [{ path: "/to", start: 0, end: 1, text: "x" }]],
    ["args.to in ['x', 'y']", { to: "y" }, [{ path: "/to", start: 0, end: 1, text: "y" }]],
    ["'y' in args.to", { to: "xy" }, [{ path: "/to", start: 1, end: 2, text: "y" }]],
    ["args.to == 'x'", { to: "y" }, []],
    ["args.n > 1", { n: 2 }, []],
    ["args.x == 'x'", {}, []],
  ])("`%s` of %j rests on %j", async (text, args, evidence) => {
    expect((await compare(text, args))?.evidence).toEqual(evidence);
  });

  it("is recorded as the rule writes it", async () => {
    expect((await compare('args.a["b c"][0] != {"k": [1, prompt]}', {}))?.predicate).toBe(
      'args.a["b c"][0] != {"k": [1, prompt]}',
    );
  });

  it("does not match a text of more than 10,000 characters", async () => {
    expect(await compare("args.x matches 'a'", { x: "a".repeat(10_001) })).toMatchObject({
      value: "unknown",
      reason: expect.stringContaining("a text of more than 10000 characters is not matched"),
    });
  });

  it("is unknown for values that are not JSON", async () => {
    const odd = { f: () => undefined, when: new Date(0) };
    expect(await compare("state.when == state.list", {}, { ...odd, list: [1] })).toMatchObject({
      value: "unknown",
      failed: true,
    });
    expect(await compare("state.when in [1]", {}, odd)).toMatchObject({ value: "unknown", failed: true });
  });
});

describe("a reference", () => {
  const step = { action: action({ x: 1 }, "A.b"), observation: { parts: [], isError: false }, ran: true };
  it.each([
    ["prompt contains 'disk'"],
    ["action.name == 'Terminal.Execute'"],
    ["action.args.list[1].deep == 'x'"],
    ["trajectory[0].action.name == 'A.b'"],
    ["trajectory.length == 1"],
    ["state.user.name == 'ada'"],
    ["args.list[1] == {'deep': 'x'}"],
    ["args.constructor == null"],
    ["args.list.map == null"],
    ["args.text.length == null"],
    ["state.user.toString == null"],
  ])("finds own properties only: %s", async (text) => {
    const engine = engineFor(`rule @r trigger any.any check ${text} enforce none end`);
    const given = { ...context, trajectory: [step], state: { user: { name: "ada" } } };
    const { decision } = await engine.before(action({ list: [0, { deep: "x" }], text: "abc" }), given);
    expect(decision.passes[0]?.rules[0]?.check).toBe(true);
  });

  it("to a let name reads its value and parts of it", async () => {
    const engine = engineFor(`
      rule @r trigger any.any
      let limits = {"high": args.max, "low": [1, 2], "__proto__": 3}
      let high = limits.high
      let both = [high, limits.low]
      check args.n == high & both[1][1] == 2 & both[0] == 9 & limits.low[7] == null & limits["__proto__"] == 3
        & limits.constructor == null & high.x == null
      enforce none end
    `);
    const { decision } = await engine.before(action({ n: 9, max: 9 }), context);
    expect(decision.passes[0]?.rules[0]).toMatchObject({ check: true });
    expect(decision.passes[0]?.rules[0]?.predicates.map(({ predicate }) => predicate)).toEqual([
      "args.n == high",
      "both[1][1] == 2",
      "both[0] == 9",
      "limits.low[7] == null",
      "limits.__proto__ == 3",
      "limits.constructor == null",
      "high.x == null",
    ]);
  });

  it("through deeply nested names is rejected", () => {
    const names = Array.from({ length: 600 }, (_, index) => `let x${index + 1} = [x${index}]`).join(" ");
    const make = () => engineFor(`rule @r trigger any.any let x0 = args.a ${names} check x600 == 1 enforce none end`);
    expect(make).toThrow("a value is nested deeper than 500 levels");
  });

  it("through very many names is rejected", () => {
    const names = Array.from({ length: 40 }, (_, index) => `let x${index + 1} = [x${index}, x${index}]`).join(" ");
    const make = () => engineFor(`rule @r trigger any.any let x0 = args.a ${names} check x40 == 1 enforce none end`);
    expect(make).toThrow("a value has more than 100000 parts");
  });
});
