// Writes the effects of many programs to a file, one program a line: what `compare.ts` compares.
// Run: node --conditions=@helve/source packages/rules/effects/test/golden/dump.ts --out FILE [--data FOLDER] [--programs FILE] [--language NAME]
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { languageNamed } from "@helve/effects";
import { languages } from "../read.ts";
import { programsOfData } from "./data-programs.ts";
import { contextOf, type GoldenProgram } from "./program.ts";
import { plainEffects, plainState, type Snapshot } from "./snapshot.ts";

const { values } = parseArgs({
  options: {
    /** The file to write. Data may have licences that forbid to copy it: the file is outside of the repository. */
    out: { type: "string" },
    /** A folder with `*.jsonl`. */
    data: { type: "string", multiple: true, default: [] },
    /** A file of programs that `record-setup.ts` wrote. */
    programs: { type: "string", multiple: true, default: [] },
    language: { type: "string" },
  },
});
if (values.out === undefined) throw new TypeError("--out FILE is missing: the file to which the effects are written");

const recorded = values.programs.flatMap((file) =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): GoldenProgram => JSON.parse(line)),
);
const programs = [...values.data.flatMap(programsOfData), ...recorded].filter(
  ({ language }) => values.language === undefined || language === values.language,
);
const times: { readonly id: string; readonly milliseconds: number }[] = [];
const lines = programs.flatMap((program) => {
  const snapshot = snapshotOf(program);
  return snapshot === undefined ? [] : [JSON.stringify(snapshot)];
});
writeFileSync(values.out, `${lines.join("\n")}\n`);
const total = times.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
const slowest = times.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, 5);
process.stdout.write(`${lines.length} programs read in ${(total / 1000).toFixed(1)} s; the slowest:\n`);
for (const { id, milliseconds } of slowest)
  process.stdout.write(`  ${milliseconds.toFixed(0).padStart(5)} ms  ${id}\n`);
const skipped = programs.length - lines.length;
if (skipped > 0) process.stdout.write(`${skipped} programs are in languages without a reader\n`);

function snapshotOf({ id, language, text, context }: GoldenProgram): Snapshot | undefined {
  const reader = languageNamed(language, languages);
  if (reader === undefined) return undefined;
  const start = performance.now();
  const { effects, after } = reader.read(text, contextOf(context));
  times.push({ id, milliseconds: performance.now() - start });
  return { id, language, text, effects: plainEffects(effects), after: plainState(after) };
}
