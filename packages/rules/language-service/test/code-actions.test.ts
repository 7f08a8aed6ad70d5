import { type Catalogue, readProgram } from "@helve/agentspec";
import { applyEdits, codeActionsAt, issuesIn, openProgram } from "@helve/language-service";
import { dialects } from "@helve/testing/agentspec-dialects";
import { choosing, gap, print } from "@helve/testing/print-program";
import { runs } from "@helve/testing/property-runs";
import { catalogueFor } from "@helve/testing/random-catalogue";
import { tree } from "@helve/testing/random-program";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { host } from "./example-catalogue.ts";

const twice = `rule @a trigger act Shell check is_lat enforce stop end
rule @b trigger act Shell check is_late enforce llm_self_examine end`;

describe("quick fixes", () => {
  it("are offered for each issue with a quick fix, and once for all issues with the same code", () => {
    const program = openProgram(twice, host);
    expect(codeActionsAt(program).map(({ title, isPreferred }) => [title, isPreferred])).toEqual([
      ['Write "before_action"', true],
      ['Write "before_action"', true],
      ['Write "llm_self_reflect"', true],
      ["Fix all 3 of alternative_spelling", false],
      ['Write "is_late"', true],
    ]);
    const all = codeActionsAt(program).find(({ isPreferred }) => !isPreferred);
    expect(applyEdits(twice, all?.edits ?? [])).toBe(`rule @a trigger before_action Shell check is_lat enforce stop end
rule @b trigger before_action Shell check is_late enforce llm_self_reflect end`);
  });

  it("are only those for issues at the requested offsets", () => {
    const program = openProgram(twice, host);
    const offset = twice.indexOf("is_lat") + 2;
    expect(codeActionsAt(program, offset, offset).map(({ title }) => title)).toEqual(['Write "is_late"']);
    expect(codeActionsAt(program, 0, 4)).toEqual([]);
  });

  it("are found for many texts with the same catalogue", () => {
    const catalogue = { tools: Array.from({ length: 2000 }, (_, nth) => ({ name: `Kit.tool${nth}`, parameters: {} })) };
    const titles = Array.from({ length: 120 }, (_, nth) => {
      const text = `rule @a trigger Kit.toul${nth} check enforce stop end`;
      return codeActionsAt(openProgram(text, catalogue))[0]?.title;
    });
    expect(titles).toEqual(titles.map((_, nth) => `Write "Kit.tool${nth}"`));
  });

  it("don't conflict when all quick fixes of a code are applied at once", () => {
    const text = 'rule @a trigger X check gt(cur_action["size"], 1) lt(cur_action["size"], 3) enforce stop end';
    const all = codeActionsAt(openProgram(text)).find(({ isPreferred }) => !isPreferred);
    expect(applyEdits(text, all?.edits ?? [])).toBe(
      "rule @a trigger X check args.size > 1 args.size < 3 enforce stop end",
    );
  });

  it("leave no fixable issue in generated programs with any spelling", () => {
    const numbers = fc.infiniteStream(fc.nat());
    fc.assert(
      fc.property(tree, fc.infiniteStream(gap), numbers, numbers, (generated, gaps, spellings, choice) => {
        const choose = choosing(() => spellings.next().value);
        const text = print(generated, () => gaps.next().value, choose);
        expectFixed(
          text,
          catalogueFor(readProgram(text).partialProgram, () => choice.next().value),
        );
      }),
      { numRuns: runs(15, 2000) },
    );
  });

  it("leave no fixable issue in generated programs with a part cut out", () => {
    const numbers = fc.infiniteStream(fc.nat());
    fc.assert(
      fc.property(
        tree,
        fc.infiniteStream(gap),
        numbers,
        fc.nat(),
        fc.nat(20),
        (generated, gaps, spellings, at, length) => {
          const choose = choosing(() => spellings.next().value);
          const whole = print(generated, () => gaps.next().value, choose);
          const start = at % (whole.length + 1);
          const catalogue = catalogueFor(readProgram(whole).partialProgram, () => 0);
          expectFixed(whole.slice(0, start) + whole.slice(start + length), catalogue);
        },
      ),
      { numRuns: runs(15, 2000) },
    );
  });

  it.each(dialects.map(({ name, rules }) => [name, rules] as const))(
    "leave no fixable issue in rules with %s",
    (_, rules) => {
      for (const [text] of rules) expectFixed(text, {});
    },
  );
});

/**
 * Applies all quick fixes, at most 50 times, and expects that no fixable issue is left. A text that parses must still parse after each
 * step.
 */
function expectFixed(text: string, catalogue: Catalogue): void {
  let fixed = text;
  const isRead = readProgram(text).issues.length === 0;
  for (let round = 0; round < 50; round++) {
    const program = openProgram(fixed, catalogue);
    const fixes = codeActionsAt(program);
    const next = fixes.find(({ isPreferred }) => !isPreferred) ?? fixes[0];
    if (next === undefined) break;
    fixed = applyEdits(fixed, next.edits);
    if (isRead) expect(readProgram(fixed).issues, JSON.stringify({ text, fixed, next })).toEqual([]);
  }
  const left = issuesIn(openProgram(fixed, catalogue)).filter(({ quickFix: fix }) => fix !== undefined);
  expect(left, JSON.stringify({ text, fixed })).toEqual([]);
}
