import { describe, expect, it } from "vitest";
import { unreadMisses } from "../flow-matrix/known-misses.ts";
import { programsOf } from "../flow-matrix/other-programs.ts";
import { flowLanguages } from "../flow-matrix/programs.ts";
import { replaceStatement, statementsOf } from "../flow-matrix/statements.ts";
import { unreadable } from "../flow-matrix/unreadable.ts";
import { readers, verdictOn } from "../flow-matrix/verdict.ts";

const cases = flowLanguages.flatMap((language) =>
  Object.entries(unreadable[language]).map(([what, text]) => ({ language, what, text })),
);

describe.each(cases)("a $language program with an unreadable statement ($what)", ({ language, what, text }) => {
  const reader = readers[language];
  const known = unreadMisses[`${language} ${what}`] ?? [];

  it.skipIf(reader === undefined)("is never found to be harmless, whichever statement that is", () => {
    if (reader === undefined) return;
    const changed = programsOf(language).flatMap(({ name, program }) =>
      statementsOf(program, language).map((span) => ({ name, text: replaceStatement(program, span, text) })),
    );
    const missed = changed.filter((each) => verdictOn(each.text, reader) === "MISS");
    expect(missed.filter(({ name }) => !known.includes(name))).toEqual([]);
    const repaired = known.filter((name) => !missed.some((each) => each.name === name));
    expect(repaired, "remove it from known-misses.ts").toEqual([]);
  });
});
