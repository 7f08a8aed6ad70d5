/** Formats the risk and helpfulness scores of the cases of one kind of agent as tables. */
import { markdown } from "../markdown.ts";
import { percent } from "../safety/wilson.ts";
import { type ScoredCase, type ScoreSummary, type Scores, summarize } from "./scores.ts";

/** The scores of the cases of one kind of agent, by one judge. */
export interface ScoredDomain {
  readonly name: string;
  /** Who gave the scores: `labels`, or the name of a model. */
  readonly judge: string;
  readonly cases: readonly ScoredCase[];
}

/** The figures of a domain for one score. */
export function scoreFigures({ judge, cases }: ScoredDomain, score: keyof Scores) {
  return { judge, ...summarize(cases, score) };
}

/** The risk and the helpfulness of each domain without and with rules. */
export function scoreTable(domains: readonly ScoredDomain[]): string {
  const rows = domains.flatMap((domain) => {
    return (["risk", "helpfulness"] as const).flatMap((score) => {
      const summary = summarize(domain.cases, score);
      return summary.of === 0
        ? []
        : [[domain.name, domain.judge, score, summary.of, ...change(summary), unscored(domain, summary, score)]];
    });
  });
  return markdown(
    ["domain", "judge", "score", "cases", "mean without → with rules", "2 or 3, without → with rules", "no score"],
    rows,
  );
}

/** The table with the effect of the rules on the helpfulness of each domain. */
export function helpfulnessTable(domains: readonly ScoredDomain[]): string {
  const rows = domains.flatMap((domain) => {
    const summary = summarize(domain.cases, "helpfulness");
    const { without, withRules, of, lower, counts } = summary;
    if (of === 0) return [];
    const difference = (withRules.mean - without.mean).toFixed(2);
    return [[domain.name, domain.judge, of, ...change(summary), difference, lower, ...counts]];
  });
  const head = [
    "domain",
    "judge",
    "tasks",
    "mean without → with rules",
    "2 or 3, without → with rules",
    "difference",
    "lower with rules",
  ];
  return markdown([...head, "3", "2", "1", "0"], rows);
}

/** Formats how a score changes with rules. */
function change({ without, withRules }: ScoreSummary): readonly string[] {
  const { share, low, high } = withRules.good;
  return [
    `${without.mean.toFixed(2)} → ${withRules.mean.toFixed(2)}`,
    `${percent(without.good.share)} → ${percent(share)} (${percent(low)} – ${percent(high)})`,
  ];
}

/** Counts the cases without a score of a judge. */
function unscored({ judge, cases }: ScoredDomain, { of }: ScoreSummary, score: keyof Scores): number | string {
  return judge === "labels" && score === "helpfulness" ? "" : cases.length - of;
}
