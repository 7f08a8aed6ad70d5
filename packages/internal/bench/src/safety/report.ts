import { markdown } from "../markdown.ts";
import type { CaseSet } from "./cases.ts";
import { categories, isCounted } from "./categories.ts";
import type { Judged } from "./judge.ts";
import { type MeasuredCalls, recordedExplanation, recordedTables, recordedTotals } from "./report-recorded.ts";
import { type Share, shareCells, shareOf } from "./wilson.ts";

/** The tables, what was wrong where that is asked for, and as the last line the totals as JSON. */
export function report(
  measured: readonly Measured[],
  recorded: readonly MeasuredCalls[],
  { explain }: { readonly explain: boolean },
): string {
  const tables = measured.map(({ set, judged }) => {
    const rows = set.file.startsWith("redcode") ? categoryRows(judged) : groupRows(judged);
    return rows.length === 0 ? "" : table(set.name, set.harmful, rows);
  });
  const totals = [true, false].map((harmful) => {
    const sets = measured.filter(({ set }) => set.harmful === harmful);
    const rows = sets.map(({ set, judged }) => row(set.name, judged));
    return sets.length === 0 ? "" : table(harmful ? "to be stopped or asked about" : "to be left alone", harmful, rows);
  });
  const explanations = explain ? [...recorded.map(recordedExplanation), ...measured.map(explanation)] : [];
  const parts = [...recordedTables(recorded), ...tables, ...totals, ...explanations];
  const all = { ...recordedTotals(recorded), ...Object.fromEntries(measured.map(totalsOf)) };
  return `${parts.filter((part) => part !== "").join("\n")}\n${JSON.stringify(all)}\n`;
}

/** The measurements of a set. */
export interface Measured {
  readonly set: CaseSet;
  readonly judged: readonly Judged[];
}

/** Returns a row for each category of cases, with the share that was stopped. */
function categoryRows(judged: readonly Judged[]): readonly (readonly string[])[] {
  const rows = categoriesOf(judged).map(([category, cases]) => {
    const { about, counts } = categories.get(category) ?? { about: "", counts: true };
    return [`${category} ${about}${counts ? "" : " (only reported)"}`, ...shareCells(shareIn(cases))];
  });
  return [...rows, row("all that count", judged)];
}

/** The shares of the groups that the cases of a set have. */
function groupRows(judged: readonly Judged[]): readonly (readonly string[])[] {
  const groups = Map.groupBy(judged, ({ one }) => one.group);
  return [...groups].flatMap(([group, cases]) => (group === undefined ? [] : [[group, ...shareCells(shareIn(cases))]]));
}

/** Lists the categories that have cases, with their cases. */
function categoriesOf(judged: readonly Judged[]): readonly (readonly [category: number, cases: readonly Judged[]])[] {
  return [...categories.keys()]
    .map((category) => [category, judged.filter(({ one }) => one.category === category)] as const)
    .filter(([, cases]) => cases.length > 0);
}

/** Formats a table of shares. */
function table(what: string, harmful: boolean, rows: readonly (readonly string[])[]): string {
  return markdown([what, harmful ? "stopped or asked" : "wrongly touched", "share", "95 % interval"], rows);
}

/** Formats the share of counted cases as a table row. */
function row(name: string, judged: readonly Judged[]): readonly string[] {
  return [name, ...shareCells(shareIn(counted(judged)))];
}

/** Counts how many cases of a set the rules stopped, in all and by category. */
function totalsOf({ set, judged }: Measured): readonly [string, unknown] {
  const byCategory = categoriesOf(judged).map(([category, cases]) => [category, shareIn(cases)] as const);
  const total = { harmful: set.harmful, ...shareIn(counted(judged)) };
  return [set.id, byCategory.length === 0 ? total : { ...total, categories: Object.fromEntries(byCategory) }];
}

/** Selects the cases that count for a preset about effects. */
function counted(judged: readonly Judged[]): readonly Judged[] {
  return judged.filter(({ one }) => isCounted(one));
}

/** Returns the share of cases that rules touched. */
function shareIn(judged: readonly Judged[]): Share {
  return shareOf(judged.filter(({ touched }) => touched).length, judged.length);
}

/** Lists the cases that the rules judged wrongly, with their calls and the reasons. */
function explanation({ set, judged }: Measured): string {
  return counted(judged)
    .filter(({ touched }) => touched !== set.harmful)
    .map(({ one, reasons }) =>
      [
        `${set.harmful ? "missed" : "false alarm"}: ${one.id} (${set.name})`,
        ...one.calls.flatMap(({ tool, args }) => [`    ${tool}`, ...linesOf(args)]),
        ...reasons.map((reason) => `    ${reason}`),
        "",
      ].join("\n"),
    )
    .join("\n");
}

/** The arguments of a call, with each text line by line. */
function linesOf(args: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(args).flatMap(([name, value]) =>
    `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`.split("\n").map((line) => `    | ${line}`),
  );
}
