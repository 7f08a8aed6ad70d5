/** Caches the results of checks during one validation, so that recursive schemas are validated in linear time. */
import type { Check } from "./check.ts";

/**
 * Cached results during the validation of one value, so that a schema with many paths back to itself ends in linear
 * time.
 */
export interface ResultCache {
  /** How many references may still be followed without searching the cache. */
  uncachedCalls: number;
  /** The result for each value, by schema; only caches that have entries. */
  readonly filled: Map<unknown, boolean>[];
}

/** Calls until caching starts. They take a fraction of a second; caching earlier costs more than it saves. */
const maxUncachedCalls = 100_000;

/** Creates an empty cache. */
export function createResultCache(): ResultCache {
  return { uncachedCalls: maxUncachedCalls, filled: [] };
}

/** Removes all results from a cache, before the next value is validated. */
export function resetResultCache(cache: ResultCache): void {
  cache.uncachedCalls = maxUncachedCalls;
  if (cache.filled.length === 0) return;
  for (const results of cache.filled.splice(0)) results.clear();
}

/** Wraps a check so that after many calls it evaluates each value only once. */
export function cachedCheck(check: Check, cache: ResultCache): Check {
  const results = new Map<unknown, boolean>();
  const matches = (value: unknown): boolean => {
    if (cache.uncachedCalls > 0) {
      cache.uncachedCalls--;
      return check.matches(value);
    }
    const cached = results.get(value);
    if (cached !== undefined) return cached;
    const result = check.matches(value);
    if (results.size === 0) cache.filled.push(results);
    results.set(value, result);
    return result;
  };
  return {
    matches,
    collectErrors: (value, collector) => {
      if (collector.remaining < 0) return;
      if (cache.uncachedCalls > 0) cache.uncachedCalls--;
      else if (matches(value)) return;
      check.collectErrors(value, collector);
    },
  };
}
