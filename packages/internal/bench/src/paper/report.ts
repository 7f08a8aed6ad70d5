/** Formats the answers to the AgentSpec paper's research questions as tables. */
import type { RuleRecord } from "@helve/core";
import published from "../../data/agentspec-paper.json" with { type: "json" };
import { quantile } from "../interleave.ts";
import { markdown } from "../markdown.ts";
import { percent, type Share, shareOf } from "../safety/wilson.ts";
import type { DecidedCase, Domain } from "./domain.ts";
import { helpfulnessTable, type ScoredDomain, scoreFigures, scoreTable } from "./report-scores.ts";
import type { ModelResult } from "./with-model.ts";

/** The measurements for the paper's questions. */
export interface PaperResults {
  readonly domains: readonly Domain[];
  /** The scores of the cases of the domains, then of the tasks that a model did itself. */
  readonly scores: readonly ScoredDomain[];
  readonly models: readonly ModelResult[];
}

/** The tables of the paper's three questions with ours beside, as Markdown, and as the last line all figures as JSON. */
export function paperReport({ domains, scores, models }: PaperResults): string {
  const measured = domains.filter(({ cases }) => cases.length > 0);
  const byDomain = (figures: (domain: Domain) => unknown): unknown =>
    Object.fromEntries(measured.map((domain) => [domain.name, figures(domain)]));
  const rq1 = byDomain((domain) => Object.fromEntries(groupsOf(domain)));
  const parts = [
    "## RQ1: is harm stopped, and is work still done?\n",
    "Each case was recorded, so that without rules all of it happens. Stopped means stopped or shown to a person.\n",
    ...measured.map(outcomeTable),
    ...(models.length === 0 ? [] : [modelTable(models)]),
    "### Risk and helpfulness\n\nScores from 0 to 3 as ToolEmu gives them: 3 is no risk, and all work done.\n",
    scoreTable(scores),
    "## RQ2: which rules apply, and to what?\n",
    ...measured.map(ruleTable),
    "## RQ3: how do the rules affect helpfulness?\n",
    helpfulnessTable(scores),
    "### The time of a decision\n",
    overheadTable(measured),
  ];
  const [risk, helpfulness] = (["risk", "helpfulness"] as const).map((score) => {
    return Object.fromEntries(scores.map((domain) => [domain.name, scoreFigures(domain, score)]));
  });
  const rq3 = { helpfulness, time: byDomain(overheadOf) };
  const figures = { rq1, risk, rq2: byDomain(ruleFigures), rq3, models };
  return `${parts.join("\n")}\n${JSON.stringify(figures)}\n`;
}

/** The share of the cases of each group that was stopped, then of all harmful and of all harmless ones. */
function groupsOf({ cases }: Domain): readonly (readonly [string, Share & { readonly harmful: boolean }])[] {
  const groups = Map.groupBy([...cases].sort(byCategory), ({ group }) => group);
  const all = [true, false].map((isHarmful) => {
    const name = `all that is ${isHarmful ? "harmful" : "harmless"}`;
    return [name, cases.filter(({ harmful }) => harmful === isHarmful)] as const;
  });
  return [...groups, ...all].flatMap(([name, members]) => {
    const stopped = members.filter(({ touched }) => touched).length;
    const [first] = members;
    return first === undefined
      ? []
      : [[name, { harmful: first.harmful, ...shareOf(stopped, members.length) }] as const];
  });
}

/** Orders cases: RedCode's categories by number, then all others. */
function byCategory(one: DecidedCase, other: DecidedCase): number {
  const [first, second] = [one, other].map(({ group }) => Number.parseInt(group, 10) || Number.MAX_SAFE_INTEGER);
  return (first ?? 0) - (second ?? 0);
}

/** Writes a table of how many cases the rules stopped, with confidence intervals. */
function outcomeTable(domain: Domain): string {
  const rows = groupsOf(domain).map(([name, { harmful, count, of, share, low, high }]) => {
    const interval = `${percent(share)} (${percent(low)} – ${percent(high)})`;
    return [name, harmful ? "harm" : "work", `${of} → ${of - count}`, interval, publishedOutcome(domain, name)];
  });
  const head = ["cases", "kind", "happens without → with rules", "stopped (95 %)", "paper"];
  return `### ${domain.name}\n\n${markdown(head, rows)}`;
}

/** The paper's result for a row; empty if it has no such row. */
function publishedOutcome({ name }: Domain, group: string): string {
  if (name === "Code agent") {
    const category = group.endsWith(", Python") ? String(Number.parseInt(group, 10)) : "";
    const figures = Object.entries(published.code).find(([each]) => each === category)?.[1];
    return figures === undefined ? "" : `${figures.invoked} → ${figures.invoked - figures.violated}`;
  }
  if (name === "Household agent") {
    const shares = Object.entries(published.household).find(([hazard]) => group.startsWith(hazard))?.[1];
    return shares === undefined ? "" : shares.map((share) => `${share} %`).join(" → ");
  }
  return name === "Driving agent" && !group.startsWith("all") ? "1 → 0" : "";
}

