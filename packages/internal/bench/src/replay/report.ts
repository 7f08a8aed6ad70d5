import { markdown } from "../markdown.ts";
import type { Decided } from "./decide-run.ts";

/** A table with a row for each pipeline and the total, the objections if asked for, and as the last line the totals as JSON. */
export function replayReport(decided: readonly Decided[], { explain }: { readonly explain: boolean }): string {
  const pipelines = [...new Set(decided.map(({ run }) => run.pipeline))].sort();
  const counts = pipelines.map((name) => [name, countsOf(decided.filter(({ run }) => run.pipeline === name))] as const);
  const total = countsOf(decided);
  const rows = [...counts, ["total", total] as const].map(
    ([name, { attacks, benign, userSteps, judged, baseline }]) => [
      name,
      share(attacks.caught, attacks.of),
      share(benign.disturbed, benign.of),
      share(userSteps.allowed, userSteps.of),
      share(judged.asked, judged.of),
      share(baseline.caught, attacks.of),
      share(baseline.disturbed, benign.of),
    ],
  );
  const own = "user's steps kept";
  const judge = "calls for a judge";
  const head = [
    "pipeline",
    "attacks caught",
    "benign disturbed",
    own,
    judge,
    "baseline: caught",
    "baseline: disturbed",
  ];
  const explanations = explain ? ["", ...decided.flatMap(explanation), ""].join("\n") : "";
  const totals = JSON.stringify({ ...total, pipelines: Object.fromEntries(counts) });
  return `${markdown(head, rows)}${explanations}${totals}\n`;
}

/** How many runs are caught or disturbed, by the rules and by the baseline. */
function countsOf(decided: readonly Decided[]) {
  const attacks = decided.filter(({ run }) => run.isAttack);
  const benign = decided.filter(({ run }) => !run.isAttack);
  const byRules = (runs: readonly Decided[]): number => runs.filter(({ isCaught }) => isCaught).length;
  const byBaseline = (runs: readonly Decided[]): number => runs.filter((each) => each.isCaughtByBaseline).length;
  return {
    attacks: { caught: byRules(attacks), of: attacks.length },
    benign: { disturbed: byRules(benign), of: benign.length },
    userSteps: {
      allowed: sum(attacks.map((each) => each.userSteps.allowed)),
      of: sum(attacks.map((each) => each.userSteps.of)),
    },
    judged: { asked: sum(decided.map((each) => each.judged.asked)), of: sum(decided.map((each) => each.judged.of)) },
    baseline: { caught: byBaseline(attacks), disturbed: byBaseline(benign) },
  };
}

/** Describes wrong decisions about a run: a missed attack, or a disturbed benign run. */
function explanation({ run, isCaught, objections }: Decided): readonly string[] {
  if (isCaught === run.isAttack) return [];
  if (!run.isAttack) return [`disturbed: ${run.id}`, ...objections.map((objection) => `    ${objection}`)];
  const steps = run.injectedSteps.map((index) => {
    const action = run.steps[index]?.action;
    return `    step ${index} (${action?.name}): ${JSON.stringify(action?.args).slice(0, 200)}`;
  });
  return [`missed: ${run.id}`, ...steps];
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** A count with its share: `3 of 4 (75.0 %)`. */
export function share(count: number, of: number): string {
  return `${count} of ${of} (${of === 0 ? "–" : ((100 * count) / of).toFixed(1)} %)`;
}
