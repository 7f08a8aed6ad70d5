import type { DescribedEffect } from "@helve/predicates";
import type { EvaluatedCall } from "../evaluation.ts";
import { h } from "./dom.ts";
import { effectKind } from "./effect-kinds.ts";
import { sectionView } from "./section-view.ts";

/** Shows the effects of the call, one a line. A pointer or the focus on a line marks its characters in the input. */
export function effectsView({ effects }: EvaluatedCall, isCode: boolean): HTMLElement {
  const lines = merged(effects);
  if (lines.length === 0)
    return sectionView("effects", "What it does", h("p", { class: "muted" }, "No effect is known."));
  const items = lines.slice(0, mostEffects).map((effect) => {
    const { kind, sentence, certainty, text, start, end } = effect;
    const { label, tone } = effectKind(kind);
    const isMarkable = isCode && end > start;
    const content = [
      h("span", { class: `chip tone-${tone}` }, label),
      h("span", { class: "effect-sentence" }, sentence),
      certainty === "certain" ? undefined : h("span", { class: "badge" }, certainty),
    ];
    if (!isMarkable) return h("li", {}, h("span", { class: "effect" }, ...content));
    return h(
      "li",
      {},
      h(
        "button",
        {
          type: "button",
          class: "effect",
          "data-key": `effect ${kind} ${sentence}`,
          title: text.length > 200 ? `${text.slice(0, 200)}…` : text,
          "data-start": start,
          "data-end": end,
        },
        ...content,
      ),
    );
  });
  const more = lines.length - items.length;
  return sectionView(
    "effects",
    "What it does",
    h("ul", { class: "effects" }, ...items),
    more > 0 ? h("p", { class: "muted" }, `and ${more} more`) : undefined,
  );
}

/** The most effects in the list. */
const mostEffects = 60;

/** Removes effects with the same text. */
function merged(effects: readonly DescribedEffect[]): readonly DescribedEffect[] {
  const seen = new Map<string, DescribedEffect>();
  for (const effect of effects) {
    const key = `${effect.sentence} ${effect.certainty}`;
    if (!seen.has(key)) seen.set(key, effect);
  }
  return [...seen.values()];
}
