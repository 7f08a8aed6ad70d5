import { type Catalogue, diagnose, parseProgramJson, readProgram } from "@helve/agentspec";
import type { Issue, QuickFix } from "@helve/core";
import { dialects } from "@helve/testing/agentspec-dialects";
import { choosing, gap, print } from "@helve/testing/print-program";
import { runs } from "@helve/testing/property-runs";
import { catalogueFor } from "@helve/testing/random-catalogue";
import { tree } from "@helve/testing/random-program";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("a text with a part removed", () => {
  it("gets issues in the order of the text", () => {
    const numbers = fc.infiniteStream(fc.nat());
    fc.assert(
      fc.property(tree, numbers, numbers, fc.nat(), fc.nat(30), (made, spelt, host, at, length) => {
        const whole = print(
          made,
          () => " ",
          choosing(() => spelt.next().value),
        );
        const start = at % whole.length;
        const text = whole.slice(0, start) + whole.slice(start + length);
        const catalogue = catalogueFor(readProgram(text).partialProgram, () => host.next().value);
        const offsets = diagnose(text, catalogue).map(({ range }) => range?.start.offset ?? -1);
        expect(offsets).toEqual(offsets.toSorted((one, other) => one - other));
        expect(offsets.every((offset) => offset >= 0 && offset <= text.length)).toBe(true);
      }),
      { numRuns: runs(20, 1500) },
    );
  });
});

describe("fixes", () => {
  it("resolve their issue and leave a program that parses, for generated programs in all dialects", () => {
    const numbers = fc.infiniteStream(fc.nat());
    fc.assert(
      fc.property(tree, fc.infiniteStream(gap), numbers, numbers, (made, gaps, spelt, host) => {
        const text = print(
          made,
          () => gaps.next().value,
          choosing(() => spelt.next().value),
        );
        const { partialProgram } = readProgram(text);
        expectFixed(
          text,
          catalogueFor(partialProgram, () => host.next().value),
        );
      }),
      { numRuns: runs(8, 250) },
    );
  });

  it.each(dialects.map(({ name, rules }) => [name, rules] as const))(
    "resolve the issues of the dialect: %s",
    (_, rules) => {
      for (const [text] of rules) expectFixed(text, {});
    },
  );

  it("are absent for a tree that was not parsed from a text, whose issues have paths", () => {
    const numbers = fc.infiniteStream(fc.nat());
    fc.assert(
      fc.property(tree, numbers, (made, host) => {
        const program = parseProgramJson(made);
        for (const issue of diagnose(
          program,
          catalogueFor(program, () => host.next().value),
        )) {
          expect(issue).toMatchObject({ path: expect.any(String), severity: expect.any(String) });
          expect(issue.quickFix).toBeUndefined();
          expect(issue.range).toBeUndefined();
        }
      }),
      { numRuns: runs(15, 5_000) },
    );
  });
});

function expectFixed(text: string, catalogue: Catalogue): void {
  expect(readProgram(text).issues).toEqual([]);
  for (const issues of [diagnose(text, catalogue), diagnose(readProgram(text).partialProgram, catalogue)]) {
    for (const issue of issues) {
      if (issue.quickFix === undefined) continue;
      const fixed = applied(text, issue.quickFix);
      const shown = JSON.stringify({ issue, text, fixed });
      expect(readProgram(fixed).issues, shown).toEqual([]);
      expect(count(diagnose(fixed, catalogue), issue), shown).toBeLessThan(count(issues, issue));
    }
  }
}

function applied(text: string, { range, text: write }: QuickFix): string {
  return text.slice(0, range.start.offset) + write + text.slice(range.end.offset);
}

function count(issues: readonly Issue[], { code, message }: Issue): number {
  return issues.filter((issue) => issue.code === code && issue.message === message).length;
}
