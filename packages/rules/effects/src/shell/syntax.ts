/** The syntax tree of a shell script, reduced to what decides its effects. */
import type { Transform } from "./parameter-expansion.ts";

/** A range of the command that was passed to `shell.read`, in UTF-16 units; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A node of the tree: a command, or a construct that contains commands. */
export type ShellNode =
  | SimpleCommand
  /** `a; b`: commands that run one after the other in the same shell. */
  | { readonly kind: "sequence"; readonly nodes: readonly ShellNode[] }
  /** `( … )`: changes of the directory and of variables inside have no effect outside. */
  | { readonly kind: "subshell"; readonly body: ShellNode }
  /** `a &` or `coproc`: the shell does not wait. With `fed`, the shell may write to the body's standard input. */
  | { readonly kind: "background"; readonly body: ShellNode; readonly fed: boolean }
  | Capture
  /** `a | b`. */
  | { readonly kind: "pipeline"; readonly nodes: readonly ShellNode[] }
  /** `a && b || c`: each command with the operator before it; the operator of the first is ignored. */
  | { readonly kind: "chain"; readonly links: readonly { readonly after: "and" | "or"; readonly node: ShellNode }[] }
  /** `if` or `case`: one of the bodies runs, or none if they are not exhaustive. */
  | { readonly kind: "branches"; readonly bodies: readonly ShellNode[]; readonly exhaustive: boolean }
  | Loop
  /** A compound command with redirects: `{ …; } > file`. */
  | { readonly kind: "group"; readonly redirects: readonly Redirect[]; readonly body: ShellNode }
  /** The definition of a function. */
  | { readonly kind: "function"; readonly name: string; readonly body: ShellNode; readonly text: string }
  /** Code with unknown effects. */
  | (Span & { readonly kind: "unknown"; readonly reason: string });

/** A script inside a word: `$(…)`, `<(…)`, `>(…)`. Pieces of the word refer to it for its output. */
export interface Capture {
  readonly kind: "capture";
  readonly body: ShellNode;
  /** Whether a command writes to its standard input: `>(…)`. */
  readonly fed: boolean;
  /** Where it is, if that is arithmetic, a test or a parameter expansion, which may run its output as code. */
  readonly computed: Span | undefined;
}

/** A loop: the body runs once for each of the words, or any number of times if they are `null`. */
export interface Loop {
  readonly kind: "loop";
  readonly variable: string | null;
  readonly words: readonly Word[] | null;
  readonly body: ShellNode;
  readonly loopCount: LoopCount;
}

/** How often a loop runs, as far as its condition shows: `many` means a thousand times or more. */
export type LoopCount = "few" | "many" | "endless";

/** A command with its words, such as `rm x`; without words if it only assigns or redirects (`x=1`, `> file`). */
export interface SimpleCommand {
  readonly kind: "command";
  readonly words: readonly Word[];
  readonly assignments: readonly Assignment[];
  readonly redirects: readonly Redirect[];
}

/** An assignment: `name=value`, `name+=value`, `name=(…)`. */
export interface Assignment {
  readonly name: string;
  /** `null` for an array or an element of an array. */
  readonly value: Word | null;
  /** The elements of the array, or the value of the single element. */
  readonly elements: readonly Word[];
  readonly append: boolean;
  /** Whether it sets a single element: `x[0]=1`. */
  readonly indexed: boolean;
}

/**
 * A redirect of a file descriptor.
 *
 * - `write`: `>`, which empties the file first; `append`: `>>`; `read`: `<`; `both`: `<>`
 * - `text`: a here-document or here-string
 * - `copy`: from another descriptor, whose number is the word (`2>&1`)
 */
export interface Redirect extends Span {
  readonly kind: "write" | "append" | "read" | "both" | "text" | "copy";
  readonly descriptor: number;
  readonly word: Word;
}

/** A word before expansion. */
export interface Word extends Span {
  readonly pieces: readonly Piece[];
}

/** A piece of a word before expansion: `a$x*` has three pieces. */
export type Piece =
  | { readonly kind: "text"; readonly value: string }
  /** Wildcards as written: `*`. */
  | { readonly kind: "glob"; readonly value: string }
  /** Braces as written: `{a,b}`. */
  | { readonly kind: "choice"; readonly text: string }
  /** An unknown part of the text itself. Only its origins are known. */
  | { readonly kind: "hole"; readonly quoted: boolean }
  /** `~` or `~ada` at the start of a word. */
  | { readonly kind: "home"; readonly user: string }
  /** `$x`; `otherwise` is the default of `${x-…}`, also for an empty variable if `ifEmpty`: `${x:-…}`. */
  | {
      readonly kind: "variable";
      readonly name: string;
      readonly quoted: boolean;
      readonly otherwise?: readonly Piece[];
      readonly ifEmpty?: boolean;
    }
  /** A changed variable: `${x%.md}`. `parts` are the pieces from which it is computed, for its origins if the result is unknown. */
  | {
      readonly kind: "transformed";
      readonly name: string;
      readonly quoted: boolean;
      readonly by: Transform;
      readonly parts: readonly Piece[];
    }
  /** All elements of an array, or all arguments (`@`); `joined` as one word: `"$*"`. */
  | { readonly kind: "items"; readonly name: string; readonly quoted: boolean; readonly joined?: boolean }
  /** The output of `$(…)`. */
  | { readonly kind: "output"; readonly of: Capture; readonly quoted: boolean }
  /** The file of a process substitution: `<(…)`, `>(…)`. */
  | { readonly kind: "pipe"; readonly of: Capture }
  /** An unknown number: `$((x + 1))`, `${#x}`. */
  | { readonly kind: "number"; readonly parts: readonly Piece[] }
  /** An unknown text that is computed from these pieces. */
  | { readonly kind: "unknown"; readonly quoted: boolean; readonly parts: readonly Piece[] };
