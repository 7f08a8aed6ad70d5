import { ProgramError, parseProgram, parseProgramJson, parseRuleJson } from "@helve/agentspec";
import { formatIssue, type Issue } from "@helve/core";
import { choosing, gap, print } from "@helve/testing/print-program";
import { runs } from "@helve/testing/property-runs";
import { tree } from "@helve/testing/random-program";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plain } from "../syntax/read.ts";

const stop = { type: "stop" };
const rule = {
  type: "rule",
  name: "r",
  trigger: { type: "trigger", event: "before_action", patterns: [{ type: "tool_pattern", toolkit: "A", tool: "b" }] },
  check: { type: "and", operands: [{ type: "predicate", name: "p", arguments: [] }] },
  enforce: [stop],
};
const withCheck = (...operands: unknown[]) => ({ ...rule, check: { type: "and", operands } });

function issuesOf(read: () => unknown): readonly Issue[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof ProgramError) return error.issues;
    throw error;
  }
}

describe("parseProgramJson", () => {
  it("gives back every tree that a text was read as", () => {
    fc.assert(
      fc.property(tree, fc.infiniteStream(gap), fc.infiniteStream(fc.nat(60)), (drawn, gaps, numbers) => {
        const spelling = choosing(() => numbers.next().value);
        const program = parseProgram(print(drawn, () => gaps.next().value, spelling));
        expect(parseProgramJson(JSON.parse(JSON.stringify(program)))).toEqual(program);
      }),
      { numRuns: runs(100, 2000) },
    );
  });

  it("does without ranges", () => {
    fc.assert(
      fc.property(tree, (drawn) => {
        expect(plain(parseProgramJson(drawn))).toEqual(drawn);
      }),
    );
    const start = { offset: 0, line: 1, column: 1 };
    expect(parseProgramJson({ type: "program", rules: [rule] }).rules[0]?.check.range).toEqual({ start, end: start });
  });

  it("throws nothing but a ProgramError whose issues have paths", () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), mutated), (value) => {
        for (const { path, message } of issuesOf(() => parseProgramJson(value))) {
          expect(path).toBeDefined();
          expect(message).not.toBe("");
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it("names two rules of one name", () => {
    expect(issuesOf(() => parseProgramJson({ type: "program", rules: [rule, { ...rule }] }))).toMatchObject([
      {
        code: "duplicate_rule",
        path: "/rules/1/name",
        message: expect.stringContaining('"r" is already used at /rules/0'),
      },
    ]);
  });

  it("names what is not there, and more rules than there may be", () => {
    expect(issuesOf(() => parseProgramJson(null))).toMatchObject([
      { code: "type", path: "", message: "expected an object of the type program (got null)" },
    ]);
    expect(issuesOf(() => parseProgramJson({ type: "program", rules: [] }))).toMatchObject([{ path: "/rules" }]);
    const rules = Array.from({ length: 10_001 }, () => rule);
    expect(issuesOf(() => parseProgramJson({ type: "program", rules }))).toMatchObject([{ code: "too_many_rules" }]);
  });
});

describe("parseRuleJson", () => {
  it("reads what a model may write", () => {
    expect(plain(parseRuleJson(rule))).toEqual(rule);
  });

  it("makes the tree that a text would have given", () => {
    const p = { type: "predicate", name: "p", arguments: [] };
    const nested = withCheck({ type: "and", operands: [p, { type: "and", operands: [p] }] }, p);
    expect(plain(parseRuleJson(nested).check)).toEqual({ type: "and", operands: [p, p, p] });
    const text = (said: string) => ({ type: "text", text: said });
    const warn = { type: "warn", message: { type: "template", parts: [text("a"), text("b")] } };
    expect(plain(parseRuleJson({ ...rule, enforce: [warn] }).enforce)).toEqual([
      { type: "warn", message: { type: "template", parts: [text("ab")] } },
    ]);
    expect(parseRuleJson({ ...rule, doc: " One. \r\nTwo. \n" }).doc).toBe("One.\nTwo.");
    expect(parseRuleJson({ ...rule, doc: "  " })).not.toHaveProperty("doc");
  });

  it.each<[string, unknown, string | RegExp]>([
    ["a name that is none", { ...rule, name: "a b" }, '/name: expected a name: letters, digits, _ and - (got "a b")'],
    ["a field too many", { ...rule, checks: 1 }, '/checks: expected nothing (got a field): did you mean "check"?'],
    [
      "a field that is missing",
      { ...rule, trigger: undefined },
      "/trigger: expected an object of the type trigger (got nothing)",
    ],
    [
      "a word of no meaning",
      { ...rule, severity: "hihg" },
      '/severity: expected one of info, low, medium, high, critical (got "hihg"): did you mean "high"?',
    ],
    ["half a number", { ...rule, priority: 1.5 }, "/priority: expected a whole number (got 1.5)"],
    ["no enforcement", { ...rule, enforce: [] }, "/enforce: expected at least 1 (got 0)"],
    [
      "an enforcement of no type",
      { ...rule, enforce: [{ type: "stopp" }] },
      /^\/enforce\/0\/type: expected one of .* \(got "stopp"\): did you mean "stop"\?$/,
    ],
    [
      "a keyword as a predicate",
      withCheck({ type: "predicate", name: "not", arguments: [] }),
      '/check/operands/0/name: expected the name of a predicate (got "not")',
    ],
    [
      "a text as a check",
      withCheck({ type: "literal", value: "x" }),
      '/check/operands/0/value: expected true or false (got "x")',
    ],
    [
      "an or of one",
      withCheck({ type: "or", operands: [{ type: "literal", value: true }] }),
      "/check/operands/0/operands: expected at least 2 (got 1)",
    ],
    [
      "a place that is none",
      { ...rule, range: { start: 1 } },
      "/range: expected start and end, each with offset, line and column (got an object)",
    ],
    [
      "a binding that is not there",
      withCheck({ type: "predicate", name: "p", arguments: [{ type: "reference", root: "let", path: ["x"] }] }),
      '/check/operands/0/arguments/0/path: there is no binding "x" before it: expected the name of a binding',
    ],
    [
      "a binding with a taken name",
      { ...rule, bindings: [{ type: "binding", name: "args", value: { type: "literal", value: 1 } }] },
      '/bindings/0/name: "args" is already defined: expected another name',
    ],
  ])("names %s", (_what, value, message) => {
    const issues = issuesOf(() => parseRuleJson(value));
    expect(issues.map((issue) => formatIssue(issue))).toEqual([
      typeof message === "string" ? message : expect.stringMatching(message),
    ]);
  });

  it("reads keys such as __proto__ as keys", () => {
    const entry = { type: "entry", key: "__proto__", value: { type: "literal", value: 1 } };
    const invoke = { type: "invoke_action", tool: "A.b", args: { type: "object", entries: [entry, entry] } };
    expect(issuesOf(() => parseRuleJson({ ...rule, enforce: [invoke] }))).toMatchObject([
      { code: "duplicate_key", path: "/enforce/0/args/entries/1/key" },
    ]);
    expect(issuesOf(() => parseRuleJson(JSON.parse(`{"__proto__": {}, "type": "rule"}`)))).toContainEqual(
      expect.objectContaining({ code: "unknown_field", path: "/__proto__" }),
    );
  });

  it("ends with what goes round in a circle, or is nested too deeply", () => {
    const circle: { type: string; operand?: unknown } = { type: "not" };
    circle.operand = circle;
    expect(issuesOf(() => parseRuleJson(withCheck(circle)))).toMatchObject([{ code: "too_deep" }]);
    const wide: { type: string; operands?: unknown[] } = { type: "or" };
    wide.operands = [wide, wide, wide];
    expect(issuesOf(() => parseRuleJson(withCheck(wide)))).toHaveLength(100);
  });
});

/** A program in JSON in which something is changed. */
const mutated = fc.tuple(tree, fc.nat(), fc.anything()).map(([drawn, at, put]) => {
  let left = at % 60;
  return JSON.parse(JSON.stringify(drawn), (_key, value) => (left-- === 0 ? put : value));
});
