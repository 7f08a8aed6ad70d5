/**
 * Parses a valid regular expression.
 *
 * @param unicode - whether it has the flag `u`
 */
export function parsePattern(pattern: string, unicode: boolean): PatternNode | { readonly problem: string } {
  let at = 0;
  let problem: string | undefined;
  const take = (expression: RegExp): RegExpExecArray | null => {
    expression.lastIndex = at;
    const found = expression.exec(pattern);
    if (found !== null) at += found[0].length;
    return found;
  };
  const choice = (depth: number): PatternNode => {
    if (depth > maxDepth) problem ??= "is nested too deeply";
    const parts = [sequence(depth)];
    while (problem === undefined && pattern[at] === "|") {
      at++;
      parts.push(sequence(depth));
    }
    return { kind: "choice", parts };
  };
  const sequence = (depth: number): PatternNode => {
    const parts: PatternNode[] = [];
    while (problem === undefined && at < pattern.length && pattern[at] !== "|" && pattern[at] !== ")") {
      const part = atom(depth);
      if (part !== undefined) parts.push(repeated(part));
    }
    return { kind: "sequence", parts };
  };
  const atom = (depth: number): PatternNode | undefined => {
    const asserted = take(assertion)?.[0];
    if (asserted !== undefined) return { kind: "assertion", source: asserted as "^" };
    const opened = take(group)?.[0];
    if (opened === "(" && pattern[at] === "?") at -= 1;
    else if (opened !== undefined) {
      const inside = choice(depth + 1);
      at++;
      return inside;
    }
    if (take(unsupported) !== null) {
      problem ??= "has a lookaround or a backreference besides a repetition, which can't be matched in linear time";
      return undefined;
    }
    const source = take(unicode ? character : characterUnit)?.[0];
    if (source === undefined) problem ??= "can't be read";
    return source === undefined ? undefined : { kind: "character", source };
  };
  const repeated = (of: PatternNode): PatternNode => {
    const found = take(quantifier);
    if (found === null) return of;
    const [, sign, from = "0", comma, to = "", question] = found;
    const lazy = question === "?";
    if (sign === "*") return { kind: "repeat", of, least: 0, most: Number.POSITIVE_INFINITY, lazy };
    if (sign === "+") return { kind: "repeat", of, least: 1, most: Number.POSITIVE_INFINITY, lazy };
    if (sign === "?") return { kind: "repeat", of, least: 0, most: 1, lazy };
    const least = Number(from);
    const most = comma === undefined ? least : to === "" ? Number.POSITIVE_INFINITY : Number(to);
    return { kind: "repeat", of, least, most, lazy };
  };
  const tree = choice(0);
  if (problem === undefined && at < pattern.length) problem = "can't be read";
  return problem === undefined ? tree : { problem };
}

/** The syntax tree of a regular expression. */
export type PatternNode =
  /** One character, as the pattern writes it: `a`, `\d`, `[a-z]`, `.`. */
  | { readonly kind: "character"; readonly source: string }
  | { readonly kind: "assertion"; readonly source: "^" | "$" | "\\b" | "\\B" }
  | { readonly kind: "sequence" | "choice"; readonly parts: readonly PatternNode[] }
  | {
      readonly kind: "repeat";
      readonly of: PatternNode;
      readonly least: number;
      readonly most: number;
      /** Whether few repetitions are preferred: `*?`. */
      readonly lazy: boolean;
    };

/** Groups nested more deeply are not parsed. */
const maxDepth = 100;

const group = /\((?:\?(?:<(?![=!])[^>]*>|:))?/y;
const unsupported = /\((?=\?)|\\[1-9]\d*|\\k</y;
const assertion = /\^|\$|\\[bB]/y;
const escapeSequence = String.raw`\\u\{[\da-fA-F]+\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[A-Za-z]|\\[pP]\{[^}]*\}|\\0[0-7]{0,2}`;
const character = new RegExp(String.raw`${escapeSequence}|\\.|\[(?:[^\]\\]|\\.)*\]|[^|)]`, "suy");
const characterUnit = new RegExp(String.raw`${escapeSequence}|\\.|\[(?:[^\]\\]|\\.)*\]|[^|)]`, "sy");
const quantifier = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})(\??)/y;
