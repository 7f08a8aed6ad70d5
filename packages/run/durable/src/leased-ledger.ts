/** A ledger of calls that several processes share. A process that no longer renews its lease counts as ended, and its calls as unknown. */
import { sha256Now, unlessAborted, waitUnlessAborted } from "@helve/core/internal";
import type { AdmissionRecord, LedgerRun, LedgerState, RunLedger } from "@helve/executor";
import { readResult, recordedResult } from "./recorded-result.ts";

/** A ledger that processes share. Each gives signs of life: what a process ran that gives none any more is unknown. */
export interface LeasedLedger extends RunLedger {
  /**
   * The names of the processes that don't give a sign of life any more, in order of the names. A process has to be missing for half a lease on
   * this process's own clock, in calls that are less than that apart.
   */
  deadProcesses(): Promise<readonly string[]>;
  /** Forgets the names of processes that don't give a sign of life any more, when their work is continued. */
  forgetProcesses(names: readonly string[]): Promise<void>;
  /** Begins to give signs of life. The first run does it as well. */
  open(): Promise<void>;
  /** Ends the signs of life as soon as no run is in progress. After the lease, {@link deadProcesses} names this process, so that others continue its work. */
  lapse(): void;
  /** Ends the signs of life and forgets this process, which must have no run in progress and no work that others have to continue. */
  close(): Promise<void>;
}

/** Options of a {@link LeasedLedger}. */
export interface LedgerOptions {
  /**
   * The name of this process, which no other process has at the same time; after a restart it is the same. Then what it ran before is known to
   * have ended at once. By default it has none: what ran is unknown when its signs of life have been missing for `lease`.
   */
  readonly process?: string | undefined;
  /**
   * After how long without a sign of life a process counts as ended, in milliseconds; 10,000 by default. It gives six in this time. The storage's
   * clock measures the first half; the process that takes over measures the second half itself, so no jump of a clock ends a process.
   */
  readonly lease?: number | undefined;
}

/** Where a ledger keeps its runs. While it can't be reached, each function waits; each has the same effect when it is repeated. */
export interface LedgerStorage {
  /**
   * Adds a run that isn't there. Otherwise it takes the run over if nobody runs it, or a process that was replaced.
   *
   * @param lost - a process without a sign of life, whose run is taken over, too
   * @returns the state of the run before, with the recorded result if it has ended; `running` by a living process, which may be this one
   */
  begin(run: StoredRun, lost: string | undefined, signal: AbortSignal | undefined): Promise<StoredState>;
  /** Records the result of a run that has not ended, also if another process has taken it over: what is known now counts. */
  end(id: string, result: string): Promise<void>;
  /** Removes a run that this process runs. */
  forget(id: string, me: string): Promise<void>;
  /** Records that this process no longer executes a run. */
  leave(id: string, me: string): Promise<void>;
  /** Returns the decision about a call. */
  find(session: string, call: string): Promise<string | undefined>;
  /** Renews the lease of this process. */
  live(process: LivingProcess): Promise<void>;
  /** The earlier processes of the same name have ended. */
  replace(process: LivingProcess & { readonly name: string }): Promise<void>;
  die(process: LivingProcess): Promise<void>;
  deadProcesses(): Promise<readonly string[]>;
  forgetProcesses(names: readonly string[]): Promise<void>;
}

/** A run as it is stored. */
export interface StoredRun {
  /** The hash of its key. */
  readonly id: string;
  readonly session: string | undefined;
  /** The hash of its call. */
  readonly call: string | undefined;
  readonly tool: string;
  readonly guard: string;
  /** The process that begins it. */
  readonly me: string;
}

/** The stored state of a run when the run is about to begin. */
export type StoredState =
  | { readonly kind: "begun" }
  | { readonly kind: "ended"; readonly result: string }
  | { readonly kind: "unknown"; readonly startedAt: number }
  | { readonly kind: "running"; readonly isOwn: boolean }
  /** By a process without a sign of life. */
  | { readonly kind: "lost"; readonly process: string };

/** One start of a process. */
interface LivingProcess {
  readonly id: string;
  readonly name: string | undefined;
  /** How long a sign of life counts, in milliseconds. */
  readonly lease: number;
}

