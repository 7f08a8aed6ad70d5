import type { StepSummary } from "../evaluation.ts";
import { h } from "./dom.ts";
import { headlines } from "./headlines.ts";
import { leadingSectionView } from "./section-view.ts";

/** The steps of a session with the verdict of each; the shown one is marked. */
export function stepsView(steps: readonly StepSummary[], shown: number): HTMLElement {
  const items = steps.map(({ tool, text, kind, rules }, index) =>
    h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: `step ${kind}`,
          "data-key": `step ${index}`,
          "data-step": index,
          "aria-current": index === shown ? "step" : undefined,
        },
        h("span", { class: "step-number" }, String(index + 1)),
        h(
          "span",
          { class: "step-call" },
          h("strong", {}, tool),
          ` ${text.length > 160 ? `${text.slice(0, 159)}…` : text}`,
        ),
        h("span", { class: `step-verdict ${kind}`, title: rules.map((name) => `@${name}`).join(" ") }, headlines[kind]),
      ),
    ),
  );
  return leadingSectionView("steps", `${steps.length} steps`, h("ol", { class: "steps" }, ...items));
}
