// Prints the matrix of idioms and languages: what each reader says about a program that deletes a file.
// Run: node --conditions=@helve/source packages/rules/effects/test/print-flow-matrix.ts [--misses] [language …]
import { parseArgs } from "node:util";
import { flowLimits } from "./flow-matrix/limits.ts";
import { flowLanguages } from "./flow-matrix/programs.ts";
import { readers, type Verdict, verdictOn } from "./flow-matrix/verdict.ts";
import { flowMatrix } from "./flow-matrix.ts";

const { values, positionals } = parseArgs({
  options: { misses: { type: "boolean", default: false } },
  allowPositionals: true,
});
const columns = flowLanguages.filter((language) => positionals.length === 0 || positionals.includes(language));
let slowest = 0;
const rows = [...flowMatrix, ...flowLimits].map((row) => ({
  idiom: row.idiom,
  cells: columns.map((language) => {
    const program = row[language];
    if (program === undefined) return "–";
    const reader = readers[language];
    if (reader === undefined) return "no reader";
    const start = performance.now();
    const verdict = verdictOn(program, reader);
    slowest = Math.max(slowest, performance.now() - start);
    return verdict;
  }),
}));
const lines = rows
  .filter(({ cells }) => !values.misses || cells.includes("MISS"))
  .map(({ idiom, cells }) => line(idiom, cells));
const totals = (["exact", "unknown", "MISS"] satisfies readonly Verdict[]).map((verdict) =>
  line(
    `sum: ${verdict}`,
    columns.map((_, index) => String(rows.filter(({ cells }) => cells[index] === verdict).length)),
  ),
);
process.stdout.write(
  `${[line(`${rows.length} idioms`, columns), ...lines, "", ...totals].join("\n")}\nslowest program: ${slowest.toFixed(0)} ms\n`,
);

function line(title: string, cells: readonly string[]): string {
  return (
    title.padEnd(68) +
    cells
      .map((cell) => cell.padEnd(11))
      .join("")
      .trimEnd()
  );
}
