import { describe, expect, it } from "vitest";
import { issuesOf, linesOf, plain, ruleOf } from "./read.ts";

const right = "rule @r trigger T.X check p enforce stop end";

describe("a misspelled keyword", () => {
  it.each([
    ["rul", "rule", 1],
    ["Rule", "rule", 1],
    ["triger", "trigger", 9],
    ["chek", "check", 21],
    ["enfroce", "enforce", 29],
    ["END", "end", 42],
  ])("is one issue with a quick fix: %s", (wrong, keyword, column) => {
    const text = right.replace(keyword, wrong);
    const issues = issuesOf(text);
    expect(issues).toMatchObject([
      {
        code: "misspelled_keyword",
        message: `expected "${keyword}" (got "${wrong}"): did you mean "${keyword}"?`,
        expected: `"${keyword}"`,
        range: { start: { line: 1, column } },
        quickFix: { title: `Write "${keyword}"`, text: keyword },
      },
    ]);
    const { range, text: written } = issues[0]?.quickFix ?? { range: undefined, text: "" };
    expect(text.slice(0, range?.start.offset) + written + text.slice(range?.end.offset)).toBe(right);
  });

  it.each([
    ["trigger Terminal.ANY check", "any", "ANY"],
    ["trigger Any.Execute check", "any", "Any"],
    ["trigger T.X check NOT p", "not", "NOT"],
    ["trigger T.X check TRUE", "true", "TRUE"],
    ["trigger T.X check p !fALSE", "false", "fALSE"],
    ["trigger T.X check p(1, TRUE)", "true", "TRUE"],
    ["trigger T.X check p([NONE])", "None", "NONE"],
  ])("is one issue if only upper and lower case differ: %s", (rest, meant, wrong) => {
    const text = `rule @r ${rest} enforce stop end`;
    expect(issuesOf(text)).toMatchObject([
      {
        code: "misspelled_keyword",
        message: `expected "${meant}" (got "${wrong}"): did you mean "${meant}"?`,
        range: { start: { offset: text.indexOf(wrong) } },
        quickFix: { text: meant },
      },
    ]);
  });

  it.each(["enforce", "let x = 1 enforce", "| T.X enforce", "action open enforce", "check p enforce"])(
    "is none behind an event, where the word can only be a tool: check_ %s",
    (rest) => {
      const rule = ruleOf(`rule @r trigger after_action check_ ${rest} stop end`);
      expect(rule.trigger.patterns[0]?.tool).toBe("check_");
      expect(issuesOf("rule @r trigger after_action chek p enforce stop end")).toMatchObject([{ expected: '"check"' }]);
    },
  );

  it("is not reported if the keyword follows an event", () => {
    expect(issuesOf("rule @r trigger state_change check action check_ enforce stop end")).toEqual([]);
  });

  it.each(["|", "or"])("is not reported after %s, where a tool is expected", (or) => {
    const { trigger } = ruleOf(`rule @r trigger "x y" ${or} check_ enforce stop end`);
    expect(trigger.patterns.map(({ tool }) => tool)).toEqual(["x y", "check_"]);
  });

  it("is reported in every rule at once", () => {
    const text = `
      rule @a triger T.X chek p enforce stop end
      rul  b trigger T.X check p enforc stop ennd
    `;
    expect(linesOf(text).map((line) => line.slice(0, line.indexOf(" (")))).toEqual([
      '2:15: expected "trigger"',
      '2:26: expected "check"',
      '3:7: expected "rule"',
      '3:34: expected "enforce"',
      '3:46: expected "end"',
    ]);
  });

  it("does not hide a missing enforce", () => {
    const [issue, ...others] = issuesOf("rule @r trigger T.X check p user_inspection(a) end");
    expect(others).toEqual([]);
    expect(issue).toMatchObject({
      message: 'expected "enforce" (got "user_inspection")',
      quickFix: { text: "enforce ", range: { start: { column: 29 }, end: { column: 29 } } },
    });
  });

  it("is a name if the rule has the keyword itself", () => {
    const rule = ruleOf("rule rules trigger Triger.ends check checks enforced enforce user_inspection(ends) end");
    expect(plain(rule)).toMatchObject({
      name: "rules",
      trigger: { patterns: [{ toolkit: "Triger", tool: "ends" }] },
      check: { operands: [{ name: "checks" }, { name: "enforced" }] },
      enforce: [{ fixes: ["ends"] }],
    });
  });

  it("is reported once if a word is missing", () => {
    expect(linesOf("rule @a trigger X check a | stop end")).toEqual(['1:29: expected "enforce" (got "stop")']);
  });
});
