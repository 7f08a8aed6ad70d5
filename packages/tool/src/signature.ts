import { type Issue, jsonPointer } from "@helve/core";

/**
 * One parameter as a function's own signature has it, where the docstring does not say it all. What is said here goes
 * before the docstring.
 */
export interface SignatureParameter {
  readonly name: string;
  /** As a docstring would write it: `int`, `List[str]`, `string | null`. */
  readonly type?: string;
  readonly description?: string;
  /** True when a call may leave it out. */
  readonly optional?: boolean;
  /** What it is when a call leaves it out; makes it optional. */
  readonly default?: unknown;
}

/**
 * The names that a function's source gives its parameters, in order; `undefined` where it gives none (a pattern), or for
 * all where it can't be read. Only good for a warning: a minified function has other names.
 */
export function sourceNames(fn: (...args: never[]) => unknown): readonly (string | undefined)[] {
  const source = fn.toString().slice(0, longestHead);
  if (source.includes("[native code]")) return [];
  const alone = /^(?:async\s+)?([\p{L}_$][\p{L}\p{N}_$]*)\s*=>/u.exec(source);
  if (alone !== null) return [alone[1]];
  const open = source.indexOf("(");
  return open === -1 ? [] : partsUntilClose(source, open + 1).map(nameOf);
}

/** A function's parameters are among the first characters of it. */
const longestHead = 10_000;

function nameOf(part: string): string | undefined {
  return /^\s*([\p{L}_$][\p{L}\p{N}_$]*)\s*(?:=|$)/u.exec(part)?.[1];
}

/** The texts between commas up to the bracket that closes, brackets and strings in them skipped. */
function partsUntilClose(source: string, start: number): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = start;
  for (let at = start; at < source.length; at++) {
    const character = source[at] ?? "";
    if ("\"'`".includes(character)) at = closingQuote(source, at, character);
    else if ("([{".includes(character)) depth++;
    else if (depth === 0 && (character === "," || character === ")")) {
      parts.push(source.slice(from, at));
      from = at + 1;
      if (character === ")") return parts.length === 1 && parts[0]?.trim() === "" ? [] : parts;
    } else if (")]}".includes(character)) depth--;
  }
  return [];
}

function closingQuote(source: string, open: number, quote: string): number {
  for (let at = open + 1; at < source.length; at++) {
    if (source[at] === "\\") at++;
    else if (source[at] === quote) return at;
  }
  return source.length;
}

/**
 * Where the source calls a parameter otherwise than its description does: arguments go by position, so a swap would go
 * unnoticed. Says nothing when the source looks minified.
 */
export function sourceNameIssues(
  tool: string,
  source: readonly (string | undefined)[],
  described: readonly string[],
): readonly Issue[] {
  const looksMinified = source.every((name) => name === undefined || name.length < 3);
  return described.flatMap((name, index) => {
    const actual = source[index];
    if (actual === undefined || plain(actual) === plain(name)) return [];
    if (looksMinified && name.length > actual.length) return [];
    const message = `the parameter "${name}" of the tool "${tool}" is called "${actual}" in its function; arguments go by position`;
    return [{ code: "name", message, path: jsonPointer(["parameters", name]) }];
  });
}

/** `clear_history`, `clearHistory` and `_clearHistory` are one name. */
function plain(name: string): string {
  return name.replace(/[_$]/g, "").toLowerCase();
}
