/** What an item stands for, named as in LSP's `CompletionItemKind`. */
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

/** Something that may be written where the caret is. */
export interface Suggestion {
  readonly label: string;
  readonly kind: CompletionItemKind;
  /** Lower ones come first: 0 what is expected there, 2 what is usual, 4 what fits, 6 keywords, 8 what seldom fits. */
  readonly rank: 0 | 2 | 4 | 6 | 8;
  /** What is written; the label by default. */
  readonly text?: string;
  /** Whether the text is a snippet in LSP's syntax. */
  readonly isSnippet?: boolean;
  readonly detail?: string;
  readonly documentation?: string;
}

/** A text that stands for itself within a snippet. */
export function plainInSnippet(text: string): string {
  return text.replace(/[\\$}]/g, "\\$&");
}
