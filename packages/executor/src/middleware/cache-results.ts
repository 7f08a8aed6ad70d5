import { type Action, canonicalJson, type ResultPart } from "@helve/core";
import { unlessAborted } from "@helve/core/internal";
import type { Middleware } from "../middleware.ts";

/** What is kept, and how long. */
export interface CacheOptions {
  /** How long a result is good, in milliseconds; five minutes by default. */
  readonly ttl?: number | undefined;
  /** How many results are kept; beyond that the one that was not asked for longest goes. 1,000 by default. */
  readonly max?: number | undefined;
  /** What equal calls have in common; the tool's name and its arguments as canonical JSON by default. */
  readonly key?: ((action: Action) => string) | undefined;
  /** The names of the tools whose results are kept, of those that are idempotent; all of these by default. */
  readonly tools?: readonly string[] | undefined;
}

/** A middleware that keeps results. */
export interface ResultCache extends Middleware {
  /** Forgets all results, those of calls that are running included. */
  clear(): void;
}

/**
 * Gives an equal call the result that is there already. Only tools that say that they are `idempotent` take part. A
 * failure is never kept. Equal calls at the same time share one run and what comes of it, unless who started it gave it
 * up: then the next one runs.
 *
 * An idempotent tool that changes something (a file deleted, made again, deleted again) should not take part: name those
 * that may in `tools`.
 *
 * @example
 * executor.use(cacheResults({ ttl: 60_000, tools: ["Weather.Forecast"] }));
 */
export function cacheResults(options: CacheOptions = {}): ResultCache {
  const { ttl = 300_000, max = 1000, key: keyOf = defaultKey } = options;
  const tools = options.tools && new Set(options.tools);
  let kept = new Map<string, Kept>();
  let running = new Map<string, Promise<Outcome>>();

  const middleware: Middleware = async (action, next, { tool, signal }) => {
    if (tool.idempotent !== true || tools?.has(action.name) === false) return next();
    const key = keyOf(action);
    for (;;) {
      const hit = recall(key);
      if (hit !== undefined) return hit;
      const shared = running.get(key);
      const outcome = await (shared === undefined ? start(key, next, signal) : unlessAborted(() => shared, signal));
      if (outcome === "aborted") throw signal.reason;
      if (outcome.ok) return shared === undefined ? outcome.parts : structuredClone(outcome.parts);
      if (shared === undefined || !outcome.givenUp) throw outcome.error;
    }
  };

  function recall(key: string): readonly ResultPart[] | undefined {
    const entry = kept.get(key);
    if (entry === undefined) return undefined;
    kept.delete(key);
    if (performance.now() - entry.since >= ttl) return undefined;
    kept.set(key, entry); // the last that was asked for
    return structuredClone(entry.parts);
  }

  function start(key: string, next: () => Promise<readonly ResultPart[]>, signal: AbortSignal): Promise<Outcome> {
    const [keptNow, runningNow] = [kept, running];
    const run = outcomeOf(next, signal).then((outcome) => {
      runningNow.delete(key);
      if (outcome.ok) keep(keptNow, key, outcome.parts);
      return outcome;
    });
    runningNow.set(key, run);
    return run;
  }

  function keep(entries: Map<string, Kept>, key: string, parts: readonly ResultPart[]): void {
    entries.set(key, { parts: structuredClone(parts), since: performance.now() });
    const [oldest] = entries.keys();
    if (entries.size > max && oldest !== undefined) entries.delete(oldest);
  }

  return Object.assign(middleware, {
    clear(): void {
      kept = new Map();
      running = new Map();
    },
  });
}

interface Kept {
  readonly parts: readonly ResultPart[];
  readonly since: number;
}

type Outcome =
  | { readonly ok: true; readonly parts: readonly ResultPart[] }
  | { readonly ok: false; readonly error: unknown; readonly givenUp: boolean };

async function outcomeOf(next: () => Promise<readonly ResultPart[]>, signal: AbortSignal): Promise<Outcome> {
  try {
    return { ok: true, parts: await next() };
  } catch (error) {
    return { ok: false, error, givenUp: signal.aborted };
  }
}

function defaultKey({ name, args }: Action): string {
  return canonicalJson([name, args]);
}
