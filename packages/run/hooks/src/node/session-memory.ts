/** Keeps sessions in memory between events, for the background process. */
import type { KeptGuards } from "./kept-guards.ts";
import type { SessionLog } from "./session-log.ts";

/** A session that a process keeps in memory between events. Files that have changed on the disk are read again. */
export interface SessionMemory {
  log?: SessionLog;
  /** Those of the places where the agent worked, the latest first. */
  guards?: readonly KeptGuards[];
}

/** The sessions that a process keeps in memory. */
export class SessionMemories {
  readonly #byLog: Map<string, SessionMemory> = new Map();

  /** The memory of the session with a log. @param path - of the log */
  of(path: string): SessionMemory {
    const memory = this.#byLog.get(path) ?? {};
    this.#byLog.delete(path);
    this.#byLog.set(path, memory);
    const [oldest] = this.#byLog.keys();
    if (this.#byLog.size > mostSessions && oldest !== undefined) this.#byLog.delete(oldest);
    return memory;
  }

  /** Forgets everything, so that less memory is used. */
  clear(): void {
    this.#byLog.clear();
  }
}

const mostSessions = 20;
