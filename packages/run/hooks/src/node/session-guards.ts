import { createHash } from "node:crypto";
import type { Action, GuardContext, JsonValue } from "@helve/core";
import type { ProgramEngine } from "@helve/enforcer";
import { withLanguages } from "@helve/guard";
import { describeEffects } from "@helve/predicates";
import type { HookEvent } from "../hook-event.ts";
import { readGuardFiles, recordBegin } from "./guard-files.ts";
import { createGuards, type GuardPrograms, type IsApproved, loadGuardPrograms } from "./guards.ts";
import type { HookHost } from "./hook-host.ts";
import type { KeptPlaces } from "./keep-helve/kept-places.ts";
import type { SessionLog } from "./session-log.ts";
import { sessionView } from "./session-steps.ts";
import type { SessionEntry } from "./state/session-entry.ts";
import { textHash } from "./state/written-texts.ts";

/** What an event is decided with. */
export interface AnswerContext {
  readonly log: SessionLog;
  readonly places: KeptPlaces;
  readonly host: HookHost;
  /** In milliseconds since 1970. */
  readonly now: number;
  readonly signal: AbortSignal;
  /** Whether the decision takes too long. Predicates don't wait, so that no timer can tell. */
  readonly isLate: () => boolean;
}

/** The engines that guard a session, and what they know of its past. */
export interface SessionGuards {
  /** The past of the session by entries of its log. */
  contextOf(entries: readonly SessionEntry[]): GuardContext;
  /** Does work with the engines. It may be done again, so it must have no effect before its result is used. */
  decide<Result>(isApproved: IsApproved, work: (engines: readonly ProgramEngine[]) => Promise<Result>): Promise<Result>;
  /** The hashes of the texts that the calls write to files that were decided about. */
  readonly written: ReadonlySet<string>;
  /** A hash of what a call does after the past of the session, as each program reads it. */
  hashOfEffects(action: Action, past: GuardContext): Promise<string>;
  /** Stores from time to time what the engines know, so that a long session takes no longer than a short one. */
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
  const programs: GuardPrograms = await loadGuardPrograms(files, places, host);
  const earlier: readonly JsonValue[] | undefined = log.earlier(files.key);
  const contextOf = (entries: readonly SessionEntry[]): GuardContext => {
    const { prompts, trajectory } = sessionView(entries);
    return {
      trajectory,
      prompt: prompts.join("\n"),
      now,
      signal,
      earlier,
      decode: async (action) => ({ ok: true, action, repairs: [] }),
    };
  };
  const written = new Set<string>();
  const onWritten = (text: string): void => {
    written.add(textHash(text));
  };
  const decide: SessionGuards["decide"] = (isApproved, work) =>
    withLanguages((languages) => work(createGuards(programs, places, languages, { isApproved, isLate, onWritten })));
  return {
    written,
    contextOf,
    decide,
    async hashOfEffects(action, past) {
      const effects = await withLanguages(async (languages) =>
        programs.others.map(({ policy }) => describeEffects(action, { ...policy, languages }, past)),
      );
      return createHash("sha256").update(JSON.stringify(effects)).digest("hex");
    },
    async saveCheckpoint() {
      const covered = log.entriesToCover();
      if (covered === undefined) return;
      const past = { trajectory: contextOf(covered).trajectory, earlier };
      const snapshots = await decide(
        () => false,
        async (engines) => engines.map((engine) => engine.snapshot(past)),
      );
      log.saveCheckpoint(files.key, covered, snapshots);
    },
  };
}
