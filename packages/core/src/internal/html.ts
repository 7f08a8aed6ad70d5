/** Markup that is safe to put into a page. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

/** A value in a template. Texts and numbers are escaped, markup is not, lists are joined, and absent values print nothing. */
export type HtmlValue = string | number | Html | readonly HtmlValue[] | undefined | false;

/**
 * Builds markup from a template. Every value in it is escaped, for elements and for attributes in quotes.
 *
 * @example
 * html`<p title="${title}">${text}</p>`
 */
export function html(template: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return new Html(template.reduce((markup, part, index) => `${markup}${markupOf(values[index - 1])}${part}`));
}

/** Converts a value in an HTML template to markup. */
function markupOf(value: HtmlValue): string {
  if (value === undefined || value === false) return "";
  if (value instanceof Html) return value.markup;
  if (Array.isArray(value)) return value.map(markupOf).join("");
  // A member of a log that should be a text may be another value.
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.replaceAll(/[&<>"'`\0]/g, (character) => escapes.get(character) ?? character);
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
  ["`", "&#96;"],
  ["\0", "\uFFFD"],
]);
