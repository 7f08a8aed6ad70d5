import { describe, expect, it } from "vitest";
import { issuesOf, linesOf } from "./read.ts";

const rule = (rest: string) => `rule @r trigger T.X check ${rest} end`;
const known = "user_inspection, llm_self_reflect, invoke_action, stop, skip, none, allow, warn, log";

describe("errors that the grammar does not detect", () => {
  it.each([
    [
      "p enforce ask(1, foo)",
      "unknown_enforcement",
      `1:37: expected one of ${known} (got "ask"): did you mean "user_inspection"?`,
    ],
    ["p enforce deny", "unknown_enforcement", `1:37: expected one of ${known} (got "deny"): did you mean "stop"?`],
    ["p([foo]) enforce stop", "invalid_value", /^1:30: expected a value: .* a part of args, .* \(got "foo"\)$/],
    ["p(true.x) enforce stop", "invalid_value", /^1:29: .* \(got "true"\)$/],
    ["p(1e999) enforce stop", "invalid_number", '1:29: expected a number up to 1.7976931348623157e308 (got "1e999")'],
    ["p(args[-1]) enforce stop", "invalid_index", '1:34: expected a whole number of at least 0 (got "-1")'],
    [String.raw`p("a\qb") enforce stop`, "invalid_escape", /^1:31: expected one of .* \(got \\q\)$/],
    ["True(1) enforce stop", "invalid_predicate", "1:27: True takes no arguments: write it without arguments"],
    ["a OR b enforce stop", "misspelled_keyword", '1:29: expected "or" (got "OR"): did you mean "or"?'],
    ["a AND b enforce stop", "misspelled_keyword", '1:29: expected "and" (got "AND"): did you mean "and"?'],
    ["eq(1) enforce stop", "invalid_predicate", /^1:27: eq compares two values: expected two values, as in eq\(/],
    ["args.on enforce stop", "missing_comparison", /^1:27: a value alone is not a condition: expected a comparison/],
    ["args.a == b enforce stop", "invalid_value", /^1:37: expected a value: .* \(got "b"\)$/],
    [String.raw`enforce warn("$\u007b1}")`, "invalid_template", /^1:41: expected a reference, .* \(got "\$\{1\}"\)/],
    [
      'enforce user_inspection("a", b, "c")',
      "invalid_enforcement",
      "1:59: there is already a message: remove one of them",
    ],
    [
      "NONE enforce stop",
      "invalid_predicate",
      '1:27: "NONE" is not a predicate: a check without conditions is always true',
    ],
    ["enforce stop()", "invalid_enforcement", "1:39: stop takes no arguments: write it without arguments"],
    [
      "enforce stop(foo) user_inspection",
      "invalid_enforcement",
      "1:39: stop takes no arguments: write it without arguments",
    ],
    ["enforce llm_self_examine(1)", "invalid_enforcement", /^1:51: llm_self_examine takes no arguments/],
    [
      'p({"a": 1, "b": {"a": 1}, "a": 2}) enforce stop',
      "duplicate_key",
      '1:53: the key "a" is already used at 1:30: remove one of them',
    ],
    [
      'p({"__proto__": 1 "__proto__": 2}) enforce stop',
      "duplicate_key",
      '1:45: the key "__proto__" is already used at 1:30: remove one of them',
    ],
  ])("%s", (rest, code, line) => {
    expect(issuesOf(rule(rest)).map((issue) => issue.code)).toEqual([code]);
    expect(linesOf(rule(rest))[0]).toEqual(typeof line === "string" ? line : expect.stringMatching(line));
  });

  it("reports commas between predicates and enforcements and continues", () => {
    expect(linesOf(rule("p, q enforce stop, stopp"))).toEqual([
      '1:28: expected a predicate or "enforce" (got ","): do not write commas between predicates',
      '1:44: expected an enforcement or "end" (got ","): do not write commas between enforcements',
      `1:46: expected one of ${known} (got "stopp"): did you mean "stop"?`,
    ]);
  });

  it("suggests the most similar enforcement", () => {
    expect(linesOf(rule("enforce user_inspecton"))).toEqual([
      `1:35: expected one of ${known} (got "user_inspecton"): did you mean "user_inspection"?`,
    ]);
    expect(issuesOf(rule("enforce stopp"))[0]?.quickFix).toMatchObject({
      title: 'Write "stop"',
      text: "stop",
      range: { start: { offset: 34 }, end: { offset: 39 } },
    });
  });

  it("reports a duplicate rule name, also in a rule with other errors", () => {
    expect(
      linesOf(`
        rule @a trigger T.1 check enforce stop end
        rule @b trigger T.X check enforce stop end
        rule a trigger T.X check enforce stop end
      `),
    ).toEqual([
      '2:27: expected a tool or "any" (got "1")',
      '4:14: the rule name "a" is already used at 2:15: give this rule another name',
    ]);
  });
});
