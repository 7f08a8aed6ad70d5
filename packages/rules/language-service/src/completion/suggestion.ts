/** The suggestions that the files of this folder create, and that `completionsAt` converts to completion items. */

/** The kind of a completion item, named as in LSP's `CompletionItemKind`. */
export type CompletionItemKind =
  | "Keyword"
  | "Snippet"
  | "Event"
  | "Module"
  | "Method"
  | "Function"
  | "Variable"
  | "Property"
  | "Operator"
  | "EnumMember"
  | "Constant";

/** A text that can be written at the offset, before it has a range; `completionsAt` converts it to a `CompletionItem`. */
export interface Suggestion {
  readonly label: string;
  readonly kind: CompletionItemKind;
  /** Sorts suggestions: 0 expected at the place, 2 usual, 4 possible, 6 keywords, 8 unlikely. */
  readonly rank: 0 | 2 | 4 | 6 | 8;
  /** The inserted text; the label by default. */
  readonly text?: string;
  /** Whether the text is a snippet in LSP's syntax. */
  readonly isSnippet?: boolean;
  readonly detail?: string;
  readonly documentation?: string;
}

/** Escapes the characters of a text that have a meaning in LSP snippets: `$`, `}` and `\\`. */
export function escapeSnippet(text: string): string {
  return text.replace(/[\\$}]/g, "\\$&");
}
