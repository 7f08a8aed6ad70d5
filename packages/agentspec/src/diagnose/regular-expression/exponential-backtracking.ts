import { type Automaton, buildAutomaton } from "./automaton.ts";
import { patternTrees } from "./pattern-tree.ts";

/**
 * Whether a regular expression can take exponential time in a backtracking engine: a repetition matches one text in more
 * than one way, as in `(a+)+`, `(a|a)*` and `(\w|\d)+`.
 *
 * The pattern must be valid. Lookarounds are checked separately, backreferences count as empty, and a repetition with a high
 * limit counts as unlimited. The result is `false` for patterns that are too large to check.
 */
export function hasExponentialBacktracking(pattern: string): boolean {
  // Nested repetitions need a repeated group.
  if (!/\)[*+{]/.test(pattern)) return false;
  const known = answers.get(pattern);
  if (known !== undefined) return known;
  const answer = patternTrees(pattern).some((node) => {
    const automaton = buildAutomaton(node);
    return automaton !== undefined && hasAmbiguousLoop(automaton);
  });
  if (answers.size >= mostAnswers) answers.clear();
  if (pattern.length <= longestKept) answers.set(pattern, answer);
  return answer;
}

const answers = new Map<string, boolean>();
const mostAnswers = 1000;
const longestKept = 500;

/** Whether a loop of the automaton matches one text along two different paths. */
function hasAmbiguousLoop({ setsBySource, next, isAmbiguous }: Automaton): boolean {
  const component = stronglyConnectedComponents(next);
  for (const [from, targets] of next.entries()) {
    for (const to of targets) if (component[from] === component[to] && isAmbiguous(from, to)) return true;
  }
  const size = setsBySource.length;
  const seen = new Set<number>();
  const before = new Map<number, number[]>();
  const queue: number[] = [];
  let steps = 0;
  for (let position = 0; position < size; position++) queue.push(position * size + position);
  for (const pair of queue) seen.add(pair);
  // Collects all pairs of positions that one text can reach from the same position without leaving its loop.
  for (let at = 0; at < queue.length; at++) {
    const pair = queue[at] ?? 0;
    const [one, other] = [Math.floor(pair / size), pair % size];
    for (const first of next[one] ?? []) {
      for (const second of next[other] ?? []) {
        if (++steps > maxSteps) return false;
        const isInside = component[first] === component[one] && component[second] === component[other];
        if (
          !isInside ||
          component[first] !== component[second] ||
          !haveCommonCharacter(setsBySource[first], setsBySource[second])
        )
          continue;
        const reached = first * size + second;
        const origins = before.get(reached);
        if (origins === undefined) before.set(reached, [pair]);
        else origins.push(pair);
        if (!seen.has(reached)) queue.push(reached);
        seen.add(reached);
      }
    }
  }
  return rejoins(size, before);
}

const maxSteps = 100_000;

/** Whether two different positions reach a common position again. */
function rejoins(size: number, before: ReadonlyMap<number, readonly number[]>): boolean {
  const seen = new Set<number>();
  const queue: number[] = [];
  for (let position = 0; position < size; position++) queue.push(position * size + position);
  for (let at = 0; at < queue.length; at++) {
    for (const pair of before.get(queue[at] ?? 0) ?? []) {
      if (Math.floor(pair / size) !== pair % size) return true;
      if (!seen.has(pair)) queue.push(pair);
      seen.add(pair);
    }
  }
  return false;
}

/** Whether two sets have a character in common. */
function haveCommonCharacter(one: ReadonlySet<string> | undefined, other: ReadonlySet<string> | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  if (one === other) return one.size > 0;
  for (const character of one.size < other.size ? one : other) {
    if (one.has(character) && other.has(character)) return true;
  }
  return false;
}

/** The number of each position's strongly connected component (Tarjan's algorithm); recursion is at most as deep as the number of positions. */
function stronglyConnectedComponents(next: readonly (readonly number[])[]): readonly number[] {
  const order = new Map<number, number>();
  const low: number[] = [];
  const component: number[] = [];
  const open: number[] = [];
  const enter = (place: number): void => {
    const index = order.size;
    order.set(place, index);
    low[place] = index;
    open.push(place);
    for (const target of next[place] ?? []) {
      const known = order.get(target);
      if (known === undefined) enter(target);
      if (component[target] === undefined) {
        low[place] = Math.min(low[place] ?? 0, known ?? low[target] ?? 0);
      }
    }
    if (low[place] !== index) return;
    for (let last = open.pop(); last !== undefined; last = open.pop()) {
      component[last] = place;
      if (last === place) break;
    }
  };
  for (const place of next.keys()) if (!order.has(place)) enter(place);
  return component;
}
