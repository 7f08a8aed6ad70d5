import { describe, expect, it } from "vitest";
import { knownMisses } from "./flow-matrix/known-misses.ts";
import { flowLimits } from "./flow-matrix/limits.ts";
import { flowLanguages } from "./flow-matrix/programs.ts";
import { readers, verdictOn } from "./flow-matrix/verdict.ts";
import { flowMatrix } from "./flow-matrix.ts";

describe.each(flowLanguages)("a program of %s that deletes a file", (language) => {
  const reader = readers[language];
  const missed = new Set(knownMisses[language]);
  const programs = [...flowMatrix, ...flowLimits].flatMap(({ idiom, [language]: program }) =>
    program === undefined ? [] : [{ idiom, program, isMissed: missed.delete(idiom) }],
  );

  it.skipIf(reader === undefined).each(programs)("is not missed: $idiom", ({ program, isMissed }) => {
    if (reader === undefined) return;
    const verdict = verdictOn(program, reader);
    if (isMissed) expect(verdict, "remove it from known-misses.ts").toBe("MISS");
    else expect(verdict).not.toBe("MISS");
  });

  it("is listed among the known misses only if the matrix has it", () => {
    expect([...missed]).toEqual([]);
  });
});
