/** The sessions of an MCP endpoint, found by handle or connection. */
import type { Step, Trajectory } from "@helve/core";
import type { Session } from "@helve/executor";

/**
 * The sessions of an endpoint: one for each handle that a client sends, and one for each connection without a handle. A handle is in the
 * `_meta` of a request, which the application writes, not its model.
 */
export class SessionTable {
  readonly #open: (trajectory: Trajectory) => Session;
  readonly #history: SessionHistory | undefined;
  readonly #now: () => number;
  readonly #byHandle = new Map<string, { readonly session: Promise<McpSession>; usedAt: number }>();
  readonly #byConnection = new WeakMap<object, McpSession>();

  constructor(open: (trajectory: Trajectory) => Session, history: SessionHistory | undefined, now: () => number) {
    this.#open = open;
    this.#history = history;
    this.#now = now;
  }

  /** The session of a connection. */
  ofConnection(connection: object): McpSession {
    const known = this.#byConnection.get(connection);
    if (known !== undefined) return known;
    const session: McpSession = { session: this.#open([]), keep: async () => undefined };
    this.#byConnection.set(connection, session);
    return session;
  }

  /**
   * The session with a handle, with the steps that its history has kept.
   *
   * @throws SessionLimitError if too many sessions are in use; what the history throws
   */
  ofHandle(handle: string): Promise<McpSession> {
    const now = this.#now();
    const known = this.#byHandle.get(handle);
    if (known !== undefined) {
      known.usedAt = now;
      return known.session;
    }
    if (this.#byHandle.size >= maxSessions) this.#forgetIdle(now);
    if (this.#byHandle.size >= maxSessions) return Promise.reject(new SessionLimitError(maxSessions));
    const session = this.#load(handle);
    this.#byHandle.set(handle, { session, usedAt: now });
    session.catch(() => this.#byHandle.delete(handle));
    return session;
  }

  async #load(handle: string): Promise<McpSession> {
    const history = this.#history;
    const session = this.#open((await history?.load(handle)) ?? []);
    let kept = session.trajectory.length;
    let lastAppend: Promise<void> = Promise.resolve();
    const keep = (): Promise<void> => {
      const steps = session.trajectory.slice(kept);
      kept += steps.length;
      // Steps are added in their order, also if calls end at the same time.
      lastAppend = lastAppend.then(async () => {
        for (const step of steps) await history?.append(handle, step);
      });
      return lastAppend;
    };
    return { session, keep };
  }

  /** Forgets the sessions that were not used for long. If a history has kept them, they are continued later. */
  #forgetIdle(now: number): void {
    for (const [handle, { usedAt }] of this.#byHandle) {
      if (now - usedAt > idleTime) this.#byHandle.delete(handle);
    }
  }
}

/** A session of an endpoint. */
export interface McpSession {
  readonly session: Session;
  /** Adds the steps so far to the history. Once that has failed, it fails for all later steps. */
  keep(): Promise<void>;
}

/** Stores the steps of sessions with a handle, so that rules know them after a restart. */
export interface SessionHistory {
  /** Returns the steps of a session, oldest first; none for a new one. If it throws, the calls of the session fail. */
  load(handle: string): Trajectory | Promise<Trajectory>;
  /** Adds a step. The client gets the result of a call after its step was added; if it throws, the call fails. */
  append(handle: string, step: Step): void | Promise<void>;
}

/** Too many sessions are in use. */
class SessionLimitError extends Error {
  constructor(limit: number) {
    super(`${limit} sessions are in use, and none of them was idle for a day`);
  }
}

const maxSessions = 1000;
/** In milliseconds. */
const idleTime = 86_400_000;
