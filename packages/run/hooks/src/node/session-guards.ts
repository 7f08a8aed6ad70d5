/** Loads everything that decides about an event of a session. */
import { createHash } from "node:crypto";
import { type Action, type GuardContext, type JsonValue, withHistory } from "@helve/core";
import type { ProgramEngine } from "@helve/enforcer";
import { withLanguages } from "@helve/guard";
import { describeEffects } from "@helve/predicates";
import type { HookEvent } from "../hook-event.ts";
import { entriesWithout } from "./cursor-twin.ts";
import { readGuardFiles, recordBegin } from "./guard-files.ts";
import type { IsApproved } from "./guards.ts";
import type { HookHost } from "./hook-host.ts";
import type { KeptPlaces } from "./keep-helve/kept-places.ts";
import { loadGuards } from "./kept-guards.ts";
import type { SessionLog } from "./session-log.ts";
import { sessionView } from "./session-steps.ts";
import type { CallEntry, SessionEntry } from "./state/session-entry.ts";
import { textHash } from "./state/written-texts.ts";

/** The inputs of the decision about an event. */
export interface AnswerContext {
  readonly log: SessionLog;
  readonly places: KeptPlaces;
  readonly host: HookHost;
  /** In milliseconds since 1970. */
  readonly now: number;
  readonly signal: AbortSignal;
  /** Whether the decision takes too long. Predicates don't wait, so that no timer can tell. */
  readonly isLate: () => boolean;
  /** Runs a function on which no decision depends: at once, or the next time that the log is opened. */
  readonly later: (work: () => Promise<void>) => Promise<void>;
}

/** The engines that guard a session, and what they know of its past. */
export interface SessionGuards {
  /** The past of the session. */
  past(): GuardContext;
  /** The past without a call. */
  pastWithout(call: CallEntry): GuardContext;
  /** Runs a function with the engines. It may run again, so it must have no effect before its result is used. */
  decide<Result>(isApproved: IsApproved, work: (engines: readonly ProgramEngine[]) => Promise<Result>): Promise<Result>;
  /** The hashes of the texts that the calls write to files that were decided about. */
  readonly written: ReadonlySet<string>;
  /** A hash of what a call does after the past of the session, as each program reads it. */
  hashOfEffects(action: Action, past: GuardContext): Promise<string>;
  /** Stores from time to time what the engines know, so that a long session takes no longer than a short one. Nothing depends on it. */
  saveCheckpoint(): Promise<void>;
}

/**
 * Loads the engines of a session.
 *
 * @throws Error if its rules are broken, or have changed
 */
export async function loadSessionGuards(
  event: HookEvent,
  { log, places: anyPlaces, host, now, signal, isLate }: AnswerContext,
): Promise<SessionGuards> {
  const begin = recordBegin(event, log, anyPlaces, now);
  // Where the session began, wherever the agent works now: what its steps left is known by paths from there.
  const places = { ...anyPlaces, cwd: begin.cwd, current: anyPlaces.cwd };
  const files = readGuardFiles(begin, places, host);
  const earlier: readonly JsonValue[] | undefined = log.earlier(files.key);
  const guards = await loadGuards(files, places, { log, host });
  const pastOf = (entries: readonly SessionEntry[], history?: object): GuardContext => {
    const { prompts, trajectory } = sessionView(entries);
    return {
      trajectory: withHistory(trajectory, history),
      prompt: prompts.join("\n"),
      now,
      signal,
      earlier,
      decode: async (action) => ({ ok: true, action, repairs: [] }),
    };
  };
  const written = new Set<string>();
  const onWritten = async (texts: readonly string[]): Promise<void> => {
    for (const text of texts) written.add(textHash(text));
  };
  const decide: SessionGuards["decide"] = (isApproved, work) =>
    withLanguages((languages) => work(guards.with(languages, { isApproved, isLate, onWritten }).engines));
  return {
    written,
    past: () => pastOf(log.entries, guards.history),
    pastWithout: (call) => pastOf(entriesWithout(call, log.entries)),
    decide,
    async hashOfEffects(action, past) {
      const effects = await withLanguages(async (languages) =>
        guards
          .with(languages, { isApproved: () => false, isLate })
          .policies.map((policy) => describeEffects(action, policy, past)),
      );
      return createHash("sha256").update(JSON.stringify(effects)).digest("hex");
    },
    async saveCheckpoint() {
      const covered = log.entriesToCover();
      if (covered === undefined) return;
      const past = pastOf(covered);
      const snapshots = await decide(
        () => false,
        async (engines) => engines.map((engine) => engine.snapshot(past)),
      );
      log.saveCheckpoint(files.key, covered, snapshots);
    },
  };
}
