// Parses a regular expression into a tree of characters, sequences, alternatives and repetitions.

/** The syntax tree of a regular expression, reduced to what determines in how many ways it can match a text. */
export type PatternNode =
  /** One character, as the pattern writes it. */
  | { readonly type: "character"; readonly source: string }
  | { readonly type: "sequence" | "choice"; readonly parts: readonly PatternNode[] }
  | { readonly type: "repeat"; readonly of: PatternNode; readonly least: number; readonly most: number };

/**
 * Builds the syntax trees of a valid pattern: one for the pattern itself and one for each lookahead or lookbehind. Anchors
 * and backreferences count as empty. The list is empty if the pattern is nested too deeply.
 */
export function patternTrees(pattern: string): readonly PatternNode[] {
  const reader = new PatternTreeBuilder(pattern);
  const whole = reader.choice(0);
  return reader.isTooDeep ? [] : [whole, ...reader.lookarounds];
}

const maxDepth = 100;
const empty: PatternNode = { type: "sequence", parts: [] };

const opening = /\((?:\?(?:<?([=!])|<[^>]*>|[a-z-]*:))?/y;
const anchor = /\^|\$|\\[bB]|\\[1-9]\d*|\\k<[^>]*>/y;
const character =
  /\\u\{[\da-fA-F]+\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[A-Za-z]|\\[pP]\{[^}]*\}|\\.|\[(?:[^\]\\]|\\.)*\]|[^|)]/suy;
const quantifier = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y;

class PatternTreeBuilder {
  readonly pattern: string;
  readonly lookarounds: PatternNode[] = [];
  isTooDeep = false;
  position = 0;

  constructor(pattern: string) {
    this.pattern = pattern;
  }

  choice(depth: number): PatternNode {
    const parts = [this.sequence(depth)];
    while (this.pattern[this.position] === "|" && !this.isTooDeep) {
      this.position++;
      parts.push(this.sequence(depth));
    }
    return parts.length === 1 ? (parts[0] ?? empty) : { type: "choice", parts };
  }

  sequence(depth: number): PatternNode {
    const parts: PatternNode[] = [];
    if (depth > maxDepth) this.isTooDeep = true;
    while (this.position < this.pattern.length && !this.isTooDeep) {
      if (this.pattern[this.position] === "|" || this.pattern[this.position] === ")") break;
      const part = this.atom(depth);
      if (part === undefined) {
        this.isTooDeep = true;
        break;
      }
      parts.push(this.repeated(part));
    }
    return parts.length === 1 ? (parts[0] ?? empty) : { type: "sequence", parts };
  }

  atom(depth: number): PatternNode | undefined {
    if (this.take(anchor) !== undefined) return empty;
    const group = this.take(opening);
    if (group === undefined) {
      const source = this.take(character)?.[0];
      return source === undefined ? undefined : { type: "character", source };
    }
    const inner = this.choice(depth + 1);
    this.position++;
    if (group[1] === undefined) return inner;
    this.lookarounds.push(inner);
    return empty;
  }

  repeated(of: PatternNode): PatternNode {
    const found = this.take(quantifier);
    if (found === undefined) return of;
    const [, sign, least = "0", comma, most = ""] = found;
    if (sign !== undefined)
      return { type: "repeat", of, least: sign === "+" ? 1 : 0, most: sign === "?" ? 1 : Infinity };
    const last = comma === undefined ? Number(least) : most === "" ? Infinity : Number(most);
    return { type: "repeat", of, least: Number(least), most: last };
  }

  take(token: RegExp): RegExpExecArray | undefined {
    token.lastIndex = this.position;
    const found = token.exec(this.pattern) ?? undefined;
    if (found !== undefined) this.position += found[0].length;
    return found;
  }
}
