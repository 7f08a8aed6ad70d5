import { describe, expect, it } from "vitest";
import { applyEdits, linkedDefinitionAt, linkedRenameAt, openProgram, referencesAt, ruleNameAt } from "../src/index.ts";

const rules = openProgram("rule @ask trigger Mail.Send check enforce user_inspection end\n");
const tests = openProgram('test "asks" when Mail.Send({}) expect user_inspection by @ask end\n');
const inTests = tests.text.indexOf("@ask") + 1;

describe("referencesAt", () => {
  it("finds a rule and the tests that name it, in all texts of the rules", () => {
    const found = referencesAt(tests, inTests, [rules]);
    expect(
      found.map(({ program, range, isDeclaration }) => [program === rules, range.start.column, isDeclaration]),
    ).toEqual([
      [false, inTests + 1, false],
      [true, 7, true],
    ]);
    expect(referencesAt(rules, 6, [tests])).toHaveLength(2);
  });

  it("finds a let and its uses", () => {
    const program = openProgram("rule @a trigger X let n = 1 check args.size > n & args.x > n enforce stop end");
    for (const offset of [22, program.text.indexOf("> n") + 2]) {
      expect(referencesAt(program, offset).map(({ isDeclaration }) => isDeclaration)).toEqual([true, false, false]);
    }
  });

  it("finds nothing at other words", () => {
    expect(referencesAt(rules, 0, [tests])).toEqual([]);
    expect(ruleNameAt(rules, 30)).toBeUndefined();
    expect(ruleNameAt(rules, Number.NaN)).toBeUndefined();
  });
});

describe("linkedDefinitionAt", () => {
  it("finds the rule of a test in another text", () => {
    const found = linkedDefinitionAt(tests, inTests, [rules]);
    expect(found?.program).toBe(rules);
    expect(found?.link.targetSelectionRange.start.offset).toBe(6);
    expect(found?.link.originSelectionRange.start.offset).toBe(inTests);
    expect(linkedDefinitionAt(tests, inTests, [])).toBeUndefined();
  });
});

describe("linkedRenameAt", () => {
  it("renames a rule in all texts", () => {
    for (const [program, offset, linked] of [
      [tests, inTests, rules],
      [rules, 7, tests],
    ] as const) {
      const result = linkedRenameAt(program, offset, "confirm", [linked]);
      if (result.kind === "refused") throw new Error(result.reason);
      const texts = result.edits.map(({ program: { text }, edits }) => applyEdits(text, edits));
      expect(texts.sort()).toEqual([rules.text.replace("ask", "confirm"), tests.text.replace("@ask", "@confirm")]);
    }
  });

  it("refuses a name that another rule has, and one of a rule that is in no text", () => {
    const other = openProgram("rule @taken trigger X check enforce stop end");
    expect(linkedRenameAt(rules, 7, "taken", [other, tests])).toMatchObject({ kind: "refused" });
    expect(linkedRenameAt(tests, inTests, "x", [])).toEqual({
      kind: "refused",
      reason: "there is no rule @ask to rename",
    });
    expect(linkedRenameAt(rules, 7, "no name", [tests])).toMatchObject({ kind: "refused" });
  });
});
