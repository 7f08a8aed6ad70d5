// Compares the parameters in a function's source with their description, to find swapped or undescribed parameters.

import type { Issue } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";

/**
 * One parameter of a function's signature, for what the docstring does not contain. It takes precedence over the docstring.
 */
export interface SignatureParameter {
  readonly name: string;
  /** The type, written as in a docstring: `int`, `List[str]`, `string | null`. */
  readonly type?: string;
  readonly description?: string;
  /** Whether a call may omit it. */
  readonly optional?: boolean;
  /** The value if a call omits it; makes it optional. */
  readonly default?: unknown;
}

/**
 * Warnings for differences between a function's source and its description, such as swapped parameter names. Not reliable
 * for errors, because minified functions have other names and native functions have no source.
 *
 * @param described - the names of the parameters in the order of the arguments
 */
export function sourceMismatchIssues(
  tool: string,
  fn: (...args: never[]) => unknown,
  described: readonly string[],
): readonly Issue[] {
  const source = sourceParameters(fn);
  return [...nameMismatchIssues(tool, source, described), ...contextParameterIssues(tool, source[described.length])];
}

/** A parameter in a function's source. */
interface SourceParameter {
  /** Absent for a destructuring pattern. */
  readonly name?: string;
  readonly hasDefault: boolean;
}

/** The parameters in a function's source; none for a native function. */
function sourceParameters(fn: (...args: never[]) => unknown): readonly SourceParameter[] {
  const source = fn.toString().slice(0, maxSourceLength);
  if (source.includes("[native code]")) return [];
  const alone = /^(?:async\s+)?([\p{L}_$][\p{L}\p{N}_$]*)\s*=>/u.exec(source);
  if (alone?.[1] !== undefined) return [{ name: alone[1], hasDefault: false }];
  const open = source.indexOf("(");
  return open === -1 ? [] : splitParameters(source, open + 1).map(sourceParameter);
}

/** How much of the source is searched for the parameters, in UTF-16 units. */
const maxSourceLength = 10_000;

const comments = /\/\*[\s\S]*?\*\/|\/\/.*/g;

/** Reads one parameter's name and whether it has a default; a pattern such as `{ a }` has no name. */
function sourceParameter(part: string): SourceParameter {
  const [, name, equals] = /^\s*([\p{L}_$][\p{L}\p{N}_$]*)\s*(=|$)/u.exec(part.replace(comments, "")) ?? [];
  return { ...(name !== undefined && { name }), hasDefault: equals === "=" };
}

/** Splits a parameter list at its commas, up to the closing parenthesis; skips nested brackets, strings and comments. */
function splitParameters(source: string, start: number): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = start;
  for (let at = start; at < source.length; at++) {
    const character = source[at] ?? "";
    if ("\"'`".includes(character)) at = closingQuote(source, at, character);
    else if (source.startsWith("/*", at)) at = endOfMark("*/", source, at + 2);
    else if (source.startsWith("//", at)) at = endOfMark("\n", source, at + 2);
    else if ("([{".includes(character)) depth++;
    else if (depth === 0 && (character === "," || character === ")")) {
      parts.push(source.slice(from, at));
      from = at + 1;
      if (character === ")") return parts.length === 1 && parts[0]?.trim() === "" ? [] : parts;
    } else if (")]}".includes(character)) depth--;
  }
  return [];
}

/** The index of the quote that closes a string, or the end of the source. */
function closingQuote(source: string, open: number, quote: string): number {
  for (let at = open + 1; at < source.length; at++) {
    if (source[at] === "\\") at++;
    else if (source[at] === quote) return at;
  }
  return source.length;
}

/**
 * Warnings for parameters that have other names in the source than in the description, since arguments are passed by
 * position and a swap would go unnoticed. None if the source looks minified.
 */
function nameMismatchIssues(
  tool: string,
  source: readonly SourceParameter[],
  described: readonly string[],
): readonly Issue[] {
  const looksMinified = source.every(({ name = "" }) => name.length < 3);
  return described.flatMap((name, index) => {
    const actual = source[index]?.name;
    if (actual === undefined || normalizedName(actual) === normalizedName(name)) return [];
    if (looksMinified && name.length > actual.length) return [];
    const message = `the parameter "${name}" of the tool "${tool}" is named "${actual}" in its function; arguments are passed by position`;
    return [{ code: "name", message, path: jsonPointer(["parameters", name]) }];
  });
}

/** The index of the last character of the next `mark`, or the end of the source. */
function endOfMark(mark: string, source: string, from: number): number {
  const start = source.indexOf(mark, from);
  return start === -1 ? source.length : start + mark.length - 1;
}

/** A warning if the parameter that receives the context has a default: it is probably an undescribed parameter. */
function contextParameterIssues(tool: string, parameter: SourceParameter | undefined): readonly Issue[] {
  if (parameter?.name === undefined || !parameter.hasDefault) return [];
  const message = `the parameter "${parameter.name}" in the function of the tool "${tool}" is not described: it receives the context, never its default`;
  return [{ code: "context", message, path: "/parameters" }];
}

/** A name in a form that is equal for `clear_history`, `clearHistory` and `_clearHistory`. */
function normalizedName(name: string): string {
  return name.replace(/[_$]/g, "").toLowerCase();
}
