/** A stretch of the command that was asked about, in UTF-16 units; `end` is the first place after it. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What a script does, as far as its effects need it: no quoting, no operators, no parser's own names. */
export type ShellNode =
  | SimpleCommand
  /** One after the other in the same shell. */
  | { readonly kind: "sequence"; readonly nodes: readonly ShellNode[] }
  /** What changes inside (directory, variables) stays inside. */
  | { readonly kind: "subshell"; readonly body: ShellNode }
  | { readonly kind: "pipeline"; readonly nodes: readonly ShellNode[] }
  /** `a && b || c`, each with the operator before it; the first one's does not count. */
  | { readonly kind: "chain"; readonly links: readonly { readonly after: "and" | "or"; readonly node: ShellNode }[] }
  /** One of the bodies runs; none may when they are not exhaustive. */
  | { readonly kind: "branches"; readonly bodies: readonly ShellNode[]; readonly exhaustive: boolean }
  /** The body runs for each of the words, or, when they are `null`, any number of times. */
  | {
      readonly kind: "loop";
      readonly variable: string | null;
      readonly words: readonly Word[] | null;
      readonly body: ShellNode;
    }
  | { readonly kind: "group"; readonly redirects: readonly Redirect[]; readonly body: ShellNode }
  | { readonly kind: "function"; readonly name: string; readonly body: ShellNode };

/** A program or builtin with its words; no words when it only assigns or redirects. */
export interface SimpleCommand {
  readonly kind: "command";
  readonly words: readonly Word[];
  readonly assignments: readonly Assignment[];
  readonly redirects: readonly Redirect[];
}

/** `name=value`; the value is `null` when it is not one plain word (an array, `+=`). */
export interface Assignment {
  readonly name: string;
  readonly value: Word | null;
}

/** `write` empties a file first; `text` is a here-document or here-string. */
export interface Redirect extends Span {
  readonly kind: "write" | "append" | "read" | "text";
  readonly word: Word;
}

/** One word as written, before variables and braces are expanded. */
export interface Word extends Span {
  readonly pieces: readonly Piece[];
}

export type Piece =
  | { readonly kind: "text"; readonly value: string }
  /** Wildcards, as written. */
  | { readonly kind: "glob"; readonly value: string }
  /** `{a,b}`: each of these in turn, as written. */
  | { readonly kind: "choice"; readonly text: string }
  /** `~` at the start of a word. */
  | { readonly kind: "home" }
  | { readonly kind: "variable"; readonly name: string; readonly quoted: boolean }
  | { readonly kind: "unknown"; readonly quoted: boolean };
