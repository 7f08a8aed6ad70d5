import type { TriedEffect, TryCallResult } from "@helve/language-server";

const headlines = {
  allow: "Allowed",
  stop: "Stopped",
  pending: "A person is asked",
  end: "Stopped, and the agent ends",
  problem: "Not judged",
} as const;

/**
 * Shows a verdict in place of the last one.
 *
 * @param reveal - shows the line of a rule in an editor
 */
export function showResult(place: HTMLElement, result: TryCallResult, reveal: (line: number) => void): void {
  const headline = create("h2", headlines[result.kind]);
  headline.className = result.kind;
  if (result.kind === "problem") {
    place.replaceChildren(headline, create("p", result.message));
    return;
  }
  const rules = result.rules.map(({ name, range }) => {
    const button = create("button", `@${name}`);
    button.type = "button";
    button.title = "Show the rule";
    button.disabled = range === undefined;
    button.addEventListener("click", () => range !== undefined && reveal(range.start.line));
    return item(button);
  });
  place.replaceChildren(
    headline,
    ...section("Rules", rules),
    ...section(
      "Reasons",
      result.reasons.map((reason) => item(reason)),
    ),
    ...section(
      "Questions",
      (result.questions ?? []).map((question) => item(question)),
    ),
    ...(result.modelReads === undefined
      ? []
      : [create("h3", "What the model reads"), create("pre", result.modelReads)]),
    ...section("Effects", result.effects.map(effectItem)),
    ...(result.effects.length === 0 ? [create("h3", "Effects"), create("p", "None.")] : []),
    ...(result.workingDirectory === undefined ? [] : [startPlace(result.workingDirectory)]),
  );
}

function section(title: string, items: readonly HTMLElement[]): readonly HTMLElement[] {
  if (items.length === 0) return [];
  const list = create("ul", "");
  list.append(...items);
  return [create("h3", title), list];
}

function effectItem({ sentence, certainty, text }: TriedEffect): HTMLElement {
  const element = item(certainty === "certain" ? sentence : `${sentence} (${certainty})`);
  if (text !== "") element.append(" ", create("code", text));
  return element;
}

function startPlace(workingDirectory: string): HTMLElement {
  const element = create("p", `The call starts in ${workingDirectory}.`);
  element.className = "place";
  return element;
}

function item(content: string | HTMLElement): HTMLElement {
  const element = document.createElement("li");
  element.append(content);
  return element;
}

function create<Name extends keyof HTMLElementTagNameMap>(name: Name, text: string): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.textContent = text;
  return element;
}
