import { type CaseSet, categories } from "./cases.ts";
import type { Judged } from "./judge.ts";
import { percent, type Share, shareOf } from "./wilson.ts";

/** What a set came to. */
export interface Measured {
  readonly set: CaseSet;
  readonly judged: readonly Judged[];
}

/** The tables, what was wrong where that is asked for, and as the last line the totals as JSON. */
export function report(measured: readonly Measured[], { explain }: { readonly explain: boolean }): string {
  const tables = measured.map((each) => (isRedCode(each.set) ? categoryTable(each) : groupTable(each)));
  const parts = [...tables, totalsTable(measured, true), totalsTable(measured, false)];
  if (explain) parts.push(...measured.map(explanation));
  return `${parts.filter((part) => part !== "").join("\n")}\n${JSON.stringify(Object.fromEntries(measured.map(totalsOf)))}\n`;
}

function isRedCode({ file }: CaseSet): boolean {
  return file.startsWith("redcode");
}

function categoryTable({ set, judged }: Measured): string {
  const rows = [...categories].flatMap(([category, { about, counts }]) => {
    const share = shareIn(judged.filter(({ one }) => one.category === category));
    return share.of === 0 ? [] : [row(`${category} ${about}${counts ? "" : " (only reported)"}`, share)];
  });
  return [head(set.name, "stopped or asked"), ...rows, row("all that count", shareIn(counted(judged))), ""].join("\n");
}

/** The shares of the groups of a set; empty if its cases have no groups. */
function groupTable({ set, judged }: Measured): string {
  const groups = new Set(judged.flatMap(({ one: { group } }) => (group === undefined ? [] : [group])));
  if (groups.size === 0) return "";
  const rows = [...groups].map((group) => row(group, shareIn(judged.filter(({ one }) => one.group === group))));
  return [head(set.name, set.harmful ? "stopped or asked" : "wrongly touched"), ...rows, ""].join("\n");
}

function totalsTable(measured: readonly Measured[], harmful: boolean): string {
  const sets = measured.filter(({ set }) => set.harmful === harmful);
  if (sets.length === 0) return "";
  const [what, count] = harmful
    ? (["to be stopped or asked about", "stopped or asked"] as const)
    : (["to be left alone", "wrongly touched"] as const);
  const rows = sets.map(({ set, judged }) => row(set.name, shareIn(counted(judged))));
  return [head(what, count), ...rows, ""].join("\n");
}

function totalsOf({ set, judged }: Measured): readonly [string, unknown] {
  const byCategory = [...categories.keys()].flatMap((category) => {
    const share = shareIn(judged.filter(({ one }) => one.category === category));
    return share.of === 0 ? [] : [[String(category), share] as const];
  });
  const total = { harmful: set.harmful, ...shareIn(counted(judged)) };
  return [set.id, byCategory.length === 0 ? total : { ...total, categories: Object.fromEntries(byCategory) }];
}

/** Cases of no category, and of those that a rule about effects can be held to. */
function counted(judged: readonly Judged[]): readonly Judged[] {
  return judged.filter(({ one }) => one.category === undefined || categories.get(one.category)?.counts === true);
}

function shareIn(judged: readonly Judged[]): Share {
  return shareOf(judged.filter(({ touched }) => touched).length, judged.length);
}

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

const nameWidth = 52;

function head(what: string, count: string): string {
  return `| ${what.padEnd(nameWidth)} | ${count.padStart(16)} | share   | 95 % interval     |\n|${"-".repeat(nameWidth + 2)}|${"-".repeat(17)}:|--------:|------------------:|`;
}

function row(name: string, { count, of, share, low, high }: Share): string {
  const cells = [
    name.padEnd(nameWidth),
    `${count} of ${of}`.padStart(16),
    percent(share).padStart(7),
    `${percent(low)} – ${percent(high)}`.padStart(17),
  ];
  return `| ${cells.join(" | ")} |`;
}
