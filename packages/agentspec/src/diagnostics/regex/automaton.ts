import { characterSet } from "./character-set.ts";
import type { PatternNode } from "./parse-pattern.ts";

/** The places of a pattern where a character is matched, and which can follow which (Glushkov's construction). */
export interface Automaton {
  /** What each place matches. */
  readonly sets: readonly ReadonlySet<string>[];
  /** What can come after each place. */
  readonly next: readonly (readonly number[])[];
  /** Whether one place can follow another in more than one way. */
  isDoubled(from: number, to: number): boolean;
}

/** Makes the automaton of a pattern; undefined when it would be too large. */
export function automatonOf(pattern: PatternNode): Automaton | undefined {
  const builder = new Builder();
  if (builder.build(pattern) === undefined) return undefined;
  const { ways } = builder;
  return {
    sets: builder.sets,
    next: ways.map((targets) => [...targets.keys()]),
    isDoubled: (from, to) => (ways[from]?.get(to) ?? 0) > 1,
  };
}

/** In how many ways something comes about: not, in one way, in two or more. */
type Ways = ReadonlyMap<number, number>;

/** How a part of a pattern begins and ends, and in how many ways it matches nothing. */
interface Part {
  readonly first: Ways;
  readonly last: Ways;
  readonly empty: number;
}

const mostPlaces = 150;
const mostEdges = 5000;
/** A repetition up to so often is written out. */
const mostCopies = 10;
const nothing: Part = { first: new Map(), last: new Map(), empty: 1 };

class Builder {
  readonly sets: ReadonlySet<string>[] = [];
  readonly ways: Map<number, number>[] = [];
  edges = 0;

  build(node: PatternNode): Part | undefined {
    if (this.sets.length > mostPlaces || this.edges > mostEdges) return undefined;
    switch (node.type) {
      case "character": {
        const place = this.sets.push(characterSet(node.source)) - 1;
        this.ways.push(new Map());
        return { first: new Map([[place, 1]]), last: new Map([[place, 1]]), empty: 0 };
      }
      case "sequence":
        return this.all(node.parts, (one, other) => this.follow(one, other), nothing);
      case "choice":
        return this.all(node.parts, either, undefined);
      case "repeat":
        return this.repeat(node.of, node.least, node.most);
    }
  }

  all(
    parts: readonly PatternNode[],
    join: (one: Part, other: Part) => Part,
    start: Part | undefined,
  ): Part | undefined {
    let whole = start;
    for (const node of parts) {
      const part = this.build(node);
      if (part === undefined) return undefined;
      whole = whole === undefined ? part : join(whole, part);
    }
    return whole;
  }

  follow(one: Part, other: Part): Part {
    this.link(one.last, other.first);
    return {
      first: sum(one.first, times(other.first, one.empty)),
      last: sum(other.last, times(one.last, other.empty)),
      empty: capped(one.empty * other.empty),
    };
  }

  repeat(node: PatternNode, least: number, most: number): Part | undefined {
    if (most === 0) return nothing;
    if (most <= mostCopies || (least === most && most <= mostPlaces)) return this.copies(node, least, most);
    const part = this.build(node);
    if (part === undefined) return undefined;
    this.link(part.last, part.first);
    if (least === 0) return { ...part, empty: 1 };
    // The first round may match nothing, and a later one what it would have.
    const again = 1 + part.empty;
    return { first: times(part.first, again), last: times(part.last, again), empty: part.empty };
  }

  /** `x{2,4}` as `xx(x(x)?)?` */
  copies(node: PatternNode, least: number, most: number): Part | undefined {
    let after: Part | undefined = nothing;
    for (let copy = most; copy > 0; copy--) {
      const part = this.build(node);
      if (part === undefined || after === undefined) return undefined;
      const rest = this.follow(part, after);
      // An optional round that matches nothing is none.
      after = copy > least ? { ...rest, empty: 1 } : rest;
    }
    return after;
  }

  link(last: Ways, first: Ways): void {
    for (const [from, ending] of last) {
      for (const [to, beginning] of first) {
        const targets = this.ways[from];
        if (targets === undefined || this.edges > mostEdges) return;
        if (!targets.has(to)) this.edges++;
        targets.set(to, capped((targets.get(to) ?? 0) + ending * beginning));
      }
    }
  }
}

function either(one: Part, other: Part): Part {
  return {
    first: sum(one.first, other.first),
    last: sum(one.last, other.last),
    empty: capped(one.empty + other.empty),
  };
}

function sum(one: Ways, other: Ways): Ways {
  if (other.size === 0) return one;
  const all = new Map(one);
  for (const [place, ways] of other) all.set(place, capped((all.get(place) ?? 0) + ways));
  return all;
}

function times(ways: Ways, factor: number): Ways {
  if (factor === 0) return new Map();
  return factor === 1 ? ways : new Map([...ways].map(([place, count]) => [place, capped(count * factor)]));
}

function capped(ways: number): number {
  return Math.min(ways, 2);
}
