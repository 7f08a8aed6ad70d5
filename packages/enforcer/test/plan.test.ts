import { type Program, parseProgram } from "@helve/agentspec";
import { Engine, PlanError } from "@helve/enforcer";
import { describe, expect, it } from "vitest";
import { action, context, engineFor } from "./engine-for.ts";

describe("a trigger", () => {
  it.each([
    ["Terminal.Execute", ["exact", "toolkit", "tool", "all"]],
    ["Terminal.Read", ["toolkit", "all"]],
    ["Shell.Execute", ["tool", "all"]],
    ["Execute", ["tool", "all"]],
    ["Gmail.SendEmail", ["all"]],
    ["terminal.execute", ["all"]],
    ["constructor", ["all"]],
  ])("fits %s for the rules %j", async (name, fitting) => {
    const engine = engineFor(`
      rule @exact trigger Terminal.Execute check False enforce stop end
      rule @toolkit trigger Terminal.any check False enforce stop end
      rule @tool trigger any.Execute check False enforce stop end
      rule @all trigger any.any check False enforce stop end
    `);
    const verdict = await engine.before(action({}, name), context);
    expect(verdict.decision.passes[0]?.rules.map(({ rule }) => rule)).toEqual(fitting);
  });

  it("keeps the rules in source order, whatever their patterns", async () => {
    const engine = engineFor(`
      rule @first trigger any.any check False enforce stop end
      rule @second trigger Terminal.Execute check False enforce stop end
    `);
    const verdict = await engine.before(action({}), context);
    expect(verdict.decision.passes[0]?.rules.map(({ rule, line }) => [rule, line])).toEqual([
      ["first", 2],
      ["second", 3],
    ]);
  });
});

describe("a program with names that the host does not have", () => {
  it("never becomes an engine, and says all of them with what was meant", () => {
    const make = () =>
      engineFor(
        `rule @a trigger any.any check is_destuctive enforce user_inspection(add_contct, nothing_like) end
rule @b trigger any.any check !r enforce stop end`,
        {
          predicates: [{ name: "is_destructive", description: "", evaluate: () => true }],
          fixes: { add_contact: ({ args }) => args },
        },
      );
    expect(make).toThrow(PlanError);
    expect(make).toThrow('1:31: rule @a: there is no predicate "is_destuctive"; did you mean "is_destructive"?');
    expect(make).toThrow('rule @a: there is no fix "add_contct"; did you mean "add_contact"?');
    expect(make).toThrow('rule @a: there is no fix "nothing_like"');
    expect(make).toThrow("2:");
  });
});

describe("a program that says what this engine does not know", () => {
  it.each([
    ["default deny", "", "this engine does not know a header"],
    ["", "trigger after_action A.b check p enforce stop", 'there is no event "after_action"'],
    ["", "priority 1 trigger A.b check p enforce stop", 'this engine does not know "priority"'],
    ["", "trigger A.b let x = 1 check p enforce stop", 'this engine does not know "let"'],
    ["", "trigger A.b check p | q enforce stop", 'this engine does not know "or"'],
    ["", "trigger A.b check args.x == 1 enforce stop", 'this engine does not know "comparison"'],
    ["", "trigger A.b check p(state.x) enforce stop", 'this engine does not know "state"'],
    ["", 'trigger A.b check p([{"a": prompt}]) enforce stop', 'this engine does not know "prompt"'],
    ["", "trigger A.b check p enforce skip", 'this engine does not know "skip"'],
    ["", "trigger A.b check p enforce none", 'this engine does not know "none"'],
    ["", "trigger A.b check p enforce allow", 'this engine does not know "allow"'],
    ["", "trigger A.b check p enforce warn", 'this engine does not know "warn"'],
    ["", "trigger A.b check p enforce log", 'this engine does not know "log"'],
    ["", "trigger A.b check p enforce follow_dist(10)", 'this engine does not know "domain"'],
    ["", 'trigger A.b check p enforce user_inspection("sure?")', 'this engine does not know "message"'],
    ["", 'trigger A.b check p enforce invoke_action(A.c, "x")', 'this engine does not know "arguments as a text"'],
    ["", 'trigger A.b check p enforce invoke_action(A.c, {"x": action.id})', 'this engine does not know "action"'],
  ])("never becomes an engine: %s %s", (header, rest, message) => {
    const rule = rest === "" ? "trigger A.b check p enforce stop" : rest;
    const make = () => engineFor(`${header}\nrule @r ${rule} end`);
    expect(make).toThrow(PlanError);
    expect(make).toThrow(message);
  });
});

describe("a program that no parser made", () => {
  const [rule] = parseProgram("rule @r trigger A.b check True enforce stop end").rules;
  it.each<[string, object, string]>([
    ["that enforces nothing", { enforce: [] }, "it enforces nothing"],
    ["that watches nothing", { trigger: { ...rule?.trigger, patterns: [] } }, "it watches no tool"],
    ["for another event", { trigger: { ...rule?.trigger, event: "agent_finish" } }, 'there is no event "agent_finish"'],
    ["with an unknown enforcement", { enforce: [{ type: "explode" }] }, 'this engine does not know "explode"'],
    ["with an unknown check", { check: { type: "or", operands: [] } }, 'this engine does not know "or"'],
  ])("with a rule %s never becomes an engine", (_what, part, message) => {
    const program = { type: "program", rules: [{ ...rule, ...part }] } as unknown as Program;
    expect(() => new Engine(program, { predicates: [] })).toThrow(`rule @r: ${message}`);
  });

  it("with two rules of one name, or predicates of one name, never becomes an engine", () => {
    const program = { type: "program", rules: [rule, rule] } as unknown as Program;
    expect(() => new Engine(program, { predicates: [] })).toThrow("rule @r: there is another rule of this name");
    const p = { name: "p", description: "", evaluate: () => true };
    expect(() => engineFor("rule @r trigger A.b check p enforce stop end", { predicates: [p, p] })).toThrow(
      'there are two predicates "p"',
    );
  });
});
