import { type Program, parseProgram } from "@helve/agentspec";
import { Engine, PlanError } from "@helve/enforcer";
import { describe, expect, it } from "vitest";
import { action, context, engineFor, named } from "./engine-for.ts";

describe("a trigger", () => {
  it.each([
    ["Terminal.Execute", ["exact", "toolkit", "tool", "all"]],
    ["Terminal.Read", ["toolkit", "all"]],
    ["Shell.Execute", ["tool", "all"]],
    ["Execute", ["tool", "all"]],
    ["Gmail.SendEmail", ["all"]],
    ["terminal.execute", ["all"]],
    ["constructor", ["all"]],
  ])("matches %s for the rules %j", async (name, fitting) => {
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

describe("the tests in a program", () => {
  const rule = "rule @stop trigger Terminal.Execute check enforce stop end";
  const test = 'test "t" when Terminal.Execute() expect stop by @stop end';

  it("have no influence on decisions and on the fingerprint", async () => {
    const [without, withTests] = [engineFor(rule), engineFor(`${rule} ${test}`)];
    const verdicts = [await without.before(action({}), context), await withTests.before(action({}), context)];
    expect(verdicts[1]).toEqual(verdicts[0]);
  });

  it("are not enough: a program without rules is refused", () => {
    expect(() => engineFor(test)).toThrow("there is no rule, so nothing would be guarded");
  });
});

describe("the rules of an event", () => {
  it("are evaluated at that event only", async () => {
    const engine = engineFor(`
      rule @before trigger any.any check False enforce stop end
      rule @after trigger after_action A.b check False enforce stop end
      rule @changed trigger state_change check False enforce stop end
      rule @changed_by trigger state_change A.b check False enforce stop end
      rule @finished trigger agent_finish check False enforce none end
      rule @finished_by trigger agent_finish C.d check False enforce none end
    `);
    const step = { action: action({}, "A.b"), observation: { parts: [], isError: false }, ran: true };
    const later = { ...context, trajectory: [step] };
    const looked = [
      await engine.before(step.action, context),
      await engine.after(step, context),
      await engine.stateChanged(1, 2, context),
      await engine.stateChanged(1, 2, later),
      await engine.finishing(later),
    ];
    expect(looked.map(({ decision }) => decision.passes[0]?.rules.map(({ rule }) => rule))).toEqual([
      ["before"],
      ["after"],
      ["changed"],
      ["changed", "changed_by"],
      ["finished"],
    ]);
    expect(looked.map(({ decision }) => decision.event)).toEqual([
      undefined,
      "after_action",
      "state_change",
      "state_change",
      "agent_finish",
    ]);
  });
});

describe("a program with unknown names", () => {
  it("is rejected with all of them and with suggestions", () => {
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
    expect(make).toThrow('1:31: rule @a: there is no predicate "is_destuctive" (did you mean "is_destructive"?)');
    expect(make).toThrow('rule @a: there is no fix "add_contct" (did you mean "add_contact"?)');
    expect(make).toThrow('rule @a: there is no fix "nothing_like"');
    expect(make).toThrow("2:");
  });
});

describe("a program that can't be enforced as written", () => {
  it.each([
    [
      "trigger A.b check p enforce follow_dist(10)",
      'there is no enforcement "follow_dist" (did you mean "follow_dst"?)',
    ],
    ["trigger A.b check p enforce a:b:Speed = 8", 'there is no enforcement "a:b:Speed"'],
    [
      'trigger A.b check args.x matches "a(" enforce stop',
      'the regular expression "a(" is invalid: Unterminated group',
    ],
    [
      'trigger A.b check args.x matches "(?=a)b*" enforce stop',
      "has a lookaround or a backreference besides a repetition",
    ],
    ["trigger A.b check args.x matches args.y enforce stop", "matches takes a regular expression as a literal text"],
    [
      "trigger A.b let x = invoke_action(Clock.Now, {}) check p(x) enforce stop",
      "let x must not invoke an action, since checks have no side effects",
    ],
    ["trigger A.b check p enforce user_inspection(toString)", 'there is no fix "toString"'],
    ["trigger A.b check constructor enforce stop", 'there is no predicate "constructor"'],
  ])("is rejected: %s", (rest, message) => {
    const make = () => engineFor(`rule @r ${rest} end`, { enforcements: { follow_dst: () => undefined } });
    expect(make).toThrow(PlanError);
    expect(make).toThrow(message);
  });

  it("accepts a regular expression that is valid only without the flag u", () => {
    expect(() => engineFor('rule @r trigger A.b check args.x matches "\\\\-" enforce stop end')).not.toThrow();
  });
});

describe("a wrong argument of JavaScript", () => {
  const rules = "rule @r trigger pay check args.amount > 50 enforce stop end";
  const create = (...args: readonly unknown[]): Engine => Reflect.construct(Engine, args);

  it.each([
    [{ stopEnd: "agent" }, '"stopEnd" is not an option of an engine (did you mean "stopEnds"?)'],
    [{ inspector: () => ({ decision: "approve" }) }, 'did you mean "inspect"?'],
    [{ inspect: true }, "inspect must be a function (got true)"],
    [{ predicates: { is_late: () => true } }, "predicates must be a list of predicates (got an object with is_late)"],
    [{ predicates: () => [] }, "predicates must be a list of predicates (got a function)"],
    [{ predicates: [{ name: "p", check: () => true }] }, "(got an object with name and check)"],
    [{ fixes: ["add_contact"] }, "fixes must be an object of functions by name"],
    [{ enforcements: { follow: "slowly" } }, "enforcements.follow must be a function (got slowly)"],
    ["agent", "the options of an engine must be an object (got agent)"],
  ])("among the options is refused: %j", (options, message) => {
    expect(() => create(rules, options)).toThrow(PlanError);
    expect(() => create(rules, options)).toThrow(message);
  });

  it("in place of rules is refused", () => {
    expect(() => create({ rules })).toThrow("an engine takes the text of rules, or a program");
    expect(() => create([rules])).toThrow("an engine takes the text of rules, or a program");
  });

  it("takes predicates that can be read once", async () => {
    function* once() {
      yield { name: "p", description: "", evaluate: () => true };
    }
    const engine = create("rule @r trigger any.any check p enforce stop end", { predicates: once() });
    expect(await engine.before(action({}), context)).toMatchObject({ kind: "stop" });
  });

  it("in place of an action or its context is refused", async () => {
    const engine = create(rules);
    const before = (...args: readonly unknown[]): Promise<unknown> => Reflect.apply(engine.before, engine, args);
    await expect(before({ id: "1", name: "pay", arguments: { amount: 100 } }, context)).rejects.toThrow(
      "an engine decides about an action { id, name, args } (got an object with id, name and arguments)",
    );
    await expect(before(action({}))).rejects.toThrow("an engine decides in a guard context");
    await expect(before(action({}), { prompt: "pay" })).rejects.toThrow("an engine decides in a guard context");
  });
});

describe("an invalid option", () => {
  it.each([
    [{ maxTrials: 0 }, "maxTrials must be a whole number from 1 (got 0)"],
    [{ maxTrials: Number.NaN }, "maxTrials must be a whole number from 1 (got NaN)"],
    [{ predicateTimeout: Number.NaN }, "predicateTimeout must be a number of milliseconds (got NaN)"],
    [{ mode: "shadw" }, 'mode must be "enforce", "shadow" or "dry run" (got shadw)'],
    [{ stopEnds: "all" }, 'stopEnds must be "action" or "agent" (got all)'],
  ])("is rejected: %j", (options, message) => {
    expect(() => engineFor("rule @r trigger A.b check p enforce stop end", options as object)).toThrow(message);
  });
});

describe("a program with ineffective rules", () => {
  const blind = { ...named("looks"), argumentFor: (tool: string) => (tool === "A.b" ? "x" : undefined) };
  it.each([
    ["trigger A.b check p enforce allow", "rule @r: allow has no effect: nothing is denied by default"],
    ["trigger after_action A.b check p enforce allow", "rule @r: allow has no effect: nothing is denied by default"],
    ["trigger agent_finish check p enforce stop", "rule @r: stop has no effect at agent_finish: the agent ends anyway"],
    ["trigger agent_finish check p enforce skip", "rule @r: skip has no effect at agent_finish: the agent ends anyway"],
    [
      "trigger A.b | C.d check !(looks | p) enforce stop",
      "rule @r: looks inspects no argument of C.d, so it is always false: pass an argument, as in looks(args.…)",
    ],
  ])("is accepted with a warning: %s", (rest, message) => {
    const { warnings } = engineFor(`rule @r ${rest} end`, { predicates: [named("p"), blind] });
    expect(warnings.map((warning) => warning.message)).toEqual([message]);
    expect(warnings[0]?.range?.start.line).toBe(1);
  });

  it.each([
    "default deny rule @r trigger A.b check p enforce user_inspection end",
    "default deny rule @r trigger after_action A.b check p enforce none end",
  ])("is accepted with a warning if no action can run: %s", (text) => {
    const { warnings } = engineFor(text);
    expect(warnings.map(({ message }) => message)).toEqual([
      "default deny: no action can run, since no rule has the enforcement allow",
    ]);
  });

  it.each([
    "default deny rule @r trigger A.b check p enforce allow end",
    "rule @r trigger A.b check looks enforce stop end",
    "rule @r trigger C.d check looks(args.x) enforce stop end",
    "rule @r trigger any.d check looks enforce stop end",
    "rule @r trigger agent_finish check p enforce llm_self_reflect end",
  ])("has no warning without a reason: %s", (text) => {
    expect(engineFor(text, { predicates: [named("p"), blind] }).warnings).toEqual([]);
  });
});

describe("a syntax tree that no parser created", () => {
  const [rule] = parseProgram("rule @r trigger A.b check True enforce stop end").rules;
  const [comparison] =
    parseProgram("rule @r trigger A.b check args.x == 1 enforce stop end").rules[0]?.check.operands ?? [];
  const nested = (depth: number): object => (depth === 0 ? { type: "literal", value: true } : not(nested(depth - 1)));
  const not = (operand: object): object => ({ type: "not", operand });
  it.each<[string, object, string]>([
    ["that enforces nothing", { enforce: [] }, "it has no enforcement"],
    ["that watches nothing", { trigger: { ...rule?.trigger, patterns: [] } }, "its trigger has no tool"],
    [
      "that watches no toolkit",
      { trigger: { ...rule?.trigger, patterns: [{ tool: "b" }] } },
      "its trigger has a tool without a name",
    ],
    [
      "that watches no tool of one",
      { trigger: { ...rule?.trigger, patterns: [{ toolkit: "A", tool: "" }] } },
      "its trigger has a tool without a name",
    ],
    ["for another event", { trigger: { ...rule?.trigger, event: "agent_born" } }, 'there is no event "agent_born"'],
    [
      "with an unknown enforcement",
      { enforce: [{ type: "explode" }] },
      'this engine does not know the enforcement "explode"',
    ],
    ["with an unknown check", { check: { type: "xor", operands: [] } }, 'this engine does not know "xor" in a check'],
    [
      "with a text for a check",
      { check: { type: "literal", value: "p" } },
      'this engine does not know "literal" in a check',
    ],
    [
      "with an unknown operator",
      { check: { ...comparison, operator: "~" } },
      'this engine does not know the operator "~"',
    ],
    [
      "with an unknown value",
      { check: { ...comparison, left: { type: "now" } } },
      'this engine does not know values of type "now"',
    ],
    [
      "with an unknown reference",
      { check: { ...comparison, left: { type: "reference", root: "clock", path: [] } } },
      'this engine does not know "clock"',
    ],
    [
      "with a name for nothing",
      { check: { ...comparison, left: { type: "reference", root: "let", path: ["x"] } } },
      'there is no let "x" before it',
    ],
    ["that is very deep", { check: nested(600) }, "its check is nested deeper than 500 levels"],
    [
      "that invokes with a number",
      { enforce: [{ type: "invoke_action", tool: "A.b", args: { type: "literal", value: 1 } }] },
      "invoke_action(A.b, …) takes an object or a text",
    ],
    ["of no priority", { priority: Number.NaN }, "its priority must be a number (got NaN)"],
  ])("with a rule %s is rejected", (_what, part, message) => {
    const program = { type: "program", rules: [{ ...rule, ...part }] } as unknown as Program;
    expect(() => new Engine(program, { predicates: [] })).toThrow(`rule @r: ${message}`);
  });

  it.each([
    [{ default: "perhaps" }, 'this engine does not know "default perhaps"'],
    [{ onUnknown: "shrug" }, 'this engine does not know "on unknown shrug"'],
    [{ onError: "constructor" }, 'this engine does not know "on error constructor"'],
  ])("with the header %j is rejected", (header, message) => {
    const program = { type: "program", header: { type: "header", ...header }, rules: [rule] } as unknown as Program;
    expect(() => new Engine(program, { predicates: [] })).toThrow(message);
  });

  it.each<[unknown]>([
    [null],
    [{ rules: {} }],
    [{ rules: [{ ...rule, range: undefined }] }],
    [{ rules: [{ ...rule, check: undefined }] }],
    [{ rules: [{ ...rule, enforce: [null] }] }],
  ])("that is incomplete is rejected with a hint at parseProgramJson: %j", (given) => {
    const making = () => new Engine(given as Program, { predicates: [] });
    expect(making).toThrow(PlanError);
    expect(making).toThrow("parseProgramJson");
  });

  it.each([[undefined], [""], [7]])("with a rule named %j is rejected", (name) => {
    const program = { type: "program", rules: [{ ...rule, name }] } as unknown as Program;
    expect(() => new Engine(program, { predicates: [] })).toThrow("a rule needs a name");
  });

  it("with duplicate rules or predicates is rejected", () => {
    const program = { type: "program", rules: [rule, rule] } as unknown as Program;
    expect(() => new Engine(program, { predicates: [] })).toThrow("rule @r: there is another rule with this name");
    const p = { name: "p", description: "", evaluate: () => true };
    expect(() => engineFor("rule @r trigger A.b check p enforce stop end", { predicates: [p, p] })).toThrow(
      'there are two predicates "p"',
    );
  });
});
