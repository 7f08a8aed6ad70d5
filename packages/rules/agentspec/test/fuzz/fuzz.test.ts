import {
  type Catalogue,
  diagnose,
  explainProgram,
  formatProgram,
  type Program,
  ProgramError,
  parseProgram,
  parseProgramJson,
  readProgram,
  toolsFromDocuments,
} from "@helve/agentspec";
import type { Issue } from "@helve/core";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { anyText } from "./random-text.ts";

const text = { type: "string" };
const host: Catalogue = {
  tools: toolsFromDocuments([
    {
      info: { title: "Mail" },
      functions: [
        {
          name: "Send",
          parameters: [
            { name: "to", schema: { type: "array", items: text }, required: true },
            { name: "n", schema: { type: "integer", minimum: 0 }, required: false },
          ],
        },
      ],
    },
    {
      info: { title: "Run" },
      functions: [{ name: "Run", parameters: [{ name: "line", schema: text, required: true }] }],
    },
  ]),
  predicates: [
    { name: "p", parameters: [{ name: "to", required: false }], argumentFor: () => undefined },
    { name: "q", parameters: [] },
    { name: "near", parameters: [{ name: "n", schema: { type: "number" } }] },
  ],
  enforcements: [{ name: "keep_dist" }, { name: "a:b" }],
};

it(`${runs(300, 100_000)} random and mutated texts are read, diagnosed, formatted and explained, whatever they are`, () => {
  fc.assert(
    fc.property(anyText, (given) => {
      const { partialProgram: program, issues } = readProgram(given);
      expectPlaces(issues, given);
      expectPlaces(diagnose(given, host), given);
      diagnose(program, host);
      for (const locale of ["en", "zh"] as const) explainProgram(program, { locale });
      expect(isRefused(() => parseProgram(given))).toBe(issues.length > 0);
      if (issues.length > 0) expect(isRefused(() => formatProgram(given))).toBe(true);
      if (program.rules.length > 0 || program.tests !== undefined) expectKept(program);
      else expect(isRefused(() => parseProgramJson(program))).toBe(true);
      isRefused(() => parseProgramJson(given));
    }),
    { numRuns: runs(300, 100_000) },
  );
});

function expectPlaces(issues: readonly Issue[], { length }: string): void {
  for (const { code, message, range, quickFix: fix } of issues) {
    const places = [range, fix?.range ?? range].map((place) => [place?.start.offset ?? -1, place?.end.offset ?? -1]);
    const areInText = places.every(([start = -1, end = -1]) => 0 <= start && start <= end && end <= length);
    expect(areInText, `${code}: ${message}`).toBe(true);
  }
}

/** A valid program survives printing and parsing unchanged. */
function expectKept(program: Program): void {
  expect(parseProgramJson(JSON.parse(JSON.stringify(program)))).toEqual(program);
  const written = formatted(program);
  if (written === undefined) return;
  expect(parseProgram(written).alternativeForms).toBeUndefined();
  expect(formatted(written)).toBe(written);
}

/** Undefined where the text would be too long, or nested too deeply, to be read. */
function formatted(program: Program | string): string | undefined {
  let written: string | undefined;
  isRefused(() => {
    written = formatProgram(program);
  });
  return written;
}

/** Whether a function throws a `ProgramError`; other errors are rethrown. */
function isRefused(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch (error) {
    if (error instanceof ProgramError) return true;
    throw error;
  }
}
