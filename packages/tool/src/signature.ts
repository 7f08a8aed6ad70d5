import type { Issue } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";

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
 * What a function's source says otherwise than its description. Only good for a warning: a minified function has other
 * names, and one without a source none.
 *
 * @param described - the names of the parameters in the order of the arguments
 */
export function sourceIssues(
  tool: string,
  fn: (...args: never[]) => unknown,
  described: readonly string[],
): readonly Issue[] {
  const source = sourceParameters(fn);
  return [...nameIssues(tool, source, described), ...contextIssues(tool, source[described.length])];
}

/** A parameter in a function's source. */
interface SourceParameter {
  /** Absent when it is a pattern. */
  readonly name?: string;
  readonly hasDefault: boolean;
}

function sourceParameters(fn: (...args: never[]) => unknown): readonly SourceParameter[] {
  const source = fn.toString().slice(0, longestHead);
  if (source.includes("[native code]")) return [];
  const alone = /^(?:async\s+)?([\p{L}_$][\p{L}\p{N}_$]*)\s*=>/u.exec(source);
  if (alone?.[1] !== undefined) return [{ name: alone[1], hasDefault: false }];
  const open = source.indexOf("(");
  return open === -1 ? [] : partsUntilClose(source, open + 1).map(sourceParameter);
}

/** A function's parameters are among the first characters of it. */
const longestHead = 10_000;

const comments = /\/\*[\s\S]*?\*\/|\/\/.*/g;

function sourceParameter(part: string): SourceParameter {
  const [, name, equals] = /^\s*([\p{L}_$][\p{L}\p{N}_$]*)\s*(=|$)/u.exec(part.replace(comments, "")) ?? [];
  return { ...(name !== undefined && { name }), hasDefault: equals === "=" };
}

/** The texts between commas up to the bracket that closes, brackets, strings and comments in them skipped. */
function partsUntilClose(source: string, start: number): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = start;
  for (let at = start; at < source.length; at++) {
    const character = source[at] ?? "";
    if ("\"'`".includes(character)) at = closingQuote(source, at, character);
    else if (source.startsWith("/*", at)) at = endOf("*/", source, at + 2);
    else if (source.startsWith("//", at)) at = endOf("\n", source, at + 2);
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
function nameIssues(tool: string, source: readonly SourceParameter[], described: readonly string[]): readonly Issue[] {
  const looksMinified = source.every(({ name = "" }) => name.length < 3);
  return described.flatMap((name, index) => {
    const actual = source[index]?.name;
    if (actual === undefined || plain(actual) === plain(name)) return [];
    if (looksMinified && name.length > actual.length) return [];
    const message = `the parameter "${name}" of the tool "${tool}" is called "${actual}" in its function; arguments go by position`;
    return [{ code: "name", message, path: jsonPointer(["parameters", name]) }];
  });
}

function endOf(mark: string, source: string, from: number): number {
  const start = source.indexOf(mark, from);
  return start === -1 ? source.length : start + mark.length - 1;
}

/** The context is always given: who writes a default there meant a parameter of their own. */
function contextIssues(tool: string, parameter: SourceParameter | undefined): readonly Issue[] {
  if (parameter?.name === undefined || !parameter.hasDefault) return [];
  const message = `the parameter "${parameter.name}" in the function of the tool "${tool}" is not described: it gets the context, never its default`;
  return [{ code: "context", message, path: "/parameters" }];
}

/** `clear_history`, `clearHistory` and `_clearHistory` are one name. */
function plain(name: string): string {
  return name.replace(/[_$]/g, "").toLowerCase();
}
