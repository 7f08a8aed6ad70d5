/** The description of a script language, such as Perl: its tokens, and what its functions do. */
import type { TokenSyntax } from "./token.ts";

/** A language for the reader of script code. Names are joined with dots: `FileUtils.rm_rf`, `IO.Socket.INET.new`. */
export interface ScriptLanguage {
  readonly syntax: TokenSyntax;
  /** The meaning of calls with effects, by their names; the name of a method begins with a dot. */
  readonly calls: ReadonlyMap<string, CallMeaning>;
  /** Keywords, functions, constants and modules that only compute, branch and print. */
  readonly pure: ReadonlySet<string>;
  /** Methods that only compute and print, for a value of any type. Absent: those in `pure`. */
  readonly methods?: ReadonlySet<string>;
  /** Functions that work on the default variable, whose value is not known, when they get no arguments: `eval`, `unlink`. */
  readonly implicit?: ReadonlySet<string>;
  /** Words after which a name is defined. */
  readonly defines: ReadonlySet<string>;
  /** The operators that join texts. */
  readonly joins: ReadonlySet<string>;
  /** Whether variables have no sigil: a word that is assigned is a variable. */
  readonly plainVariables: boolean;
  /** Matches words that are file handles or constants. */
  readonly handles?: RegExp;
  /** Whether a member that is not called is data: `point.x`. */
  readonly members?: true;
  /** Whether a word followed by a colon, or after one, is a name and not a call: `mode: :read`. */
  readonly symbols?: true;
}

/**
 * The use that a call makes of its arguments.
 *
 * - `run`: runs a command, or a program with arguments
 * - `code`: runs code of the same language
 * - `open`: opens a file as its mode says; in Perl and Ruby, also a command
 * - `module`: loads a module by its name
 * - `send`, `connect`: sends data to its first argument, a URL; opens a connection
 * - `first`, `join`, `glob`, `home`: no effect; its value is its first argument, a path, the files that match, or the home directory
 * - `print`: prints its arguments
 * - a text such as `rm -rf`: does the same as this shell command with its arguments; one that ends with `|` only with the first,
 *   and one that ends with `>` writes to the first
 */
export type CallMeaning = string;

/** Creates the map of calls from rows: a meaning, and names separated by spaces. */
export function callTable(rows: Readonly<Record<string, string>>): ReadonlyMap<string, CallMeaning> {
  return new Map(
    Object.entries(rows).flatMap(([meaning, names]) => names.split(" ").map((name) => [name, meaning] as const)),
  );
}

/** A set of the words of a text. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
