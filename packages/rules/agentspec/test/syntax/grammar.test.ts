import { parseProgram } from "@helve/agentspec";
import { describe, expect, it } from "vitest";
import { argumentOf, checkOf, enforceOf, plain, ruleOf } from "./read.ts";

const literal = (value: unknown) => ({ type: "literal", value });
const predicate = (name: string, ...args: unknown[]) => ({ type: "predicate", name, arguments: args });
const not = (operand: unknown) => ({ type: "not", operand });
const reference = (...path: (string | number)[]) => ({ type: "reference", root: "args", path });
const object = (...pairs: [string, unknown][]) => ({
  type: "object",
  entries: pairs.map(([key, value]) => ({ type: "entry", key, value })),
});

describe("Figure 3", () => {
  it("Program: one or more rules, in order", () => {
    const { rules } = parseProgram(`
      rule @a trigger T.X check enforce stop end
      rule @b trigger T.X check enforce stop end
    `);
    expect(rules.map((rule) => rule.name)).toEqual(["a", "b"]);
  });

  it.each([
    ["@inspect", "inspect"],
    ["inspect", "inspect"],
    ["@ check_", "check_"],
    ["@rule", "rule"],
    ["@is-höflich_2", "is-höflich_2"],
    ["@__proto__", "__proto__"],
    ["stop", "stop"],
  ])("Rule: the name %s", (written, name) => {
    expect(ruleOf(`rule ${written} trigger T.X check enforce stop end`).name).toBe(name);
  });

  it.each([
    ["Gmail.SendEmail", "Gmail", "SendEmail"],
    ["any.Execute", "any", "Execute"],
    ["Gmail.any", "Gmail", "any"],
    ["any . any", "any", "any"],
    ["Process.end", "Process", "end"],
  ])("Toolkit and Tool: %s", (written, toolkit, tool) => {
    expect(plain(ruleOf(`rule @r trigger ${written} check enforce stop end`).trigger)).toEqual({
      type: "trigger",
      event: "before_action",
      patterns: [{ type: "tool_pattern", toolkit, tool }],
    });
  });

  it.each([
    ["", []],
    ["True False true false", [literal(true), literal(false), literal(true), literal(false)]],
    ["!p ¬p not p", [not(predicate("p")), not(predicate("p")), not(predicate("p"))]],
    ["!!p", [not(not(predicate("p")))]],
    ["! not ¬True", [not(not(not(literal(true))))]],
    ["p\nq", [predicate("p"), predicate("q")]],
    ["nothing enforced user_inspection", ["nothing", "enforced", "user_inspection"].map((name) => predicate(name))],
    ["p()", [predicate("p")]],
    ["is_destructive(args.command) q", [predicate("is_destructive", reference("command")), predicate("q")]],
    ["closer_than (10)", [predicate("closer_than", literal(10))]],
    [
      'p("text", 10, true, args.items[0]["x y"])',
      [predicate("p", literal("text"), literal(10), literal(true), reference("items", 0, "x y"))],
    ],
  ])("Pred: %s", (written, operands) => {
    expect(checkOf(written)).toEqual(operands);
  });

  it.each([
    ["user_inspection", [{ type: "user_inspection", fixes: [] }]],
    ["user_inspection()", [{ type: "user_inspection", fixes: [] }]],
    ["user_inspection(fix_a, fix_b)", [{ type: "user_inspection", fixes: ["fix_a", "fix_b"] }]],
    ["llm_self_reflect", [{ type: "llm_self_reflect" }]],
    ["llm_self_examine", [{ type: "llm_self_reflect" }]],
    ["stop", [{ type: "stop" }]],
    ["llm_self_reflect user_inspection stop", ["llm_self_reflect", "user_inspection", "stop"]],
    ["invoke_action(Notify, {})", [{ type: "invoke_action", tool: "Notify", args: object() }]],
    [
      'invoke_action(Terminal.Execute, {"command": "ls"})',
      [{ type: "invoke_action", tool: "Terminal.Execute", args: object(["command", literal("ls")]) }],
    ],
  ])("Enforce: %s", (written, enforcements) => {
    const expected = enforcements.map((one) => expect.objectContaining(typeof one === "string" ? { type: one } : one));
    expect(enforceOf(written)).toEqual(expected);
  });

  it.each([
    ['{"a": 1, "b": 2}', object(["a", literal(1)], ["b", literal(2)])],
    ['{"a": 1 "b": 2}', object(["a", literal(1)], ["b", literal(2)])],
    [
      '{"__proto__": args.x "constructor": []}',
      object(["__proto__", reference("x")], ["constructor", { type: "list", items: [] }]),
    ],
  ])("KV Pairs: %s", (written, value) => {
    expect(argumentOf(written)).toEqual(value);
  });

  it.each([
    [String.raw`"tab\t, quote \", \u00e4, /\/"`, literal('tab\t, quote ", ä, //')],
    ['""', literal("")],
    ["-1.5e3", literal(-1500)],
    ["-0", literal(0)],
    ["False", literal(false)],
    ["null", literal(null)],
    ["None", literal(null)],
    ["[1, [args]]", { type: "list", items: [literal(1), { type: "list", items: [reference()] }] }],
    ['args.toString["__proto__"].end[12]', reference("toString", "__proto__", "end", 12)],
  ])("Value: %s", (written, value) => {
    expect(argumentOf(written)).toEqual(value);
  });
});