/** Creates a ledger over a storage that several processes share. @throws TypeError if the lease is not a positive number */
export function leasedLedger(
  storage: LedgerStorage,
  { process: name, lease = 10_000 }: LedgerOptions = {},
): LeasedLedger {
  if (!(lease > 0 && Number.isFinite(lease))) {
    throw new TypeError(`the lease must be a positive number of milliseconds (got ${String(lease)})`);
  }
  /** One for each time that a process was started. */
  const me = crypto.randomUUID();
  const self: LivingProcess = { id: me, name, lease: lease / 2 };
  const isAbsent = absences(lease / 2);
  const running = new Map<string, PromiseWithResolvers<void>>();
  let opened: Promise<void> | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  let isLapsing = false;

  /** Announces this process, and starts to renew its lease. */
  async function start(): Promise<void> {
    if (name !== undefined) await storage.replace({ ...self, name });
    await storage.live(self);
    timer = setInterval(() => void storage.live(self).catch(() => undefined), lease / 6);
    timer.unref?.();
  }

  /** Starts the ledger once. */
  function open(): Promise<void> {
    opened ??= start();
    return opened.catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
  }

  /** Marks a run as ended in this process. */
  function settled(key: string): void {
    running.get(key)?.resolve();
    running.delete(key);
    endSignsIfLapsing();
  }

  /** Ends the signs of life once no run is left after the lease ended. */
  function endSignsIfLapsing(): void {
    if (!isLapsing || running.size > 0) return;
    clearInterval(timer);
    opened = undefined; // a later run gives signs again
  }

  /** Begins a run, unless the ledger has its result or another process runs it. */
  async function begin(run: LedgerRun, signal: AbortSignal | undefined): Promise<LedgerState | "running"> {
    const stored = storedRun(run, me);
    let state = await storage.begin(stored, undefined, signal);
    if (state.kind === "lost" && isAbsent(state.process)) state = await storage.begin(stored, state.process, signal);
    if (state.kind === "lost") return "running";
    if (state.kind === "ended") return { kind: "ended", result: readResult(JSON.parse(state.result)) };
    if (state.kind !== "running") return state;
    // This process does not run it, so it was begun by a command whose answer was lost with the connection.
    return state.isOwn ? { kind: "begun" } : "running";
  }

  return {
    open,
    async begin(run, signal) {
      await open();
      const { key } = run;
      for (;;) {
        const own = running.get(key);
        if (own !== undefined) {
          if ((await unlessAborted(() => own.promise, signal)) === "aborted") return { kind: "aborted" };
          continue;
        }
        running.set(key, Promise.withResolvers());
        let state: LedgerState | "running";
        try {
          state = await begin(run, signal);
        } catch (error) {
          settled(key);
          if (signal?.aborted === true) return { kind: "aborted" };
          throw error;
        }
        if (state === "running") {
          settled(key);
          await waitUnlessAborted(Math.min(pollInterval, lease / 8), signal);
          if (signal?.aborted === true) return { kind: "aborted" };
          continue;
        }
        if (state.kind === "ended") settled(key);
        return state;
      }
    },
    async end({ key }, result) {
      await storage.end(sha256Now(key), JSON.stringify(recordedResult(result)));
      settled(key);
    },
    async forget({ key }) {
      await storage.forget(sha256Now(key), me);
      settled(key);
    },
    async leave({ key }) {
      await storage.leave(sha256Now(key), me);
      settled(key);
    },
    async find({ session, call }) {
      if (session === undefined || call === undefined) return undefined;
      const guard = await storage.find(session, sha256Now(call));
      return guard === undefined ? undefined : (JSON.parse(guard) as AdmissionRecord);
    },
    deadProcesses: async () => (await storage.deadProcesses()).filter((dead) => isAbsent(`named ${dead}`)),
    forgetProcesses: (names) => storage.forgetProcesses(names),
    lapse() {
      isLapsing = true;
      endSignsIfLapsing();
    },
    async close() {
      clearInterval(timer);
      if (opened === undefined) return;
      await opened.catch(() => undefined);
      opened = undefined;
      await storage.die(self);
    },
  };
}

/** Returns a function that tells whether something has been missing for a time, each time that it is found missing. */
function absences(time: number): (name: string) => boolean {
  const seen = new Map<string, { readonly since: number; readonly last: number }>();
  return (name) => {
    const now = performance.now();
    const before = seen.get(name);
    // It may have been there in between if nobody has looked for longer than a sign of life counts.
    const since = before === undefined || now - before.last >= time ? now : before.since;
    seen.set(name, { since, last: now });
    return now - since >= time;
  };
}

/** Converts a run to what the ledger stores: hashes instead of its contents. */
function storedRun({ key, session, call, action, guard }: LedgerRun, me: string): StoredRun {
  const callHash = call === undefined ? undefined : sha256Now(call);
  return { id: sha256Now(key), session, call: callHash, tool: action.name, guard: JSON.stringify(guard), me };
}

/** How often a run is looked at that another process runs, in milliseconds; more often if the lease is short. */
const pollInterval = 200;
