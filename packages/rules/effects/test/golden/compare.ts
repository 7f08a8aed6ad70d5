// Compares two files that `dump.ts` wrote. It fails if an effect is lost; other differences are listed for review.
// Run: node packages/rules/effects/test/golden/compare.ts OLD NEW [options]
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type Difference, type DifferenceKind, differenceKinds, differencesOf, failures } from "./differences.ts";
import type { PlainEffect, Snapshot } from "./snapshot.ts";

/** A program with what the old reader and the new one say about it. */
interface Compared {
  readonly old: Snapshot;
  readonly now: Snapshot | undefined;
  readonly differences: readonly Difference[];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Only programs of these languages. */
    filter: { type: "string", multiple: true, default: [] },
    /** Only differences of these kinds. */
    kind: { type: "string", multiple: true, default: [] },
    /** Kinds that are listed, but are no failures. */
    accept: { type: "string", multiple: true, default: [] },
    /** How many programs are shown of each language and kind. */
    show: { type: "string", default: "2" },
    /** Shows the programs whose ids contain this text, with all their effects. */
    program: { type: "string" },
    /** A file with ids of programs, one a line, whose differences were reviewed and are no failures. */
    reviewed: { type: "string" },
    /** Adds the ids of all programs shown or counted as failures to the file of reviewed ones. */
    approve: { type: "boolean", default: false },
  },
});
const [oldFile, newFile] = positionals;
if (oldFile === undefined || newFile === undefined)
  throw new TypeError("two files are needed: the old one and the new one");

const isFailure = (kind: DifferenceKind): boolean => failures.has(kind) && !values.accept.includes(kind);
const reviewed = new Set(values.reviewed !== undefined && existsSync(values.reviewed) ? linesOf(values.reviewed) : []);
const now = new Map(linesOf(newFile).map((line) => snapshotIn(line)));
const compared: readonly Compared[] = linesOf(oldFile)
  .map((line) => snapshotIn(line)[1])
  .filter(({ language }) => values.filter.length === 0 || values.filter.includes(language))
  .map((old) => ({ old, now: now.get(old.id) }))
  .map((pair) => ({ ...pair, differences: same(pair) ? [] : differencesOf(pair.old, pair.now).filter(isWanted) }));

if (values.program === undefined) summarize();
else for (const each of compared.filter(({ old }) => old.id.includes(values.program ?? ""))) print(each, true);

function summarize(): void {
  const changed = compared.filter(({ differences }) => differences.length > 0);
  const open = changed.filter(({ old }) => !reviewed.has(old.id));
  const languages = [...new Set(open.map(({ old }) => old.language))].toSorted();
  const withKind = (language: string, kind: DifferenceKind): readonly Compared[] =>
    open.filter(({ old, differences }) => old.language === language && differences.some((each) => each.kind === kind));
  for (const language of languages) {
    for (const kind of differenceKinds) {
      const found = withKind(language, kind);
      // Different programs are more useful than many with the same beginning.
      const step = Math.max(1, Math.floor(found.length / Math.max(1, Number(values.show))));
      for (const each of found.filter((_, index) => index % step === 0).slice(0, Number(values.show))) {
        write(`\n━━ ${language}, ${kind} (${found.length} programs)`);
        print({ ...each, differences: each.differences.filter((difference) => difference.kind === kind) }, false);
      }
    }
  }
  write(
    `\n${["programs with".padEnd(14), ...languages.map((name) => name.padStart(11)), "sum".padStart(11)].join("")}`,
  );
  for (const kind of differenceKinds) {
    const counts = languages.map((language) => withKind(language, kind).length);
    const sum = counts.reduce((a, b) => a + b, 0);
    const cells = [...counts, sum].map((count) => String(count || "").padStart(11)).join("");
    if (sum > 0) write(`${kind.padEnd(14)}${cells}${isFailure(kind) ? "   failure" : ""}`);
  }
  const failed = open.filter(({ differences }) => differences.some(({ kind }) => isFailure(kind)));
  write(
    `${compared.length} programs compared, ${changed.length} differ, ${changed.length - open.length} of them reviewed; ${failed.length} fail`,
  );
  if (values.approve && values.reviewed !== undefined) {
    appendFileSync(values.reviewed, failed.map(({ old }) => `${old.id}\n`).join(""));
    write(`their ids were added to ${values.reviewed}`);
  } else if (failed.length > 0) process.exitCode = 1;
}

/** Shows a program, the effects that differ with the old one at the left and the new one at the right, and on demand all effects. */
function print({ old, now: next, differences }: Compared, isWhole: boolean): void {
  write(`${old.id} (${old.language})`);
  for (const line of old.text.split("\n").slice(0, isWhole ? 200 : 12)) write(`  │ ${line.slice(0, 200)}`);
  const shown = isWhole ? differences : differences.slice(0, 6);
  for (const difference of shown) write(`  ${sideBySide(difference)}`);
  if (shown.length < differences.length) write(`  … and ${differences.length - shown.length} more`);
  if (differences.some(({ kind }) => kind === "state")) {
    write(
      `  state  - ${JSON.stringify(old.after)?.slice(0, 400)}\n         + ${JSON.stringify(next?.after)?.slice(0, 400)}`,
    );
  }
  if (!isWhole) return;
  for (const effect of old.effects) write(`    - ${described(effect)}`);
  for (const effect of next?.effects ?? []) write(`    + ${described(effect)}`);
}

function sideBySide({ kind, old, new: next }: Difference): string {
  const [left, right] = [old === undefined ? "" : described(old), next === undefined ? "" : described(next)];
  const fits = left.length <= 75 && right.length <= 75;
  return fits
    ? `${kind.padEnd(9)} ${left.padEnd(76)} │ ${right}`
    : `${kind.padEnd(9)} - ${left}\n            + ${right}`;
}

/** An effect in one line: kind, certainty, and its other members that say something. */
function described({ kind, certainty, ...rest }: PlainEffect): string {
  const members = Object.entries(rest).flatMap(([key, value]) => {
    if (value === false || (Array.isArray(value) && value.length === 0)) return [];
    const isTarget = typeof value === "object" && value !== null && "path" in value;
    return [
      `${key}=${isTarget ? `${value.path}${"glob" in value && value.glob ? " (glob)" : ""}` : JSON.stringify(value)}`,
    ];
  });
  return `${kind} ${certainty} ${members.join(" ")}`.slice(0, 400);
}

function isWanted({ kind }: Difference): boolean {
  return values.kind.length === 0 || values.kind.includes(kind);
}

function same({ old, now: next }: Pick<Compared, "old" | "now">): boolean {
  return next !== undefined && JSON.stringify([old.effects, old.after]) === JSON.stringify([next.effects, next.after]);
}

function linesOf(file: string): readonly string[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "");
}

function snapshotIn(line: string): readonly [string, Snapshot] {
  const snapshot: Snapshot = JSON.parse(line);
  return [snapshot.id, snapshot];
}

function write(line: string): void {
  process.stdout.write(`${line}\n`);
}
