import type { TestSummary } from "../evaluation.ts";
import { type Child, h } from "./dom.ts";

/** Shows the results of the tests and their coverage, or why there are none. */
export function testsView(summary: TestSummary | undefined, problem?: string): readonly Child[] {
  if (problem !== undefined) return [h("p", { class: "failed" }, h("strong", {}, "No result"), `: ${problem}`)];
  if (summary === undefined) return [h("p", { class: "muted" }, "Write a test: its result appears here.")];
  const { passed, failed, results, report, coverage } = summary;
  const percent = coverage.goals === 0 ? 100 : Math.floor((100 * coverage.reached) / coverage.goals);
  const hasGaps = coverage.reached < coverage.goals;
  return [
    h(
      "p",
      { class: "test-total" },
      h(
        "strong",
        { class: failed > 0 ? "failed" : "passed" },
        failed > 0 ? `${failed} of ${results.length} failed` : `${passed} passed`,
      ),
      h("span", {}, `coverage ${percent} % (${coverage.reached} of ${coverage.goals})`),
    ),
    h(
      "meter",
      { min: 0, max: 100, value: percent, "aria-label": "Coverage of the rules by the tests" },
      `${percent} %`,
    ),
    failed > 0 ? h("pre", { class: "model-text", tabindex: 0, "aria-label": "Failed tests" }, report) : undefined,
    h(
      "ul",
      { class: "tests" },
      ...results.map(({ name, passed: isPassed }) =>
        h(
          "li",
          { class: isPassed ? "passed" : "failed" },
          h("span", {}, isPassed ? "✓" : "✗"),
          h("span", { class: "unseen" }, isPassed ? "passed: " : "failed: "),
          name,
        ),
      ),
    ),
    hasGaps
      ? h(
          "details",
          {},
          h("summary", {}, "What no test reaches"),
          h("pre", { class: "model-text", tabindex: 0 }, coverage.report),
        )
      : undefined,
  ];
}
