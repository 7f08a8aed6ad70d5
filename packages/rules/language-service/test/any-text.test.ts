import { readProgram } from "@helve/agentspec";
import type { TextRange } from "@helve/core";
import {
  codeActionsAt,
  completionsAt,
  definitionAt,
  documentSymbols,
  hoverAt,
  issuesIn,
  openProgram,
  prepareRename,
  renameAt,
  semanticTokens,
} from "@helve/language-service";
import { choosing, gap, print } from "@helve/testing/print-program";
import { runs } from "@helve/testing/property-runs";
import { catalogueFor } from "@helve/testing/random-catalogue";
import { tree } from "@helve/testing/random-program";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { host } from "./example-catalogue.ts";

const numbers = fc.infiniteStream(fc.nat());
const pieces = [
  ...["rule", "@a", "trigger", "check", "enforce", "end", "let x =", "Gmail", ".", "SendEmail", "any", "|", "&", "!"],
  ...[
    "is_sent",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    '"',
    "'",
    "`",
    "$",
    "{args.",
    "//",
    "/*",
    "*/",
    "#",
    "\n",
    "\\",
  ],
  ...[
    "args",
    "x",
    "==",
    "in",
    "not",
    "10",
    "-",
    "default",
    "on",
    "unknown",
    "invoke_action",
    "user_inspection",
    "warn",
  ],
];
const randomTokens = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((all) => all.join(" "));
const anyText = fc.oneof(randomTokens, fc.string({ unit: "binary", maxLength: 60 }));

/** Generated programs with a part cut out and, in half of them, random tokens inserted there. */
const mutated = fc
  .tuple(tree, fc.infiniteStream(gap), numbers, fc.nat(), fc.nat(20), randomTokens)
  .map(([generated, gaps, spellings, position, length, inserted]) => {
    const whole = print(
      generated,
      () => gaps.next().value,
      choosing(() => spellings.next().value),
    );
    const start = position % (whole.length + 1);
    return { whole, text: whole.slice(0, start) + (position % 2 === 0 ? inserted : "") + whole.slice(start + length) };
  });

describe("all functions, for any text", () => {
  it("return valid ranges at every offset of random tokens and characters", () => {
    fc.assert(
      fc.property(anyText, (text) => expectValidRanges(text, host)),
      { numRuns: runs(20, 6_000) },
    );
  });

  it("return valid ranges at every offset of generated programs with a part cut out", () => {
    fc.assert(
      fc.property(mutated, numbers, ({ whole, text }, choice) => {
        expectValidRanges(
          text,
          catalogueFor(readProgram(whole).partialProgram, () => choice.next().value),
        );
      }),
      { numRuns: runs(2, 80) },
    );
  });

  it.each([Number.NaN, -1, 0.5, 1e9, Number.NEGATIVE_INFINITY])("accept the offset %s", (offset) => {
    const program = openProgram("rule @a trigger X check p enforce stop end", host);
    expect(completionsAt(program, offset).length).toBeGreaterThan(0);
    for (const service of [hoverAt, definitionAt, prepareRename]) expect(() => service(program, offset)).not.toThrow();
  });

  it("don't throw for a very long or deeply nested text", () => {
    const deep = `rule @a trigger X check ${"(".repeat(5_000)}p${")".repeat(5_000)} enforce stop end`;
    const wide = `rule @a trigger X check ${"p ".repeat(20_000)} enforce stop end`;
    for (const text of [deep, wide, " ".repeat(1_000_001)]) {
      const program = openProgram(text, host);
      expect(() => completionsAt(program, Math.floor(text.length / 2))).not.toThrow();
      expect(() => [semanticTokens(program), documentSymbols(program), issuesIn(program)]).not.toThrow();
    }
  });
});

describe("semantic tokens", () => {
  it("are in order, on one line each, and don't overlap, also in generated programs with a part cut out", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          mutated.map(({ text }) => text),
          anyText,
        ),
        (text) => {
          let end = 0;
          for (const { range } of semanticTokens(openProgram(text, host))) {
            expect(range.start.offset).toBeGreaterThanOrEqual(end);
            expect(range.end.offset).toBeGreaterThan(range.start.offset);
            expect(range.end.line).toBe(range.start.line);
            end = range.end.offset;
          }
          expect(end).toBeLessThanOrEqual(text.length);
        },
      ),
      { numRuns: runs(50, 20_000) },
    );
  });
});

/** Expects that every function returns at every offset without throwing, and that all ranges are within the text. */
function expectValidRanges(text: string, catalogue: typeof host): void {
  const program = openProgram(text, catalogue);
  const expectInText = ({ start, end }: TextRange): void => {
    expect(start.offset).toBeGreaterThanOrEqual(0);
    expect(end.offset).toBeGreaterThanOrEqual(start.offset);
    expect(end.offset).toBeLessThanOrEqual(text.length);
  };
  for (let offset = 0; offset <= text.length; offset++) {
    for (const { textEdit } of completionsAt(program, offset)) {
      expectInText(textEdit.range);
      expect(textEdit.range.start.offset).toBeLessThanOrEqual(offset);
      expect(textEdit.range.end.offset).toBeGreaterThanOrEqual(offset);
    }
    const hover = hoverAt(program, offset);
    if (hover !== undefined) expectInText(hover.range);
    const definition = definitionAt(program, offset);
    if (definition !== undefined) expectInText(definition.targetRange);
    const renaming = renameAt(program, offset, "x_y");
    if (renaming.kind === "edits") for (const { range } of renaming.edits) expectInText(range);
  }
  for (const { range, selectionRange } of documentSymbols(program)) {
    expectInText(range);
    expect(selectionRange.start.offset).toBeGreaterThanOrEqual(range.start.offset);
    expect(selectionRange.end.offset).toBeLessThanOrEqual(range.end.offset);
  }
  for (const { edits } of codeActionsAt(program)) for (const { range } of edits) expectInText(range);
}
