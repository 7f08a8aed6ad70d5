/** Finds, counts and sums the earlier steps that match a compiled step query. */
import type { Truth } from "@helve/core";
import { type Bounds, CandidateList, type LastCandidates, summand } from "../history/candidate-list.ts";
import type { Candidate, IndexedQuery } from "../history/indexed-query.ts";
import { candidateOf, type QueryIndex } from "../history/query-index.ts";
import type { CandidateRange } from "../history/running-totals.ts";
import { anyNumber, calculate, intervalValue } from "../history/uncertain-value.ts";
import type { RuleVariables } from "../rule-variables.ts";

/** A compiled step query: the part that the index answers, and the part that is evaluated for each action. */
export interface PlannedStepQuery {
  /** The query as the rule writes it. */
  readonly text: string;
  readonly indexed: IndexedQuery;
  /** The key of the action's value in `step.x == args.y`, `undefined` if the value is unknown; absent without such a condition. */
  keyOf?(variables: RuleVariables): string | undefined;
  /** The other conditions of `where` that depend on the action. */
  holdsFor?(variables: RuleVariables): Truth;
  /** The number that a step adds to a sum, if it depends on the action. */
  numberOf?(variables: RuleVariables): unknown;
  readonly within?: { readonly steps: number } | { readonly duration: number };
}

/** The steps that match a query, or may match: ranges of lists of candidates. */
export interface StepMatches {
  readonly parts: readonly MatchPart[];
  /** Whether steps may match whose data was dropped. */
  readonly areSomeForgotten: boolean;
}

interface MatchPart {
  readonly list: CandidateList;
  readonly range: CandidateRange;
}

/** Finds the steps that match a query. */
export function matchSteps(query: PlannedStepQuery, variables: RuleVariables): StepMatches {
  const { index, length, inFlight } = variables.history;
  const found = index.query(query.indexed.identity);
  if (found === undefined) return { parts: [], areSomeForgotten: true };
  const running = inFlight.flatMap((step, nth) => candidateOf(query.indexed, step, length + nth) ?? []);
  const mayStartNow = inFlight.some(({ action }) => query.indexed.startsAt?.(action.name) === true);
  const bounds = boundsOf(query, found.boundsSinceStart(length), variables, mayStartNow);
  const parts = relevantLists(query, found, variables).map(({ list, areCertain }) => {
    const listBounds = areCertain ? bounds : { ...bounds, certainFrom: Infinity };
    const range = isIndexed(query) ? list.range(listBounds) : undefined;
    return range === undefined ? filtered(list.candidates, query, variables, listBounds) : { list, range };
  });
  if (running.length > 0)
    parts.push(filtered(running, query, variables, { from: 0, to: Infinity, certainFrom: Infinity }));
  return { parts, areSomeForgotten: mayBeForgotten(found, bounds) };
}

/** Counts the matching steps: at least, and at most. */
export function countMatches({ parts, areSomeForgotten }: StepMatches): readonly [least: number, most: number] {
  const counts = parts.map(({ list, range }) => list.totals.count(range));
  const least = counts.reduce((sum, [count]) => sum + count, 0);
  return [least, areSomeForgotten ? Infinity : counts.reduce((sum, [, count]) => sum + count, 0)];
}

/** The number of steps that match, as a value. */
export function countValue(matches: StepMatches): unknown {
  return intervalValue(...countMatches(matches));
}

/** Sums a value over the matching steps. */
export function sumValue({ parts, areSomeForgotten }: StepMatches): unknown {
  const sums = parts.map(({ list, range }) => list.totals.sum(range));
  return [...sums, ...(areSomeForgotten ? [anyNumber] : [])].reduce<unknown>(
    (sum, part) => calculate("+", sum, part),
    0,
  );
}

/** Returns the last step that certainly matches, and the last that may match. */
export function lastMatches({ parts }: StepMatches): LastCandidates {
  const lasts = parts.map(({ list, range }) => list.last(range));
  return { certain: latest(lasts.map(({ certain }) => certain)), maybe: latest(lasts.map(({ maybe }) => maybe)) };
}

/** Returns the latest candidate. */
function latest(candidates: readonly (Candidate | undefined)[]): Candidate | undefined {
  return candidates.reduce(
    (a, b) => (a === undefined || (b !== undefined && b.position > a.position) ? b : a),
    undefined,
  );
}

/** Whether the index alone can answer a query. */
function isIndexed({ holdsFor, numberOf }: PlannedStepQuery): boolean {
  return holdsFor === undefined && numberOf === undefined;
}

/** Returns the lists of candidates that contain all matching steps. */
function relevantLists(
  { keyOf }: PlannedStepQuery,
  { all, byKey, withoutKey }: QueryIndex,
  variables: RuleVariables,
): readonly { readonly list: CandidateList; readonly areCertain: boolean }[] {
  if (keyOf === undefined) return [{ list: all, areCertain: true }];
  const key = keyOf(variables);
  if (key === undefined) return [{ list: all, areCertain: false }];
  const list = byKey.get(key);
  return [...(list === undefined ? [] : [{ list, areCertain: true }]), { list: withoutKey, areCertain: false }];
}

/** The bounds that `since` and `within` set. Without a clock, each step only may be within a length of time. */
function boundsOf(
  { within }: PlannedStepQuery,
  bounds: Bounds,
  { history, now }: RuleVariables,
  mayStartNow: boolean,
): Bounds {
  const certainFrom = mayStartNow ? history.length : bounds.certainFrom;
  if (within === undefined) return { ...bounds, certainFrom };
  if ("steps" in within) return { ...bounds, from: Math.max(bounds.from, history.length - within.steps), certainFrom };
  return now === undefined
    ? { ...bounds, certainFrom: Infinity }
    : { ...bounds, certainFrom, fromTime: now - within.duration };
}

/** Evaluates each candidate within the bounds by itself. */
function filtered(
  candidates: readonly Candidate[],
  { keyOf, holdsFor, numberOf, indexed }: PlannedStepQuery,
  variables: RuleVariables,
  { from, to, certainFrom, fromTime }: Bounds,
): MatchPart {
  const list = new CandidateList();
  const key = keyOf?.(variables);
  for (const candidate of candidates) {
    const { position, at, values } = candidate;
    if (position < from || position >= to || (fromTime !== undefined && at !== undefined && at < fromTime)) continue;
    const stepKey = indexed.keyOf?.(values);
    if (key !== undefined && stepKey !== undefined && key !== stepKey) continue;
    const step = { ...variables, step: values };
    const truth = holdsFor?.(step) ?? true;
    if (truth === false) continue;
    const isInTime = fromTime === undefined || at !== undefined;
    const isCertain = candidate.isCertain && truth === true && isInTime && position >= certainFrom;
    const number = numberOf?.(step) ?? indexed.numberOf?.(values);
    const isSum = numberOf !== undefined || indexed.numberOf !== undefined;
    list.add({ ...candidate, isCertain }, isSum ? summand(number) : undefined);
  }
  return { list, range: { from: 0, to: list.candidates.length, certainFrom: 0 } };
}

/** Whether a query may concern steps that the history has forgotten. */
function mayBeForgotten({ forgotten }: QueryIndex, { from, fromTime }: Bounds): boolean {
  if (forgotten === undefined || from >= forgotten.before) return false;
  return fromTime === undefined || forgotten.at === undefined || forgotten.at >= fromTime;
}
