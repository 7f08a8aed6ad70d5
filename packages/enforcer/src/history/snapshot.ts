import type { JsonValue } from "@helve/core";
import { jsonCopy } from "@helve/core/internal";
import type { Candidate, IndexedQuery } from "./indexed-query.ts";
import { type ForgottenSteps, QueryIndex } from "./query-index.ts";
import { UnknownValue } from "./uncertain-value.ts";

/** What the rules of an engine need to know of the steps so far, as JSON; from `Engine.snapshot`. */
export interface HistorySnapshot {
  readonly version: 1;
  /** The fingerprint of the rules. */
  readonly plan: string;
  /** The number of steps so far. */
  readonly steps: number;
  /** When the last of them ended; absent if nobody knows. */
  readonly at?: number;
  /** What each step query of the rules has found. */
  readonly queries: Readonly<Record<string, QuerySnapshot>>;
}

/** What a step query has found. */
export interface QuerySnapshot {
  /** The last step after `since`, and the later ones that may be such a step. */
  readonly starts: readonly number[];
  readonly maybeStarts: readonly number[];
  readonly candidates: readonly CandidateSnapshot[];
  /** The steps of which nothing is known any more. */
  readonly forgotten?: ForgottenSteps;
}

/** A step that matches a query, or may match. */
export interface CandidateSnapshot extends Omit<Candidate, "values"> {
  /** The values that the query reads. One that is absent in the step is left out, one that is not known has a reason. */
  readonly values: Readonly<Record<string, { readonly value: JsonValue } | { readonly unknown: string }>>;
}

/** The most steps that are kept for each query; older ones are forgotten. */
const maxCandidates = 10_000;

/** The longest value that is kept, in characters of JSON. */
const maxValueLength = 10_000;

/** The part of a snapshot that one query needs. */
export function querySnapshot({ all, starts, maybeStarts, forgotten, query }: QueryIndex): QuerySnapshot {
  const start = starts.at(-1);
  // Only steps since the last start can match, unless there was none.
  const relevant = all.candidates.filter(({ position }) => position >= (start ?? 0));
  const dropped = relevant.slice(0, Math.max(0, relevant.length - maxCandidates));
  const nowForgotten = dropped.reduce<ForgottenSteps | undefined>(withCandidate, forgotten);
  return {
    starts: start === undefined ? [] : [start],
    maybeStarts: maybeStarts.filter((position) => position >= (start ?? 0)).slice(-1),
    candidates: relevant.slice(-maxCandidates).map((candidate) => candidateSnapshot(candidate, query)),
    ...(nowForgotten !== undefined && { forgotten: nowForgotten }),
  };
}

function withCandidate(before: ForgottenSteps | undefined, { position, at }: Candidate): ForgottenSteps {
  const isTimeKnown = at !== undefined && (before === undefined || before.at !== undefined);
  return { before: position + 1, ...(isTimeKnown && { at: Math.max(at, before?.at ?? at) }) };
}

function candidateSnapshot(
  { position, at, isCertain, tool, values }: Candidate,
  { paths }: IndexedQuery,
): CandidateSnapshot {
  const kept = [...paths.keys()].flatMap((text) => {
    const value = values.get(text);
    return value === undefined ? [] : [[text, keptValue(value)] as const];
  });
  return { position, ...(at !== undefined && { at }), isCertain, tool, values: Object.fromEntries(kept) };
}

function keptValue(value: unknown): { readonly value: JsonValue } | { readonly unknown: string } {
  if (value instanceof UnknownValue) return { unknown: value.reason };
  const copy = jsonCopy(value);
  if (copy === undefined) return { unknown: "is not known, because it is not JSON" };
  return JSON.stringify(copy).length > maxValueLength
    ? { unknown: "is not known, because it was too long to be kept" }
    : { value: copy };
}

/** An index that continues from a snapshot. A query that the snapshot does not have knows nothing of the steps before it. */
export function restoredQueryIndex(query: IndexedQuery, earlier: HistorySnapshot | undefined): QueryIndex {
  if (earlier === undefined) return new QueryIndex(query);
  const found = Object.hasOwn(earlier.queries, query.identity) ? earlier.queries[query.identity] : undefined;
  if (found === undefined) {
    return new QueryIndex(query, { before: earlier.steps, ...(earlier.at !== undefined && { at: earlier.at }) });
  }
  const index = new QueryIndex(query, found.forgotten);
  index.starts.push(...found.starts);
  index.maybeStarts.push(...found.maybeStarts);
  for (const { values, ...candidate } of found.candidates) {
    index.addCandidate({ ...candidate, values: restoredValues(values) });
  }
  return index;
}

function restoredValues(values: CandidateSnapshot["values"]): ReadonlyMap<string, unknown> {
  return new Map(
    Object.entries(values).map(([text, kept]) => [
      text,
      "unknown" in kept ? new UnknownValue(kept.unknown) : kept.value,
    ]),
  );
}
