// Builds the position automaton (Glushkov's construction) of a regular expression, to detect exponential backtracking.

import type { PatternNode } from "./pattern-tree.ts";

/** A position automaton (Glushkov's construction) of a regular expression: one state for each character of the pattern. */
export interface Automaton {
  /** The characters that each position matches. */
  readonly setsBySource: readonly ReadonlySet<string>[];
  /** The positions that can follow each position. */
  readonly next: readonly (readonly number[])[];
  /** Whether one position can follow another in more than one way. */
  isAmbiguous(from: number, to: number): boolean;
}

/** Builds the automaton of a pattern; `undefined` if it would be too large. */
export function buildAutomaton(pattern: PatternNode): Automaton | undefined {
  const builder = new AutomatonBuilder();
  if (builder.build(pattern) === undefined) return undefined;
  const { ways } = builder;
  return {
    setsBySource: builder.sets,
    next: ways.map((targets) => [...targets.keys()]),
    isAmbiguous: (from, to) => (ways[from]?.get(to) ?? 0) > 1,
  };
}

/** For each position, the number of ways to reach it: 1, or 2 for two or more. */
type PositionCounts = ReadonlyMap<number, number>;

/** The first and last positions of a part of a pattern, and the number of ways in which the part matches the empty string. */
interface PatternPart {
  readonly first: PositionCounts;
  readonly last: PositionCounts;
  readonly empty: number;
}

const maxPositions = 150;
const maxEdges = 5000;
/** A bounded repetition up to this count is expanded to copies. */
const maxCopies = 10;
const emptyPart: PatternPart = { first: new Map(), last: new Map(), empty: 1 };

class AutomatonBuilder {
  readonly sets: ReadonlySet<string>[] = [];
  readonly ways: Map<number, number>[] = [];
  edges = 0;

  build(node: PatternNode): PatternPart | undefined {
    if (this.sets.length > maxPositions || this.edges > maxEdges) return undefined;
    switch (node.type) {
      case "character": {
        const place = this.sets.push(characterSet(node.source)) - 1;
        this.ways.push(new Map());
        return { first: new Map([[place, 1]]), last: new Map([[place, 1]]), empty: 0 };
      }
      case "sequence":
        return this.all(node.parts, (one, other) => this.follow(one, other), emptyPart);
      case "choice":
        return this.all(node.parts, eitherPart, undefined);
      case "repeat":
        return this.repeat(node.of, node.least, node.most);
    }
  }

  all(
    parts: readonly PatternNode[],
    join: (one: PatternPart, other: PatternPart) => PatternPart,
    start: PatternPart | undefined,
  ): PatternPart | undefined {
    let whole = start;
    for (const node of parts) {
      const part = this.build(node);
      if (part === undefined) return undefined;
      whole = whole === undefined ? part : join(whole, part);
    }
    return whole;
  }

  follow(one: PatternPart, other: PatternPart): PatternPart {
    this.link(one.last, other.first);
    return {
      first: addCounts(one.first, multiplyCounts(other.first, one.empty)),
      last: addCounts(other.last, multiplyCounts(one.last, other.empty)),
      empty: capAtTwo(one.empty * other.empty),
    };
  }

  repeat(node: PatternNode, least: number, most: number): PatternPart | undefined {
    if (most === 0) return emptyPart;
    if (most <= maxCopies || (least === most && most <= maxPositions)) return this.copies(node, least, most);
    const part = this.build(node);
    if (part === undefined) return undefined;
    this.link(part.last, part.first);
    if (least === 0) return { ...part, empty: 1 };
    // The first repetition can match the empty string and a later one the text.
    const again = 1 + part.empty;
    return { first: multiplyCounts(part.first, again), last: multiplyCounts(part.last, again), empty: part.empty };
  }

  /** `x{2,4}` as `xx(x(x)?)?` */
  copies(node: PatternNode, least: number, most: number): PatternPart | undefined {
    let after: PatternPart | undefined = emptyPart;
    for (let copy = most; copy > 0; copy--) {
      const part = this.build(node);
      if (part === undefined || after === undefined) return undefined;
      const rest = this.follow(part, after);
      // An optional repetition that matches the empty string counts as absent.
      after = copy > least ? { ...rest, empty: 1 } : rest;
    }
    return after;
  }

  link(last: PositionCounts, first: PositionCounts): void {
    for (const [from, ending] of last) {
      for (const [to, beginning] of first) {
        const targets = this.ways[from];
        if (targets === undefined || this.edges > maxEdges) return;
        if (!targets.has(to)) this.edges++;
        targets.set(to, capAtTwo((targets.get(to) ?? 0) + ending * beginning));
      }
    }
  }
}

/** Combines two alternatives of a pattern. */
function eitherPart(one: PatternPart, other: PatternPart): PatternPart {
  return {
    first: addCounts(one.first, other.first),
    last: addCounts(one.last, other.last),
    empty: capAtTwo(one.empty + other.empty),
  };
}

/** Adds two counts of ways, up to two for each position. */
function addCounts(one: PositionCounts, other: PositionCounts): PositionCounts {
  if (other.size === 0) return one;
  const all = new Map(one);
  for (const [place, ways] of other) all.set(place, capAtTwo((all.get(place) ?? 0) + ways));
  return all;
}

/** Multiplies counts of ways by a factor, up to two for each position. */
function multiplyCounts(ways: PositionCounts, factor: number): PositionCounts {
  if (factor === 0) return new Map();
  return factor === 1 ? ways : new Map([...ways].map(([place, count]) => [place, capAtTwo(count * factor)]));
}

/** Limits a count to two, because only "more than one way" matters. */
function capAtTwo(ways: number): number {
  return Math.min(ways, 2);
}

/**
 * The characters that a single-character part of a pattern matches, out of a sample: ASCII, some other characters, and the
 * characters in the part itself.
 *
 * @param source - `a`, `.`, `\d`, `[^x-z]`, …
 */
function characterSet(source: string): ReadonlySet<string> {
  const known = sets.get(source);
  if (known !== undefined) return known;
  const pattern = compilePattern(source);
  const set = new Set<string>();
  for (const character of [...sampleCharacters, ...source]) if (pattern?.test(character)) set.add(character);
  if (sets.size >= mostSets) sets.clear();
  if (source.length <= longestKept) sets.set(source, set);
  return set;
}

const sets = new Map<string, ReadonlySet<string>>();
const mostSets = 500;
const longestKept = 100;

const sampleCharacters = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ..."\u00a0éßДעא中あ한\u2028€—😀",
];

/** Compiles a pattern with the flag `u`, or without flags if that fails; `undefined` if both fail. */
function compilePattern(source: string): RegExp | undefined {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(`^(?:${source})$`, flags);
    } catch {
      // Some escapes are only valid without the flag `u`.
    }
  }
  return undefined;
}
