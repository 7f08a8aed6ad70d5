import { within } from "./at-offset.ts";
import { caretAt } from "./caret.ts";
import { lexedOf, type OpenProgram, type Stretch } from "./open-program.ts";
import { suggestionsBetweenRules } from "./suggestions/between-rules.ts";
import { holeAt, inString } from "./suggestions/hole.ts";
import { suggestionsInRule } from "./suggestions/in-rule.ts";
import { suggestionsInString } from "./suggestions/in-string.ts";
import type { CompletionItemKind, Suggestion } from "./suggestions/suggestion.ts";
import type { TextEdit } from "./text-edit.ts";

/** Something that may be written at a place (LSP `CompletionItem`). */
export interface CompletionItem {
  readonly label: string;
  /** Named as in LSP's `CompletionItemKind`. */
  readonly kind: CompletionItemKind;
  /** A type, a signature: a few words. */
  readonly detail?: string;
  /** In Markdown. */
  readonly documentation?: string;
  /** Items are in this order. */
  readonly sortText: string;
  /** On one line, around the caret. */
  readonly textEdit: TextEdit;
  /** Whether the text is a snippet in LSP's syntax, with places to fill in. */
  readonly insertTextFormat: "PlainText" | "Snippet";
}

/**
 * What may be written at an offset: keywords, tools, predicates, enforcements, arguments and their parts, keys, the words of
 * an enumeration; between rules a whole rule and the lines of the header. In a string it is the string as a whole, or in a
 * message the parts of `${…}`. The text may be half written and wrong. What was typed already does not narrow the answer: it
 * is what the items replace.
 *
 * @param offset - in UTF-16 units; one beyond the text counts as its end
 * @returns the likely ones first; nothing in comments and numbers
 *
 * @example
 * const text = "rule @a trigger Gmail.";
 * completionsAt(openProgram(text, catalogue), text.length); // SendEmail, any, …
 */
export function completionsAt(program: OpenProgram, offset: number): readonly CompletionItem[] {
  const caret = caretAt(program, within(program, offset));
  if (caret === undefined) return [];
  if (caret.kind === "between") return itemsOf(suggestionsBetweenRules(caret), caret.word, program);
  if (caret.kind === "rule") return itemsOf(suggestionsInRule(program, caret), caret.word, program);
  const hole = holeAt(program, caret, within(program, offset));
  if (hole === undefined) return itemsOf(suggestionsInString(program, caret.place), caret.place.word, program);
  return itemsOf(suggestionsInRule(program, hole).map(inString(caret.string)), hole.word, program);
}

function itemsOf(suggestions: readonly Suggestion[], word: Stretch, program: OpenProgram): readonly CompletionItem[] {
  const range = lexedOf(program).source.range(word.start, word.end);
  const items = new Map<string, CompletionItem>();
  for (const { label, kind, rank, text = label, isSnippet = false, detail, documentation } of suggestions) {
    const sortText = `${rank} ${label}`;
    // Things of one name are several: a tool that is called as a keyword is, and the keyword.
    const key = JSON.stringify([label, text]);
    const known = items.get(key);
    if (known !== undefined && known.sortText <= sortText) continue;
    items.set(key, {
      label,
      kind,
      ...(detail !== undefined && { detail }),
      ...(documentation !== undefined && documentation !== "" && { documentation }),
      sortText,
      textEdit: { range, text },
      insertTextFormat: isSnippet ? "Snippet" : "PlainText",
    });
  }
  return [...items.values()].sort((one, other) => (one.sortText < other.sortText ? -1 : 1));
}
