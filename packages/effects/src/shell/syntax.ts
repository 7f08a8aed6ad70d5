import type { Transform } from "./parameter-expansion.ts";

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
  /** The shell goes on meanwhile; when `fed`, it may write to what the body reads. */
  | { readonly kind: "background"; readonly body: ShellNode; readonly fed: boolean }
  /** `$( )`, `<( )`, `>( )`: what it gives is kept for the pieces that refer to it. */
  | Capture
  | { readonly kind: "pipeline"; readonly nodes: readonly ShellNode[] }
  /** `a && b || c`, each with the operator before it; the first one's does not count. */
  | { readonly kind: "chain"; readonly links: readonly { readonly after: "and" | "or"; readonly node: ShellNode }[] }
  /** One of the bodies runs; none may when they are not exhaustive. */
  | { readonly kind: "branches"; readonly bodies: readonly ShellNode[]; readonly exhaustive: boolean }
  | Loop
  | { readonly kind: "group"; readonly redirects: readonly Redirect[]; readonly body: ShellNode }
  | { readonly kind: "function"; readonly name: string; readonly body: ShellNode }
  /** Something that can't be told stands here. */
  | (Span & { readonly kind: "unknown"; readonly reason: string });

/** A script inside a word. */
export interface Capture {
  readonly kind: "capture";
  readonly body: ShellNode;
  /** It reads what a command writes: `>( )`. */
  readonly fed: boolean;
}

/** The body runs for each of the words, or, when they are `null`, any number of times. */
export interface Loop {
  readonly kind: "loop";
  readonly variable: string | null;
  readonly words: readonly Word[] | null;
  readonly body: ShellNode;
  readonly loopCount: LoopCount;
}

/** How often a loop turns, as far as its condition says: `many` is a thousand times or more. */
export type LoopCount = "few" | "many" | "endless";

/** A program or builtin with its words; no words when it only assigns or redirects. */
export interface SimpleCommand {
  readonly kind: "command";
  readonly words: readonly Word[];
  readonly assignments: readonly Assignment[];
  readonly redirects: readonly Redirect[];
}

/** `name=value`, `name+=value`, `name=(…)`. */
export interface Assignment {
  readonly name: string;
  /** `null` when it is not one plain word: an array, an element of one. */
  readonly value: Word | null;
  /** The elements of an array, or what goes into a single element. */
  readonly elements: readonly Word[];
  readonly append: boolean;
  /** Whether a single element is set. */
  readonly indexed: boolean;
}

/**
 * What a file descriptor is connected with.
 *
 * - `write` empties a file first, `append` does not; `both` reads and writes
 * - `text`: a here-document or here-string
 * - `copy`: another descriptor, whose number is the word
 */
export interface Redirect extends Span {
  readonly kind: "write" | "append" | "read" | "both" | "text" | "copy";
  readonly descriptor: number;
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
  /** `~` at the start of a word, or `~name`. */
  | { readonly kind: "home"; readonly user: string }
  /** `otherwise`: what stands for a variable that has no value. */
  | {
      readonly kind: "variable";
      readonly name: string;
      readonly quoted: boolean;
      readonly otherwise?: readonly Piece[];
    }
  /** What a variable holds after a change: `${x%.md}`; made of these pieces, when it can't be worked out. */
  | {
      readonly kind: "transformed";
      readonly name: string;
      readonly quoted: boolean;
      readonly by: Transform;
      readonly parts: readonly Piece[];
    }
  /** All elements of an array, or all arguments (`@`); `joined` as one word: `"$*"`. */
  | { readonly kind: "items"; readonly name: string; readonly quoted: boolean; readonly joined?: boolean }
  /** What a script gives. */
  | { readonly kind: "output"; readonly of: Capture; readonly quoted: boolean }
  /** A file through which a script is read or written: `<( )`. */
  | { readonly kind: "pipe"; readonly of: Capture }
  /** A number that is not worked out. */
  | { readonly kind: "number"; readonly parts: readonly Piece[] }
  /** Made of these pieces in a way that is not worked out. */
  | { readonly kind: "unknown"; readonly quoted: boolean; readonly parts: readonly Piece[] };
