import {
  ProgramError,
  parseProgram,
  parseProgramJson,
  parseRuleJson,
  readProgram,
  readProgramJson,
  readRuleJson,
} from "@helve/agentspec";
import { formatIssue, type Issue } from "@helve/core";
import { choosing, gap, print } from "@helve/testing/print-program";
import { runs } from "@helve/testing/property-runs";
import { tree } from "@helve/testing/random-program";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plain } from "./syntax/read.ts";

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
  it("returns every tree of the text parser unchanged", () => {
    fc.assert(
      fc.property(tree, fc.infiniteStream(gap), fc.infiniteStream(fc.nat(60)), (drawn, gaps, numbers) => {
        const spelling = choosing(() => numbers.next().value);
        const program = parseProgram(print(drawn, () => gaps.next().value, spelling));
        expect(parseProgramJson(JSON.parse(JSON.stringify(program)))).toEqual(program);
      }),
      { numRuns: runs(30, 2000) },
    );
  });

  it("accepts nodes without ranges", () => {
    fc.assert(
      fc.property(tree, (drawn) => {
        expect(plain(parseProgramJson(drawn))).toEqual(drawn);
      }),
    );
    const start = { offset: 0, line: 1, column: 1 };
    expect(parseProgramJson({ type: "program", rules: [rule] }).rules[0]?.check.range).toEqual({ start, end: start });
  });

  it("throws only ProgramErrors, whose issues have paths", () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), mutated), (value) => {
        for (const { path, message } of issuesOf(() => parseProgramJson(value))) {
          expect(path).toBeDefined();
          expect(message).not.toBe("");
        }
      }),
      { numRuns: runs(80, 30_000) },
    );
  });

  it("reports two rules with the same name", () => {
    expect(issuesOf(() => parseProgramJson({ type: "program", rules: [rule, { ...rule }] }))).toMatchObject([
      {
        code: "duplicate_rule",
        path: "/rules/1/name",
        message: expect.stringContaining('"r" is already used at /rules/0'),
      },
    ]);
  });

  it("reports a missing program, no rules and too many rules", () => {
    expect(issuesOf(() => parseProgramJson(null))).toMatchObject([
      { code: "type", path: "", message: "expected an object of the type program (got null)" },
    ]);
    expect(issuesOf(() => parseProgramJson({ type: "program", rules: [] }))).toMatchObject([{ path: "/rules" }]);
    const rules = Array.from({ length: 10_001 }, () => rule);
    expect(issuesOf(() => parseProgramJson({ type: "program", rules }))).toMatchObject([{ code: "too_many_rules" }]);
  });
});

describe("parseRuleJson", () => {
  it("parses a rule without ranges", () => {
    expect(plain(parseRuleJson(rule))).toEqual(rule);
  });

  it("returns the form that the text parser creates: flat conjunctions, joined texts, trimmed doc comments", () => {
    const p = { type: "predicate", name: "p", arguments: [] };
    const nested = withCheck({ type: "and", operands: [p, { type: "and", operands: [p] }] }, p);
    expect(plain(parseRuleJson(nested).check)).toEqual({ type: "and", operands: [p, p, p] });
    const text = (content: string) => ({ type: "text", text: content });
    const warn = { type: "warn", message: { type: "template", parts: [text("a"), text("b")] } };
    expect(plain(parseRuleJson({ ...rule, enforce: [warn] }).enforce)).toEqual([
      { type: "warn", message: { type: "template", parts: [text("ab")] } },
    ]);
    expect(parseRuleJson({ ...rule, doc: " One. \r\nTwo. \n" }).doc).toBe("One.\nTwo.");
    expect(parseRuleJson({ ...rule, doc: "  " })).not.toHaveProperty("doc");
  });

  it.each<[string, unknown, string | RegExp]>([
    ["an invalid name", { ...rule, name: "a b" }, '/name: expected a name: letters, digits, _ and - (got "a b")'],
    ["an unknown field", { ...rule, checks: 1 }, '/checks: expected nothing (got a field): did you mean "check"?'],
    [
      "a missing field",
      { ...rule, trigger: undefined },
      "/trigger: expected an object of the type trigger (got nothing)",
    ],
    [
      "an unknown severity",
      { ...rule, severity: "hihg" },
      '/severity: expected one of info, low, medium, high, critical (got "hihg"): did you mean "high"?',
    ],
    ["a fractional priority", { ...rule, priority: 1.5 }, "/priority: expected a whole number (got 1.5)"],
    ["no enforcement", { ...rule, enforce: [] }, "/enforce: expected at least 1 (got 0)"],
    [
      "an unknown type of enforcement",
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
      "an or with one operand",
      withCheck({ type: "or", operands: [{ type: "literal", value: true }] }),
      "/check/operands/0/operands: expected at least 2 (got 1)",
    ],
    [
      "an invalid range",
      { ...rule, range: { start: 1 } },
      "/range: expected start and end, each with offset, line and column (got an object)",
    ],
    [
      "an unknown binding",
      withCheck({ type: "predicate", name: "p", arguments: [{ type: "reference", root: "let", path: ["x"] }] }),
      '/check/operands/0/arguments/0/path: there is no binding "x" before it: expected the name of a binding',
    ],
    [
      "a binding with a reserved name",
      { ...rule, bindings: [{ type: "binding", name: "args", value: { type: "literal", value: 1 } }] },
      '/bindings/0/name: "args" is already defined: expected another name',
    ],
  ])("reports %s", (_description, value, message) => {
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

  it("stops at a cyclic value", () => {
    const cyclic: { type: string; operand?: unknown } = { type: "not" };
    cyclic.operand = cyclic;
    expect(issuesOf(() => parseRuleJson(withCheck(cyclic)))).toMatchObject([{ code: "too_deep" }]);
    const cyclicOr: { type: string; operands?: unknown[] } = { type: "or" };
    cyclicOr.operands = [cyclicOr, cyclicOr, cyclicOr];
    expect(issuesOf(() => parseRuleJson(withCheck(cyclicOr)))).toHaveLength(100);
  });
});

/** A random program as JSON in which one value is replaced by any other value. */
const mutated = fc.tuple(tree, fc.nat(), fc.anything()).map(([drawn, position, replacement]) => {
  let left = position % 60;
  return JSON.parse(JSON.stringify(drawn), (_key, value) => (left-- === 0 ? replacement : value));
});

describe("a value that can't be read", () => {
  const throwing = Object.defineProperty({ ...rule }, "name", {
    enumerable: true,
    get: () => {
      throw new Error("no name today");
    },
  });
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();

  it.each([
    ["a getter that throws", throwing, "no name today"],
    ["a revoked proxy", proxy, "revoked"],
  ])("is an issue: %s", (_, value, reason) => {
    for (const { value: found, issues } of [
      readRuleJson(value),
      readProgramJson(value),
      readProgramJson({ type: "program", rules: [value] }),
    ]) {
      expect(found).toBeUndefined();
      expect(issues.length).toBeGreaterThan(0);
    }
    expect(readRuleJson(value).issues.at(-1)?.message).toContain(reason);
    expect(() => parseRuleJson(value)).toThrow(ProgramError);
  });

  it.each([undefined, null, 5, [], {}])("is an issue where a text is expected: %j", (value) => {
    const { value: found, issues, partialProgram } = readProgram(value as string);
    expect(found).toBeUndefined();
    expect(issues[0]?.message).toMatch(/^a program must be a text \(got /);
    expect(partialProgram.rules).toEqual([]);
    expect(() => parseProgram(value as string)).toThrow(ProgramError);
  });
});
