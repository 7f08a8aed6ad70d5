import { parseProgram } from "@helve/agentspec";
import { Engine, PlanError } from "@helve/enforcer";
import { describe, expect, it } from "vitest";

function engineFor(event: string, check: string, enforce = "stop"): Engine {
  const rule = `rule @r trigger ${event} any.any check ${check} enforce ${enforce} end`;
  return new Engine(parseProgram(rule), { predicates: [] });
}

describe("a name that has no value at the event of a rule", () => {
  it.each([
    [
      "state_change",
      "args.path == 1",
      "args has no value at state_change: it belongs to an action; use state, or last(Toolkit.Tool).args",
    ],
    ["agent_finish", "every(args.to, == 1)", "args has no value at agent_finish"],
    ["before_action", 'observation contains "x"', "observation has no value at before_action"],
    ["before_action", "before.n < after.n", "before has no value at before_action"],
    ["after_action", "after.n > 1", "after has no value at after_action: it is the state around a change; use state"],
    ["state_change", "once(A.b where step.args.x == args.x)", "args has no value at state_change"],
  ])("at %s is an error: %s", (event, check, message) => {
    expect(() => engineFor(event, check)).toThrow(PlanError);
    expect(() => engineFor(event, check)).toThrow(message);
  });

  it("is an error in a message, too", () => {
    expect(() => engineFor("state_change", "True", 'warn("${args.x}")')).toThrow("args has no value");
  });

  it("is an error in the value of a shared binding that the rule uses, directly or by another one", () => {
    const bindings = "let amount = args.amount let double = amount * 2 let limit = 10\n";
    const program = (check: string) =>
      parseProgram(`${bindings}rule @r trigger state_change check ${check} enforce stop end`);
    const create = (check: string) => () => new Engine(program(check), { predicates: [] });
    expect(create("state.n > double")).toThrow("rule @r: double needs args, which has no value at state_change");
    expect(create("state.n > limit")).not.toThrow();
  });

  it("is none where it has one", () => {
    for (const [event, check] of [
      ["after_action", 'observation contains "x" | args.y == 1'],
      ["state_change", "before.n < after.n & state.n > 1 & last(A.b).args.x? == 1"],
      ["before_action", "args.now == 1 & now > 2"],
    ] as const) {
      expect(() => engineFor(event, check)).not.toThrow();
    }
  });
});
