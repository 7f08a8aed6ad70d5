/** Counts how often people approved or rejected each call, for `helve learn`. */
import type { Question, SessionEntry } from "@helve/hooks/node";

/** A call about which rules have asked, and what people answered, in one folder. */
export interface AskedCall {
  /** The last question about it. */
  readonly question: Question;
  readonly folder: string;
  readonly approved: number;
  readonly rejected: number;
  readonly sessions: number;
}

/**
 * The calls about which rules have asked in some sessions, the most often answered first. Two calls are the same if they have the same
 * arguments, and do the same in the same folder. A question without an answer, or whose call did not run, counts as rejected.
 */
export function askedCalls(logs: readonly (readonly SessionEntry[])[]): readonly AskedCall[] {
  const calls = new Map<string, AskedCall>();
  for (const entries of logs) {
    const folder = entries.find((entry) => entry.type === "begin")?.cwd ?? "";
    const approved = approvedQuestions(entries);
    const seen = new Set<string>();
    for (const entry of entries) {
      if (entry.type !== "question") continue;
      const key = JSON.stringify([folder, entry.digest, entry.effects]);
      const before = calls.get(key) ?? { approved: 0, rejected: 0, sessions: 0 };
      const isApproved = approved.has(entry.id);
      calls.set(key, {
        question: entry,
        folder,
        approved: before.approved + (isApproved ? 1 : 0),
        rejected: before.rejected + (isApproved ? 0 : 1),
        sessions: before.sessions + (seen.has(key) ? 0 : 1),
      });
      seen.add(key);
    }
  }
  return [...calls.values()].sort(
    (one, other) =>
      other.approved + other.rejected - (one.approved + one.rejected) || one.question.at - other.question.at,
  );
}

/** The questions that a person has answered with yes: by `helve allow`, or in the client, where the call ran then. */
function approvedQuestions(entries: readonly SessionEntry[]): ReadonlySet<string> {
  const ran = new Set(entries.flatMap((entry) => (entry.type === "result" ? [entry.call] : [])));
  const approved = new Set<string>();
  let last: Question | undefined;
  for (const entry of entries) {
    if (entry.type === "question") last = entry;
    else if (entry.type === "approval") approved.add(entry.id);
    else if (
      entry.type === "call" &&
      entry.digest === last?.digest &&
      entry.verdict.kind === "ask" &&
      ran.has(entry.call)
    )
      approved.add(last.id);
  }
  return approved;
}
