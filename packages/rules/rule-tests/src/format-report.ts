import { formatCondition } from "@helve/agentspec";
import { escapeInvisible } from "@helve/core/internal";
import type { Coverage, RuleCoverage } from "./coverage.ts";
import type { MutationReport } from "./mutate-rules.ts";
import type { TestReport } from "./run-tests.ts";

/**
 * Formats the results of tests for a person: each failed test with what was expected, what the rules decided and why; then one
 * line with the totals.
 *
 * @param file - the name of the file, for the positions of tests
 *
 * @example
 * formatReport(report, "rules.agentspec").split("\n").at(-1); // "12 passed, 1 failed"
 */
export function formatReport({ results, passed, failed }: TestReport, file = ""): string {
  const failures = results.flatMap(({ test, failure }) => {
    if (failure === undefined) return [];
    const place = [file, test.range.start.line, test.range.start.column].filter((part) => part !== "").join(":");
    return [`✗ ${escapeInvisible(test.name)} (${place})`, ...failure.split("\n").map((line) => `  ${line}`), ""];
  });
  return [...failures, `${passed} passed, ${failed} failed`].join("\n");
}

/**
 * Formats what tests have not reached, rule by rule, and one line with the share that they have.
 *
 * @example
 * formatCoverage(report.coverage);
 */
export function formatCoverage({ rules, reached, goals }: Coverage): string {
  const lines = rules.flatMap((rule) => {
    const missing = missingGoals(rule);
    return missing.length === 0 ? [] : [`@${rule.rule} (line ${rule.line})`, ...missing.map((goal) => `  ${goal}`)];
  });
  return [...lines, `${reached} of ${goals} reached (${percent(goals === 0 ? 1 : reached / goals)})`].join("\n");
}

/** Describes what no test reached. */
function missingGoals({ violated, notViolated, conditions, enforcements }: RuleCoverage): readonly string[] {
  return [
    ...(violated ? [] : ["is never violated"]),
    ...(notViolated === false ? ["is always violated"] : []),
    ...conditions.flatMap(({ condition, decidedTrue, decidedFalse }) => [
      ...(decidedTrue ? [] : [`${formatCondition(condition)} never decides by being true`]),
      ...(decidedFalse ? [] : [`${formatCondition(condition)} never decides by being false`]),
    ]),
    ...enforcements.flatMap(({ enforcement, applied }) => (applied ? [] : [`${enforcement.type} is never applied`])),
  ];
}

/**
 * Formats the mutations that no test noticed, each with a sketch of a test that would, and one line with the score.
 *
 * @example
 * formatMutations(await mutateRules(program, options));
 */
export function formatMutations({ survivors, killed, total, score }: MutationReport): string {
  const lines = survivors.flatMap(({ change, sketch }) => [
    `survived: ${change}`,
    ...sketch.split("\n").map((line) => `  ${line}`),
    "",
  ]);
  return [...lines, `${killed} of ${total} mutations noticed (${percent(score)})`].join("\n");
}

function percent(share: number): string {
  // Rounded down: 100 % means all.
  return `${Math.floor(share * 1000) / 10} %`;
}
