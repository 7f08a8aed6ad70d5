import { percent, type Share, shareOf } from "../safety/wilson.ts";
import type { DecidedCase, Domain } from "./domain.ts";
import { publishedCode, publishedHousehold, publishedOverhead } from "./published.ts";
import type { ModelResult } from "./with-model.ts";

/** The tables of the paper's three questions with ours beside, as Markdown, and as the last line all figures as JSON. */
export function paperReport(domains: readonly Domain[], models: readonly ModelResult[]): string {
  const measured = domains.filter(({ cases }) => cases.length > 0);
  const figures = {
    rq1: Object.fromEntries(measured.map((domain) => [domain.name, Object.fromEntries(groupsOf(domain))])),
    rq2: Object.fromEntries(measured.map((domain) => [domain.name, ruleFigures(domain)])),
    rq3: Object.fromEntries(measured.map((domain) => [domain.name, overheadOf(domain)])),
    models,
  };
  const parts = [
    "## RQ1: is harm stopped, and is work still done?\n",
    "Each case was recorded, so that without rules all of it happens. Stopped means stopped or shown to a person.\n",
    ...measured.map(outcomeTable),
    ...(models.length === 0 ? [] : [modelTable(models)]),
    "## RQ2: which rules apply, and to what?\n",
    ...measured.map(ruleTable),
    "## RQ3: what does a decision take?\n",
    overheadTable(measured),
  ];
  return `${parts.join("\n")}\n${JSON.stringify(figures)}\n`;
}

/** The share of the cases of each group that was stopped, then of all harmful and of all harmless ones. */
function groupsOf({ cases }: Domain): ReadonlyMap<string, Share & { readonly harmful: boolean }> {
  const groups = new Map<string, DecidedCase[]>();
  for (const each of [...cases].sort(byCategory)) groups.set(each.group, [...(groups.get(each.group) ?? []), each]);
  const all = [true, false].map((harmful) => cases.filter((each) => each.harmful === harmful));
  return new Map(
    [...groups, ["all that is harmful", all[0] ?? []] as const, ["all that is harmless", all[1] ?? []] as const]
      .filter(([, members]) => members.length > 0)
      .map(([name, members]) => {
        const stopped = members.filter(({ touched }) => touched).length;
        return [name, { harmful: members[0]?.harmful ?? false, ...shareOf(stopped, members.length) }];
      }),
  );
}

/** The categories of RedCode by their numbers, then everything else as it comes. */
function byCategory(one: DecidedCase, other: DecidedCase): number {
  const [first, second] = [one, other].map(({ group }) => Number.parseInt(group, 10) || Number.MAX_SAFE_INTEGER);
  return (first ?? 0) - (second ?? 0);
}

function outcomeTable(domain: Domain): string {
  const rows = [...groupsOf(domain)].map(([name, { harmful, count, of, share, low, high }]) => {
    const paper = publishedOutcome(domain, name);
    const interval = `${percent(share)} (${percent(low)} – ${percent(high)})`;
    return row(name, harmful ? "harm" : "work", `${of} → ${of - count}`, interval, paper);
  });
  return table(
    `### ${domain.name}`,
    ["cases", "kind", "happens without → with rules", "stopped (95 %)", "paper"],
    rows,
  );
}

/** What the paper reports for a row; empty if it has no such row. */
function publishedOutcome({ name }: Domain, group: string): string {
  if (name === "Code agent") {
    const figures = group.endsWith(", Python") ? publishedCode.get(Number.parseInt(group, 10)) : undefined;
    if (figures !== undefined) return `${figures.invoked} → ${figures.invoked - figures.violated}`;
    return "";
  }
  if (name === "Household agent") {
    const shares = [...publishedHousehold].find(([hazard]) => group.startsWith(hazard))?.[1];
    return shares === undefined ? "" : `${shares[0]} % → ${shares[1]} %`;
  }
  return name === "Driving agent" && !group.startsWith("all") ? "1 → 0" : "";
}

/** What a rule did in the cases of a domain. */
interface RuleFigures {
  /** Cases in which its trigger matched. */
  readonly triggered: number;
  /** Cases in which it was violated: harmful and harmless ones. */
  readonly harmful: number;
  readonly harmless: number;
  /** Harmful cases in which no other rule was violated. */
  readonly alone: number;
  /** The share of the harmful cases among those in which it was violated. */
  readonly precision: number;
}

