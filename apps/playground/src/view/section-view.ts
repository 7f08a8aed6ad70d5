import { type Child, h } from "./dom.ts";

/** The sections that a person has opened or closed, so that they stay so when the view is replaced. */
const toggled = new Map<string, boolean>();

/** A part of the verdict with a heading. */
export function sectionView(id: string, title: string, ...content: readonly Child[]): HTMLElement {
  return headedSection("h3", id, title, content);
}

/** A part of the verdict before its headline. */
export function leadingSectionView(id: string, title: string, ...content: readonly Child[]): HTMLElement {
  return headedSection("h2", id, title, content);
}

function headedSection(tag: "h2" | "h3", id: string, title: string, content: readonly Child[]): HTMLElement {
  const heading = `heading-${id}`;
  const attributes = { class: `section section-${id}`, "aria-labelledby": heading };
  return h("section", attributes, h(tag, { id: heading }, title), ...content);
}

/** A part of the verdict that can be opened. */
export function foldedView(id: string, title: string, ...content: readonly Child[]): HTMLElement {
  const details: HTMLDetailsElement = h(
    "details",
    {
      class: `section section-${id}`,
      open: toggled.get(id) ?? false,
      ontoggle: () => {
        if (details.isConnected) toggled.set(id, details.open);
      },
    },
    h("summary", { "data-key": `summary ${id}` }, h("h3", {}, title)),
    ...content,
  );
  return details;
}
