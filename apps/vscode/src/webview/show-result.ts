/** Shows the verdict on a typed command in the panel "Try a command". */
import type { TriedEffect, TryCallResult } from "@helve/language-server";

const headlines = {
  allow: "Allowed",
  stop: "Stopped",
  pending: "A person is asked",
  end: "Stopped, and the agent ends",
  problem: "Not judged",
} as const;

/** The elements of the panel that show a verdict. */
export interface ResultPlaces {
  /** A live region: a screen reader says what changes in it. */
  readonly headline: HTMLElement;
  readonly details: HTMLElement;
}

/** Shows nothing. */
export function clearResult({ headline, details }: ResultPlaces): void {
  headline.replaceChildren();
  details.replaceChildren();
}

/**
 * Shows a verdict in place of the last one. What is unfolded stays unfolded, and the focus stays on the same rule.
 *
 * @param reveal - shows the line of a rule in an editor
 */
export function showResult(
  { headline, details }: ResultPlaces,
  result: TryCallResult,
  reveal: (line: number) => void,
): void {
  // The same words are said once.
  if (headline.textContent !== headlines[result.kind]) {
    const heading = create("h2", headlines[result.kind]);
    heading.className = result.kind;
    headline.replaceChildren(heading);
  }
  const isUnfolded = details.querySelector("details")?.open === true;
  const focused = document.activeElement;
  const focusedText = focused !== null && details.contains(focused) ? focused.textContent : undefined;
  details.replaceChildren(...detailsOf(result, isUnfolded, reveal));
  if (focusedText === undefined) return;
  const same = [...details.querySelectorAll<HTMLElement>("button, summary")].find(
    ({ textContent }) => textContent === focusedText,
  );
  same?.focus();
}

/** Shows the result of a tried call as elements: its rules, reasons, effects and model reads, or its problem. */
function detailsOf(result: TryCallResult, isUnfolded: boolean, reveal: (line: number) => void): readonly HTMLElement[] {
  if (result.kind === "problem") return [create("p", result.message)];
  const button = ({ name, range }: NamedRule): HTMLElement => ruleButton(name, range?.start.line, reveal);
  const { rules, others, reasons, questions = [], modelReads, effects, workingDirectory } = result;
  return [
    ...section(
      "Rules",
      rules.map((rule) => item(button(rule))),
    ),
    ...section(
      "Reasons",
      reasons.map((reason) => item(reason)),
    ),
    ...section(
      "Questions",
      questions.map((question) => item(question)),
    ),
    ...(modelReads === undefined ? [] : [create("h3", "What the model reads"), create("pre", modelReads)]),
    ...section("Effects", effects.map(effectItem)),
    ...(effects.length === 0 ? [create("h3", "Effects"), create("p", "None.")] : []),
    ...(workingDirectory === undefined ? [] : [startPlace(workingDirectory)]),
    ...folded(
      others.length === 1 ? "1 rule does not object" : `${others.length} rules do not object`,
      others.map((rule) => item(button(rule), " ", withClass("reason", create("span", rule.reason)))),
      isUnfolded,
    ),
  ];
}

type NamedRule = Exclude<TryCallResult, { kind: "problem" }>["rules"][number];

function ruleButton(name: string, line: number | undefined, reveal: (line: number) => void): HTMLElement {
  const button = create("button", `@${name}`);
  button.type = "button";
  button.title = "Show the rule";
  button.disabled = line === undefined;
  button.addEventListener("click", () => line !== undefined && reveal(line));
  return button;
}

/** Returns a title and a list under it; nothing if there are no items. */
function section(title: string, items: readonly HTMLElement[]): readonly HTMLElement[] {
  if (items.length === 0) return [];
  return [create("h3", title), listOf(items)];
}

/** Returns a list that a click on its title opens and closes; nothing if there are no items. */
function folded(title: string, items: readonly HTMLElement[], isUnfolded: boolean): readonly HTMLElement[] {
  if (items.length === 0) return [];
  const element = create("details", "");
  element.open = isUnfolded;
  element.append(create("summary", title), listOf(items));
  return [element];
}

function listOf(items: readonly HTMLElement[]): HTMLElement {
  const list = create("ul", "");
  list.append(...items);
  return list;
}

/** Shows one effect of a tried call, and how certain it is. */
function effectItem({ sentence, certainty, text }: TriedEffect): HTMLElement {
  const element = item(certainty === "certain" ? sentence : `${sentence} (${certainty})`);
  if (text !== "") element.append(" ", create("code", text));
  return element;
}

/** Says in which folder the tried call starts. */
function startPlace(workingDirectory: string): HTMLElement {
  return withClass("place", create("p", `The call starts in ${workingDirectory}.`));
}

/** Creates a list item. */
function item(...content: readonly (string | HTMLElement)[]): HTMLElement {
  const element = document.createElement("li");
  element.append(...content);
  return element;
}

/** Sets the class of an element and returns it. */
function withClass(name: string, element: HTMLElement): HTMLElement {
  element.className = name;
  return element;
}

function create<Name extends keyof HTMLElementTagNameMap>(name: Name, text: string): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}
