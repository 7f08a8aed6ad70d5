import { clampOffset } from "./at-offset.ts";
import { completionContextAt } from "./completion/completion-context.ts";
import { escapedForString, placeholderContext } from "./completion/placeholder.ts";
import { ruleSuggestions } from "./completion/rule-suggestions.ts";
import { stringSuggestions } from "./completion/string-suggestions.ts";
import type { CompletionItemKind, Suggestion } from "./completion/suggestion.ts";
import { testSuggestions } from "./completion/test-suggestions.ts";
import { topLevelSuggestions } from "./completion/top-level.ts";
import { lexedText, type OpenProgram, type Span } from "./open-program.ts";
import type { TextEdit } from "./text-edit.ts";

/**
 * Completes the text at an offset: keywords, tools, predicates, enforcements, arguments and their members, object keys, enumeration values;
 * between rules a whole rule and the lines of the header. Within a string the items replace the whole string, within `${…}` of a message
 * the reference. The text may be incomplete and have mistakes. Items are not filtered by the word before the offset: they replace it.
 *
 * @param offset - in UTF-16 units; one beyond the text counts as its end
 * @returns the most likely items first; none in comments and numbers
 *
 * @example
 * const text = "rule @a trigger Gmail.";
 * completionsAt(openProgram(text, catalogue), text.length); // SendEmail, any, …
 */
export function completionsAt(program: OpenProgram, offset: number): readonly CompletionItem[] {
  const context = completionContextAt(program, clampOffset(program, offset));
  if (context === undefined) return [];
  if (context.kind === "top-level")
    return completionItems(topLevelSuggestions(program, context), context.replaced, program);
  if (context.kind === "test") return completionItems(testSuggestions(program, context), context.replaced, program);
  if (context.kind === "rule") return completionItems(ruleSuggestions(program, context), context.replaced, program);
  const placeholder = placeholderContext(program, context, clampOffset(program, offset));
  if (placeholder === undefined)
    return completionItems(
      stringSuggestions(program, context.ruleCompletionContext),
      context.ruleCompletionContext.replaced,
      program,
    );
  return completionItems(
    ruleSuggestions(program, placeholder).map(escapedForString(context.string)),
    placeholder.replaced,
    program,
  );
}

/** A completion proposal (LSP `CompletionItem`). */
export interface CompletionItem {
  readonly label: string;
  /** Named as in LSP's `CompletionItemKind`. */
  readonly kind: CompletionItemKind;
  /** The type of an argument, or the signature of a tool or predicate. */
  readonly detail?: string;
  /** A description, in Markdown. */
  readonly documentation?: string;
  /** The sort key; items are returned in this order. */
  readonly sortText: string;
  /** The change that inserts the item. Its range is on one line and contains the offset. */
  readonly textEdit: TextEdit;
  /** `Snippet`: the text is a snippet in LSP's syntax, with tab stops. */
  readonly insertTextFormat: "PlainText" | "Snippet";
}

/**
 * Converts suggestions to completion items that replace a span, sorted by rank and label. Of suggestions with the same label and text, keeps
 * the one with the best rank.
 */
function completionItems(
  suggestions: readonly Suggestion[],
  replaced: Span,
  program: OpenProgram,
): readonly CompletionItem[] {
  const range = lexedText(program).source.range(replaced.start, replaced.end);
  const items = new Map<string, CompletionItem>();
  for (const { label, kind, rank, text = label, isSnippet = false, detail, documentation } of suggestions) {
    const sortText = `${rank} ${label}`;
    // A tool can have the same name as a keyword: both are listed.
    const key = JSON.stringify([label, text]);
    const existing = items.get(key);
    if (existing !== undefined && existing.sortText <= sortText) continue;
    items.set(key, {
      label,
      kind,
      detail,
      documentation: documentation !== undefined && documentation !== "" ? documentation : undefined,
      sortText,
      textEdit: { range, newText: text },
      insertTextFormat: isSnippet ? "Snippet" : "PlainText",
    });
  }
  return [...items.values()].sort((first, second) => (first.sortText < second.sortText ? -1 : 1));
}
