/** Shows the verdict on the call, with the rules, reasons and effects that explain it. */
import type { Issue, Verdict } from "@helve/core";
import type { EvaluatedCall, Evaluation, FiredRule, RuleReason } from "../evaluation.ts";
import { argumentsView } from "./arguments-view.ts";
import { type Child, h, icon, withCode } from "./dom.ts";
import { effectsView } from "./effects-view.ts";
import { headlines } from "./headlines.ts";
import { sectionView } from "./section-view.ts";
import { stepsView } from "./steps-view.ts";
import { treeView } from "./tree-view.ts";

const icons: Readonly<Record<Verdict["kind"] | "problem", string>> = {
  allow: "M4 10.5l4 4 8-9",
  stop: "M5 5l10 10M15 5L5 15",
  pending: "M7 7.5a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M10 15.8v.1",
  end: "M6 6h8v8H6z",
  problem: "M10 4v7M10 15v.1",
};

/** Returns the elements of an evaluation, in reading order. */
export function verdictView(evaluation: Evaluation, isCode: boolean): readonly Child[] {
  const { call, steps, ruleIssues, problems } = evaluation;
  const errors = errorsIn(ruleIssues);
  if (errors.length > 0) {
    const items = errors.slice(0, 5).map(({ message, range }) => {
      const line = range?.start.line ?? 1;
      return h("li", {}, lineButton(line), ` ${message}`);
    });
    return [hero("problem", "The rules have a mistake", "Fix it to get a verdict."), list("issues", items)];
  }
  if (problems.length > 0) {
    const items = problems
      .slice(0, 5)
      .map(({ in: place, message }) => h("li", {}, h("strong", {}, `${names[place]}: `), message));
    return [hero("problem", "Nothing can be decided", "One of the texts can't be read."), list("issues", items)];
  }
  if (call === undefined) return [];
  return [
    steps.length > 1 ? stepsView(steps, call.index) : undefined,
    callHero(call),
    call.rules.length > 0
      ? sectionView(
          "rules",
          call.rules.length === 1 ? "The rule that fired" : `${call.rules.length} rules fired`,
          ruleList(call.rules),
          ...saferView(call),
        )
      : undefined,
    ...argumentsView(call, isCode),
    call.action === undefined ? undefined : effectsView(call, isCode),
    modelView(call),
    call.tree === undefined ? undefined : treeView(call.tree),
  ];
}

/** The issues that prevent the evaluation of the rules. */
function errorsIn(issues: readonly Issue[]): readonly Issue[] {
  return issues.filter(({ severity = "error" }) => severity === "error");
}

const names = { context: "Context", tests: "Tests", input: "Input", rules: "Rules" } as const;

/** The text for screen readers: the verdict and the rules in one sentence. */
export function announcement({ call, ruleIssues, problems }: Evaluation): string {
  if (errorsIn(ruleIssues).length > 0) return "The rules have a mistake.";
  if (problems.length > 0) return `Nothing can be decided. ${problems[0]?.message ?? ""}`;
  if (call === undefined) return "";
  if (call.action === undefined) return "The arguments are invalid.";
  const rules = call.rules.map(({ name }) => name).join(", ");
  return `${headlines[call.verdict?.kind ?? "allow"]}${rules === "" ? "" : ` by ${rules}`}.`;
}

/** The verdict in one or two words, for the tab of a small screen. */
export function statusOf({ call, ruleIssues, problems }: Evaluation): {
  readonly status: string;
  readonly label: string;
} {
  const hasError = errorsIn(ruleIssues).length > 0 || problems.length > 0;
  if (hasError || call === undefined || call.action === undefined) return { status: "problem", label: "Problem" };
  const kind = call.verdict?.kind ?? "allow";
  return { status: kind, label: { allow: "Allowed", stop: "Stopped", pending: "Asks", end: "Ends" }[kind] };
}

