/** Shows one part of a verdict below a heading. */
import { type Child, h } from "./dom.ts";

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

/** The folded parts that are open. */
const open = new Set<string>();

/** A part of the verdict that can be opened. Its content is created while it is open. */
export function foldedView(id: string, title: string, content: () => readonly Child[]): HTMLElement {
  const isOpen = open.has(id);
  return h(
    "details",
    { class: `section section-${id}`, open: isOpen },
    h("summary", { "data-key": `summary ${id}`, "data-fold": id }, h("h3", {}, title)),
    ...(isOpen ? content() : []),
  );
}

/** Opens or closes a folded part of the next view. */
export function toggleFold(id: string): void {
  if (!open.delete(id)) open.add(id);
}
