// Removes the marks from known-misses.ts whose programs are missed no longer. It adds none: a new miss is a defect.
// Run: node --conditions=@helve/source packages/rules/effects/test/flow-matrix/remove-marks.ts
import { readFileSync, writeFileSync } from "node:fs";
import { flowMatrix } from "../flow-matrix.ts";
import { knownMisses, unreadMisses } from "./known-misses.ts";
import { flowLimits } from "./limits.ts";
import { programsOf } from "./other-programs.ts";
import { flowLanguages } from "./programs.ts";
import { replaceStatement, statementsOf } from "./statements.ts";
import { unreadable } from "./unreadable.ts";
import { readers, verdictOn } from "./verdict.ts";

const file = new URL("known-misses.ts", import.meta.url);
const matrixMarks = flowLanguages.map((language) => {
  const isMissed = (idiom: string): boolean => {
    const program = [...flowMatrix, ...flowLimits].find((row) => row.idiom === idiom)?.[language];
    const reader = readers[language];
    return program !== undefined && reader !== undefined && verdictOn(program, reader) === "MISS";
  };
  return [language, knownMisses[language].filter(isMissed)] as const;
});
const unreadMarks = flowLanguages.flatMap((language) =>
  Object.entries(unreadable[language]).map(([what, text]) => {
    const reader = readers[language];
    const missed = new Set(
      programsOf(language)
        .filter(({ program }) =>
          statementsOf(program, language).some(
            (span) => reader !== undefined && verdictOn(replaceStatement(program, span, text), reader) === "MISS",
          ),
        )
        .map(({ name }) => name),
    );
    return [
      `${language} ${what}`,
      (unreadMisses[`${language} ${what}`] ?? []).filter((name) => missed.has(name)),
    ] as const;
  }),
);
const lists = [matrixMarks, unreadMarks.filter(([, names]) => names.length > 0)];
let index = 0;
const text = readFileSync(file, "utf8").replaceAll(/= \{\n[\s\S]*?\n?\};/g, () => {
  const marks = Object.fromEntries(lists[index++] ?? []);
  return `= ${JSON.stringify(marks, null, 2)};`;
});
writeFileSync(file, text);
