/** Saves and restores what an engine knows of earlier steps, as JSON (`Engine.snapshot`). */
import type { JsonValue } from "@helve/core";
import { freezeCopy, isObject, ownMember } from "@helve/core/internal";
import { ProvenanceIndex, type ProvenanceSnapshot } from "../provenance.ts";
import type { Candidate, IndexedQuery } from "./indexed-query.ts";
import { type ForgottenSteps, QueryIndex } from "./query-index.ts";
import { UnknownValue } from "./uncertain-value.ts";

/** The data about the steps so far that an engine's rules need, as JSON; from `Engine.snapshot`. */
export interface HistorySnapshot {
  readonly type: "helve.history";
  readonly version: 1;
  /** The number of steps so far. */
  readonly steps: number;
  /** When the last of them ended; absent if unknown. */
  readonly at?: number;
  /** The results of each step query of the rules. */
  readonly queries: Readonly<Record<string, QuerySnapshot>>;
  /** The texts of the steps; absent if the rules do not ask where values come from. */
  readonly provenance?: ProvenanceSnapshot;
}

/** The results of a step query. */
interface QuerySnapshot {
  /** The last step after `since`, and the later ones that may be such a step. */
  readonly starts: readonly number[];
  readonly maybeStarts: readonly number[];
  readonly candidates: readonly CandidateSnapshot[];
  /** The steps whose data was dropped. */
  readonly forgotten?: ForgottenSteps;
}

/** A step that matches a query, or may match. */
interface CandidateSnapshot extends Omit<Candidate, "values"> {
  /** The values that the query reads. One that is absent in the step is left out, one that is not known has a reason. */
  readonly values: Readonly<Record<string, { readonly value: JsonValue } | { readonly unknown: string }>>;
}

/** The most steps that are kept for each query; older ones are forgotten. */
const maxCandidates = 10_000;

/** The longest value that is kept, in characters of JSON. */
const maxValueLength = 10_000;

/** Creates a snapshot of a session's steps. @param steps - the number of steps, @param at - when the last of them ended */
export function historySnapshot(
  queries: Iterable<QueryIndex>,
  { steps, at }: { readonly steps: number; readonly at: number | undefined },
  provenance: ProvenanceIndex | undefined,
): HistorySnapshot {
  const entries = Array.from(queries, (index) => [index.query.identity, querySnapshot(index)] as const);
  return {
    type: "helve.history",
    version: 1,
    steps,
    at,
    queries: Object.fromEntries(entries),
    provenance: provenance?.snapshot(),
  };
}

/** Reads the stored snapshots of an engine; an unreadable one counts as unknown steps. @returns `undefined` if guards have kept nothing */
export function readSnapshots(kept: readonly unknown[] | undefined): EarlierSteps | undefined {
  if (kept === undefined || kept.length === 0) return undefined;
  const snapshots = kept.filter(isSnapshot);
  const known = snapshots.map(({ at }) => at).filter((at) => at !== undefined);
  return {
    steps: snapshots.length === 0 ? 1 : Math.max(...snapshots.map(({ steps }) => steps)),
    at: known.length > 0 && known.length === snapshots.length ? Math.max(...known) : undefined,
    snapshots,
  };
}

/** The steps before a trajectory, as far as snapshots have kept them. */
export interface EarlierSteps {
  readonly steps: number;
  readonly at?: number;
  readonly snapshots: readonly HistorySnapshot[];
}

function isSnapshot(value: unknown): value is HistorySnapshot {
  if (!isObject(value)) return false;
  const { type, version, steps, queries } = value as Partial<HistorySnapshot>;
  return type === "helve.history" && version === 1 && Number.isSafeInteger(steps) && isObject(queries);
}

/** The part of a snapshot that one query needs. */
function querySnapshot({ all, starts, maybeStarts, forgotten, query }: QueryIndex): QuerySnapshot {
  const start = starts.at(-1);
  // Only steps since the last start can match, unless there was none.
  const relevant = all.candidates.filter(({ position }) => position >= (start ?? 0));
  const dropped = relevant.slice(0, Math.max(0, relevant.length - maxCandidates));
  const nowForgotten = dropped.reduce<ForgottenSteps | undefined>(withCandidate, forgotten);
  return {
    starts: start === undefined ? [] : [start],
    maybeStarts: maybeStarts.filter((position) => position >= (start ?? 0)).slice(-1),
    candidates: relevant.slice(-maxCandidates).map((candidate) => candidateSnapshot(candidate, query)),
    forgotten: nowForgotten,
  };
}

/** Adds a forgotten step to the summary of forgotten steps. */
function withCandidate(before: ForgottenSteps | undefined, { position, at }: Candidate): ForgottenSteps {
  const isTimeKnown = at !== undefined && (before === undefined || before.at !== undefined);
  return { before: position + 1, at: isTimeKnown ? Math.max(at, before?.at ?? at) : undefined };
}

/** Writes a candidate as JSON. */
function candidateSnapshot(
  { position, at, isCertain, tool, values }: Candidate,
  { paths }: IndexedQuery,
): CandidateSnapshot {
  const kept = [...paths.keys()].flatMap((text) => {
    const value = values.get(text);
    return value === undefined ? [] : [[text, keptValue(value)] as const];
  });
  return { position, at, isCertain, tool, values: Object.fromEntries(kept) };
}

/** Writes a value as JSON; unknown values keep their reason. */
function keptValue(value: unknown): { readonly value: JsonValue } | { readonly unknown: string } {
  if (value instanceof UnknownValue) return { unknown: value.reason };
  const copy = freezeCopy(value);
  if (copy === undefined) return { unknown: "is not known, because it is not JSON" };
  return JSON.stringify(copy).length > maxValueLength
    ? { unknown: "is not known, because it was too long to be kept" }
    : { value: copy };
}

/** Restores the index of step queries from a snapshot. Queries that it lacks know nothing of earlier steps. */
export function restoredQueryIndex(query: IndexedQuery, earlier: EarlierSteps | undefined): QueryIndex {
  if (earlier === undefined) return new QueryIndex(query);
  const { steps, at, snapshots } = earlier;
  const found = snapshots
    .filter((snapshot) => snapshot.steps === steps)
    .map(({ queries }) => ownMember(queries, query.identity) as QuerySnapshot | undefined)
    .find((kept) => kept !== undefined);
  if (found === undefined) return new QueryIndex(query, { before: steps, at });
  const index = new QueryIndex(query, found.forgotten);
  index.starts.push(...found.starts);
  index.maybeStarts.push(...found.maybeStarts);
  for (const { values, ...candidate } of found.candidates) {
    index.addCandidate({ ...candidate, values: restoredValues(values) });
  }
  return index;
}

/** Restores the index of sources from a snapshot; without one, earlier texts are forgotten. */
export function restoredProvenance(earlier: EarlierSteps | undefined): ProvenanceIndex {
  const kept = earlier?.snapshots.find(({ steps, provenance }) => steps === earlier.steps && provenance !== undefined);
  if (kept?.provenance !== undefined) return ProvenanceIndex.restore(kept.provenance);
  const index = new ProvenanceIndex({ prompt: undefined });
  if (earlier !== undefined) index.forgetSteps(earlier.steps);
  return index;
}

/** Restores values from JSON. */
function restoredValues(values: CandidateSnapshot["values"]): ReadonlyMap<string, unknown> {
  return new Map(
    Object.entries(values).map(([text, kept]) => [
      text,
      "unknown" in kept ? new UnknownValue(kept.unknown) : kept.value,
    ]),
  );
}