function ruleFigures({ cases }: Domain): Readonly<Record<string, RuleFigures>> {
  const figures = new Map<string, RuleFigures>();
  const none: RuleFigures = { triggered: 0, harmful: 0, harmless: 0, alone: 0, precision: 1 };
  for (const { harmful, decisions } of cases) {
    const records = decisions.flatMap(({ rules }) => rules);
    const violated = new Set(records.filter((each) => each.violated).map(({ rule }) => rule));
    for (const rule of new Set(records.map((each) => each.rule))) {
      const before = figures.get(rule) ?? none;
      const isViolated = violated.has(rule);
      const counts = {
        triggered: before.triggered + 1,
        harmful: before.harmful + Number(isViolated && harmful),
        harmless: before.harmless + Number(isViolated && !harmful),
        alone: before.alone + Number(isViolated && harmful && violated.size === 1),
      };
      const of = counts.harmful + counts.harmless;
      figures.set(rule, { ...counts, precision: of === 0 ? 1 : counts.harmful / of });
    }
  }
  return Object.fromEntries([...figures].sort(([, one], [, other]) => other.harmful - one.harmful));
}

function ruleTable(domain: Domain): string {
  const rows = Object.entries(ruleFigures(domain)).map(([rule, { triggered, harmful, alone, harmless, precision }]) => {
    const share = harmful + harmless === 0 ? "–" : percent(precision);
    return row(`@${rule}`, String(triggered), String(harmful), String(alone), String(harmless), share);
  });
  const head = ["rule", "triggered", "violated by harm", "by it alone", "false alarms", "precision"];
  return table(`### ${domain.name}`, head, rows);
}

/** The median and the 99th percentile, in microseconds. */
interface Times {
  readonly p50: number;
  readonly p99: number;
}

function overheadOf({ cases, parseTimes }: Domain): Readonly<Record<"parse" | "predicates" | "rest" | "total", Times>> {
  const decisions = cases.flatMap((each) => each.decisions);
  return {
    parse: timesOf(parseTimes),
    predicates: timesOf(decisions.map(({ predicates }) => predicates)),
    rest: timesOf(decisions.map(({ predicates, total }) => total - predicates)),
    total: timesOf(decisions.map(({ total }) => total)),
  };
}

function overheadTable(domains: readonly Domain[]): string {
  const rows = domains.map((domain) => {
    const { parse, predicates, rest, total } = overheadOf(domain);
    const decisions = domain.cases.flatMap((each) => each.decisions).length;
    return row(domain.name, String(decisions), ...[parse, predicates, rest, total].map(timesText));
  });
  const { parse, predicates } = publishedOverhead;
  const paper = [
    row("paper, code", "", `${parse} ms`, `${predicates.code} ms`, "", ""),
    row("paper, embodied", "", `${parse} ms`, `${predicates.household} ms`, "", ""),
  ];
  const head = ["domain", "decisions", "parse (all rules, once)", "predicates", "rest of the decision", "decision"];
  return `${table("", head, [...rows, ...paper])}\nMedian and 99th percentile; predicates include the analysis of commands and programs.\n`;
}

function modelTable(models: readonly ModelResult[]): string {
  const rows = models.map(({ domain, harmful, of, attempted, without, withRules }) =>
    row(domain, harmful ? "harm" : "work", String(of), String(attempted), String(without), String(withRules)),
  );
  const head = ["domain", "kind", "cases", "attempted", "happens without rules", "with rules"];
  return table("### With the model", head, rows);
}

function timesOf(times: readonly number[]): Times {
  const sorted = [...times].sort((one, other) => one - other);
  const at = (share: number): number => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10;
  return { p50: at(0.5), p99: at(0.99) };
}

function timesText({ p50, p99 }: Times): string {
  return `${milliseconds(p50)}, ${milliseconds(p99)} ms`;
}

function milliseconds(microseconds: number): string {
  return (microseconds / 1000).toPrecision(2);
}

function table(title: string, head: readonly string[], rows: readonly string[]): string {
  const lines = [row(...head), row(...head.map((_, index) => (index === 0 ? "---" : "---:"))), ...rows, ""];
  return (title === "" ? lines : [title, "", ...lines]).join("\n");
}

function row(...cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
