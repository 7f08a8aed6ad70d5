/** Saved pages in the styles of real ones, each with facts that a reader must find in its text, and boilerplate that it must not find. */
import { readFileSync } from "node:fs";

/** A saved page with what a reader must find in its text. */
export interface SavedPage {
  readonly name: string;
  readonly html: string;
  /** The kind of the page: `docs`, `tables`. */
  readonly kind: string;
  /** 200 if absent. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Strings, and regular expressions between slashes. */
  readonly kept: readonly string[];
  /** Boilerplate, written as `kept`. */
  readonly gone: readonly string[];
  /** Lists of strings that must follow each other. */
  readonly order?: readonly (readonly string[])[];
}

/** All saved pages, by kind. */
export function savedPages(): readonly SavedPage[] {
  const folder = new URL("../corpus/pages/", import.meta.url);
  const read = (name: string): string => readFileSync(new URL(name, folder), "utf8");
  const facts: Record<string, Omit<SavedPage, "name" | "html">> = JSON.parse(read("facts.json"));
  return Object.entries(facts).map(([name, page]) => ({ name, html: read(`${name}.html`), ...page }));
}

/** Checks a page's text: which facts are missing, and which boilerplate is left. */
export function judgePage(page: SavedPage, text: string): { readonly lost: string[]; readonly left: string[] } {
  const views = viewsOf(text);
  const lost = page.kept.filter((fact) => !isIn(fact, views));
  const mixedUp = (page.order ?? []).filter((order) => !isInOrder(order, views));
  return {
    lost: [...lost, ...mixedUp.map((order) => order.join(" < "))],
    left: page.gone.filter((fact) => isIn(fact, views)),
  };
}

/** A Markdown text as it is, and without escapes and padding: with its lines, on one line, and on one line without marks and addresses of links. */
interface Views {
  readonly raw: string;
  readonly lines: string;
  readonly flat: string;
  readonly plain: string;
}

/** Normalizes a text for searching facts in it. */
function viewsOf(text: string): Views {
  const lines = text
    .replace(/[\u00a0\u2007\u202f]/g, " ")
    .replace(/[\u200b\u2060\ufeff]/g, "")
    .replace(/\\(?=\n)/g, "")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/^ *\|.*$/gm, (row) => row.replace(/ +/g, " "))
    .replace(/ +$/gm, "");
  const flat = lines.replace(/\s+/g, " ");
  const plain = flat.replace(/!?\[([^[\]]*)\]\([^()]*\)/g, "$1").replace(/[*_`]/g, "");
  return { raw: text, lines, flat, plain };
}

/** Whether a fact, a text or a pattern `/…/`, is in one of the forms of a page's text. */
function isIn(fact: string, { raw, lines, flat, plain }: Views): boolean {
  const pattern = /^\/(.+)\/$/s.exec(fact)?.[1];
  if (pattern !== undefined) return [raw, lines, flat].some((view) => new RegExp(pattern, "u").test(view));
  return raw.includes(fact) || flat.includes(fact) || plain.includes(fact) || lines.includes(fact);
}

/** Whether texts follow each other in this order. */
function isInOrder(order: readonly string[], { plain }: Views): boolean {
  let at = 0;
  for (const text of order) {
    const found = plain.indexOf(text, at);
    if (found === -1) return false;
    at = found + text.length;
  }
  return true;
}