/** Shows the headline of a call: its verdict, or that its arguments are invalid. */
function callHero(call: EvaluatedCall): HTMLElement {
  if (call.action === undefined) {
    return hero(
      "problem",
      "Invalid arguments",
      "The rules are not evaluated: the model reads what is wrong, and tries again.",
    );
  }
  const { verdict } = call;
  if (verdict === undefined) return hero("allow", "Allowed", "There are no rules yet.");
  return hero(verdict.kind, headlines[verdict.kind], sublineOf(verdict, call.rules));
}

/** Writes the line below the headline, which names the rules. */
function sublineOf({ kind }: Verdict, rules: readonly FiredRule[]): string {
  const [first, ...others] = rules.map(({ name }) => `@${name}`);
  if (first === undefined) return kind === "allow" ? "No rule objects." : "No rule allows it.";
  const by = others.length === 0 ? first : `${first} and ${others.length} more`;
  if (kind === "allow") return `${by} fired, and the call may run.`;
  const s = others.length === 0 ? "s" : "";
  return kind === "pending" ? `${by} ask${s} before the call runs.` : `${by} stop${s} the call before it runs.`;
}

/** Creates a large headline with an icon. */
function hero(kind: Verdict["kind"] | "problem", headline: string, subline: string): HTMLElement {
  return h(
    "div",
    { class: `hero ${kind}` },
    h("span", { class: "hero-icon" }, icon(icons[kind], 28)),
    h("div", {}, h("h2", {}, headline), h("p", {}, subline)),
  );
}

/** Shows safer alternatives, by which less is lost. */
function saferView({ safer = [] }: EvaluatedCall): readonly HTMLElement[] {
  return safer.map((way) => h("p", { class: "safer" }, h("strong", {}, "Safer: "), ...withCode(way)));
}

function ruleList(rules: readonly FiredRule[]): HTMLElement {
  return list(
    "rules",
    rules.map(({ name, line, sentence, isUnknown, reasons }) =>
      h(
        "li",
        { class: "rule" },
        h(
          "div",
          { class: "rule-head" },
          h("span", { class: "rule-name" }, `@${name}`),
          isUnknown ? h("span", { class: "badge" }, "unknown counts as violated") : undefined,
          lineButton(line),
        ),
        h("p", { class: "sentence" }, ...withCode(sentence)),
        list("reasons", reasons.map(reasonView)),
      ),
    ),
  );
}

function reasonView({ condition, value, reason, evidence }: RuleReason): HTMLElement {
  return h(
    "li",
    {},
    h("span", {}, h("code", {}, condition), h("span", { class: `truth truth-${value}` }, String(value)), ` ${reason}`),
    evidence.length === 0 ? undefined : h("div", { class: "excerpt" }, ...evidence.map(excerptLine)),
  );
}

function excerptLine({ before, marked, after }: RuleReason["evidence"][number]): HTMLElement {
  return h("div", {}, before, h("mark", {}, marked), after);
}

function modelView({ model, verdict }: EvaluatedCall): HTMLElement {
  const { text, notes } = model;
  const isWaiting = verdict?.kind === "pending";
  const content = [
    ...(notes.length > 0 ? [h("pre", { class: "model-text", tabindex: 0 }, notes.join("\n"))] : []),
    text === undefined
      ? h("p", { class: "muted" }, notes.length > 0 ? "… and then the result of the tool." : "The result of the tool.")
      : h("pre", { class: "model-text", tabindex: 0 }, text),
    isWaiting
      ? h("p", { class: "muted" }, "While the person has not answered. After a rejection it reads the reason.")
      : undefined,
  ];
  return sectionView("model", "What the model reads", ...content);
}

function lineButton(line: number): HTMLElement {
  return h("button", { type: "button", class: "link", "data-key": `line ${line}`, "data-line": line }, `line ${line}`);
}

function list(className: string, items: readonly HTMLElement[]): HTMLElement {
  return h("ul", { class: className }, ...items);
}
