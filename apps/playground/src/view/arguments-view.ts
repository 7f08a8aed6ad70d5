import type { EvaluatedCall } from "../evaluation.ts";
import { type Child, h } from "./dom.ts";
import { sectionView } from "./section-view.ts";

/** Shows the decoded arguments of a call, with their repairs and issues. */
export function argumentsView({ action, repairs, argumentIssues }: EvaluatedCall, isCode: boolean): readonly Child[] {
  if (isCode) return [];
  const issues = argumentIssues.map(({ message }) => h("li", {}, message));
  return [
    issues.length > 0
      ? sectionView("argument-issues", "What is wrong", h("ul", { class: "issues" }, ...issues))
      : undefined,
    action === undefined
      ? undefined
      : sectionView(
          "arguments",
          `Arguments of ${action.name}`,
          h("pre", { class: "model-text", tabindex: 0 }, JSON.stringify(action.args, null, 2)),
        ),
    repairs.length > 0
      ? sectionView("repairs", repairs.length === 1 ? "1 repair" : `${repairs.length} repairs`, repairList(repairs))
      : undefined,
  ];
}

/** Lists the repairs of a call's arguments, with the text before and after each. */
function repairList(repairs: EvaluatedCall["repairs"]): HTMLElement {
  return h(
    "ul",
    { class: "repairs" },
    ...repairs.map(({ description, path, before, after }) =>
      h(
        "li",
        {},
        h("span", {}, description, path === "" ? undefined : h("code", {}, path)),
        h("span", { class: "change" }, h("del", {}, short(before)), " → ", h("ins", {}, short(after))),
      ),
    ),
  );
}

/** Shortens a value for display. */
function short(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
  if (text === "") return "nothing";
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
