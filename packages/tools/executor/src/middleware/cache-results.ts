import { type Action, canonicalJson, type ResultPart } from "@helve/core";
import { unlessAborted } from "@helve/core/internal";
import type { Middleware } from "../middleware.ts";

/**
 * Returns the cached result for a call with the same tool and arguments. Only the results of `idempotent` tools are cached,
 * and failures never. Equal calls at the same time share one run; if the caller that started it aborts, the next one runs.
 *
 * An idempotent tool that changes something should not be cached (delete a file, create it again, delete it again): list the
 * tools to cache in `tools`.
 *
 * @example
 * executor.use(cacheResults({ ttl: 60_000, tools: ["Weather.Forecast"] }));
 */
export function cacheResults(options: CacheOptions = {}): ResultCache {
  const { ttl = 300_000, max = 1000, key: keyOf = defaultCacheKey } = options;
  const tools = options.tools && new Set(options.tools);
  let cached = new Map<string, CachedResult>();
  let running = new Map<string, Promise<Outcome>>();

  const middleware: Middleware = async (action, next, { tool, signal }) => {
    if (tool.idempotent !== true || tools?.has(action.name) === false) return next();
    const key = keyOf(action);
    for (;;) {
      const hit = lookUp(key);
      if (hit !== undefined) return hit;
      const shared = running.get(key);
      const outcome = await (shared === undefined ? start(key, next, signal) : unlessAborted(() => shared, signal));
      if (outcome === "aborted") throw signal.reason;
      if (outcome.ok) return shared === undefined ? outcome.parts : structuredClone(outcome.parts);
      if (shared === undefined || !outcome.aborted) throw outcome.error;
    }
  };

  /** Returns a cached result that has not expired. */
  function lookUp(key: string): readonly ResultPart[] | undefined {
    const entry = cached.get(key);
    if (entry === undefined) return undefined;
    cached.delete(key);
    if (performance.now() - entry.since >= ttl) return undefined;
    cached.set(key, entry); // moves it to the end: the most recently used
    return structuredClone(entry.parts);
  }

  /** Starts a run that equal calls share. */
  function start(key: string, next: () => Promise<readonly ResultPart[]>, signal: AbortSignal): Promise<Outcome> {
    const [cachedNow, runningNow] = [cached, running];
    const run = runOutcome(next, signal).then((outcome) => {
      runningNow.delete(key);
      if (outcome.ok) store(cachedNow, key, outcome.parts);
      return outcome;
    });
    runningNow.set(key, run);
    return run;
  }

  /** Stores a result, and drops the oldest ones. */
  function store(entries: Map<string, CachedResult>, key: string, parts: readonly ResultPart[]): void {
    entries.set(key, { parts: structuredClone(parts), since: performance.now() });
    const [oldest] = entries.keys();
    if (entries.size > max && oldest !== undefined) entries.delete(oldest);
  }

  return Object.assign(middleware, {
    untimed: true, // a call may wait for the run of another call
    clear(): void {
      cached = new Map();
      running = new Map();
    },
  });
}

/** Options of {@link cacheResults}. */
export interface CacheOptions {
  /** How long a result is cached, in milliseconds; five minutes by default. */
  readonly ttl?: number | undefined;
  /** The highest number of cached results; the least recently used one is dropped. 1,000 by default. */
  readonly max?: number | undefined;
  /** Returns the cache key of an action; by default the tool's name and its arguments as canonical JSON. */
  readonly key?: ((action: Action) => string) | undefined;
  /** The names of the tools whose results are cached; by default all idempotent tools. */
  readonly tools?: readonly string[] | undefined;
}

/** A middleware that caches results. */
export interface ResultCache extends Middleware {
  /** Drops all results, also of calls that are still running. */
  clear(): void;
}

interface CachedResult {
  readonly parts: readonly ResultPart[];
  readonly since: number;
}

type Outcome =
  | { readonly ok: true; readonly parts: readonly ResultPart[] }
  | { readonly ok: false; readonly error: unknown; readonly aborted: boolean };

/** Runs the tool and returns what it returned or threw, or that it was aborted. */
async function runOutcome(next: () => Promise<readonly ResultPart[]>, signal: AbortSignal): Promise<Outcome> {
  try {
    const parts = await unlessAborted(next, signal);
    return parts === "aborted" ? { ok: false, error: signal.reason, aborted: true } : { ok: true, parts };
  } catch (error) {
    return { ok: false, error, aborted: signal.aborted };
  }
}

/** Returns a key that is equal for calls of the same tool with equal arguments. */
function defaultCacheKey({ name, args }: Action): string {
  return canonicalJson([name, args]);
}
