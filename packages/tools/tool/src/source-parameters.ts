/** Reads parameter names and defaults from a function's source text. */

/** A parameter in a function's source. */
export interface SourceParameter {
  /** The parameter as it is written, without comments: `depth = 2`, `{ path }`. */
  readonly text: string;
  /** Absent for a destructuring pattern. */
  readonly name?: string;
  /** The names that a destructuring pattern takes from the value. */
  readonly members?: readonly string[];
  readonly isRest: boolean;
  /** The source of its default. */
  readonly default?: string;
}

/**
 * Reads the parameters in a function's source.
 *
 * @returns `undefined` if they can't be read: a native or bound function has no source, and a few are written too unusually
 */
export function sourceParameters(fn: (...args: never[]) => unknown): readonly SourceParameter[] | undefined {
  const source = fn.toString().slice(0, maxSourceLength);
  if (source.includes("[native code]")) return undefined;
  const alone = /^(?:async\s+)?([\p{L}_$][\p{L}\p{N}_$]*)\s*=>/u.exec(source)?.[1];
  const open = source.indexOf("(");
  const parts = alone === undefined ? splitParameters(source, open + 1) : [alone];
  const parameters = parts.map(sourceParameter);
  const optional = parameters.findIndex((parameter) => parameter.isRest || parameter.default !== undefined);
  return (optional === -1 ? parameters.length : optional) === fn.length ? parameters : undefined;
}

/** How much of the source is searched for the parameters, in UTF-16 units. */
const maxSourceLength = 10_000;

const comments = /\/\*[\s\S]*?\*\/|\/\/.*/g;

/** Reads one parameter: `name`, `name = 1`, `...names`, `{ a, b: c } = {}`. */
function sourceParameter(part: string): SourceParameter {
  const text = part.replace(comments, "").trim();
  const pattern = /^(\{[\s\S]*?\}|\[[\s\S]*?\])\s*(?:=(?!>)([\s\S]*))?$/.exec(text);
  if (pattern?.[1] !== undefined)
    return { text, members: patternMembers(pattern[1]), isRest: false, ...defaultOf(pattern[2]) };
  const [, dots, name, value] = /^(\.\.\.)?\s*([\p{L}_$][\p{L}\p{N}_$]*)\s*(?:=([\s\S]*))?$/u.exec(text) ?? [];
  return { text, name, isRest: dots !== undefined, ...defaultOf(value) };
}

/** Returns a parameter's default as written in the source. */
function defaultOf(source: string | undefined): Pick<SourceParameter, "default"> {
  return source === undefined ? {} : { default: source.trim() };
}

/** The names that a pattern takes: `a` and `b` for `{ a, b: c = 1 }`; none for a list. */
function patternMembers(pattern: string): readonly string[] {
  if (pattern.startsWith("[")) return [];
  return splitParameters(`${pattern.slice(1, -1)})`, 0).flatMap(
    (part) => /[\p{L}_$][\p{L}\p{N}_$]*/u.exec(part)?.[0] ?? [],
  );
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

/** The index of the last character of the next `mark`, or the end of the source. */
function endOfMark(mark: string, source: string, from: number): number {
  const start = source.indexOf(mark, from);
  return start === -1 ? source.length : start + mark.length - 1;
}