/** Counts, for each rule, the cases in which it was triggered, violated by harm, violated by harmless work, and the only violated rule. */
function ruleFigures({ cases }: Domain) {
  const observed = cases.map(({ harmful, decisions }) => {
    const records = decisions.flatMap(({ rules }) => rules);
    const violated = records.filter((each) => each.violated);
    return { harmful, triggered: namesIn(records), violated: namesIn(violated) };
  });
  const figures = Array.from(new Set(observed.flatMap(({ triggered }) => [...triggered])), (rule) => {
    const violating = observed.filter(({ violated }) => violated.has(rule));
    const harmful = violating.filter((each) => each.harmful);
    const counts = {
      triggered: observed.filter(({ triggered }) => triggered.has(rule)).length,
      harmful: harmful.length,
      harmless: violating.length - harmful.length,
      alone: harmful.filter(({ violated }) => violated.size === 1).length,
      precision: violating.length === 0 ? 1 : harmful.length / violating.length,
    };
    return [rule, counts] as const;
  });
  return Object.fromEntries(figures.sort(([, one], [, other]) => other.harmful - one.harmful));
}

/** Returns the names of the rules in the records. */
function namesIn(records: readonly RuleRecord[]): ReadonlySet<string> {
  return new Set(records.map(({ rule }) => rule));
}

/** Writes a table of how often each rule stopped harm and something harmless. */
function ruleTable(domain: Domain): string {
  const rows = Object.entries(ruleFigures(domain)).map(([rule, { triggered, harmful, alone, harmless, precision }]) => {
    return [`@${rule}`, triggered, harmful, alone, harmless, harmful + harmless === 0 ? "–" : percent(precision)];
  });
  const head = ["rule", "triggered", "violated by harm", "by it alone", "false alarms", "precision"];
  return `### ${domain.name}\n\n${markdown(head, rows)}`;
}

/** The median and the 99th percentile, in microseconds. */
interface Times {
  readonly p50: number;
  readonly p99: number;
}

/** Returns the medians and 99th percentiles of the time for parsing, predicates, the rest and all, in microseconds. */
function overheadOf({ cases, parseTimes }: Domain): Readonly<Record<"parse" | "predicates" | "rest" | "total", Times>> {
  const decisions = cases.flatMap((each) => each.decisions);
  return {
    parse: timesOf(parseTimes),
    predicates: timesOf(decisions.map(({ predicates }) => predicates)),
    rest: timesOf(decisions.map(({ predicates, total }) => total - predicates)),
    total: timesOf(decisions.map(({ total }) => total)),
  };
}

/** Writes a table of the time that the rules of each domain need. */
function overheadTable(domains: readonly Domain[]): string {
  const rows = domains.map((domain) => {
    const { parse, predicates, rest, total } = overheadOf(domain);
    const decisions = domain.cases.flatMap((each) => each.decisions).length;
    return [domain.name, decisions, ...[parse, predicates, rest, total].map(timesText)];
  });
  const { parse, codePredicates, householdPredicates } = published.milliseconds;
  const paper = [
    ["paper, code", "", `${parse} ms`, `${codePredicates} ms`, "", ""],
    ["paper, embodied", "", `${parse} ms`, `${householdPredicates} ms`, "", ""],
  ];
  const head = ["domain", "decisions", "parse (all rules, once)", "predicates", "rest of the decision", "decision"];
  return `${markdown(head, [...rows, ...paper])}\nMedian and 99th percentile; predicates include the analysis of commands and programs.\n`;
}

/** Writes a table of what models did with and without rules. */
function modelTable(models: readonly ModelResult[]): string {
  const rows = models.map(({ domain, harmful, of, attempted, without, withRules }) => {
    return [domain, harmful ? "harm" : "work", of, attempted, without, withRules];
  });
  const head = ["domain", "kind", "cases", "attempted", "happens without rules", "with rules"];
  return `### With the model\n\n${markdown(head, rows)}`;
}

/** Returns the median and the 99th percentile of times, rounded to a tenth. */
function timesOf(times: readonly number[]): Times {
  const [p50 = 0, p99 = 0] = [0.5, 0.99].map((part) => Math.round(quantile(times, part) * 10) / 10);
  return { p50, p99 };
}

/** Writes the median and the 99th percentile of times. */
function timesText({ p50, p99 }: Times): string {
  return `${[p50, p99].map((microseconds) => (microseconds / 1000).toPrecision(2)).join(", ")} ms`;
}
