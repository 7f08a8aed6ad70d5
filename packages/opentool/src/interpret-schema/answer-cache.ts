import type { Check } from "./check.ts";

/** Cached results during the validation of one value, so that a schema with many paths back to itself ends in linear time. */
export interface AnswerCache {
  /** How many references may still be followed without looking whether the answer is known. */
  uncachedCalls: number;
  /** The result for each value, by schema; only caches that have entries. */
  readonly filled: Map<unknown, boolean>[];
}

/** Calls until caching starts. They take a fraction of a second; caching earlier costs more than it saves. */
const maxUncachedCalls = 100_000;

export function createAnswerCache(): AnswerCache {
  return { uncachedCalls: maxUncachedCalls, filled: [] };
}

/** Makes a memory ready for the next value. */
export function resetAnswerCache(memory: AnswerCache): void {
  memory.uncachedCalls = maxUncachedCalls;
  if (memory.filled.length === 0) return;
  for (const answers of memory.filled.splice(0)) answers.clear();
}

/** Wraps a check so that it evaluates each value once, as soon as there were many calls. */
export function cachedCheck(check: Check, memory: AnswerCache): Check {
  const answers = new Map<unknown, boolean>();
  const matches = (value: unknown): boolean => {
    if (memory.uncachedCalls > 0) {
      memory.uncachedCalls--;
      return check.matches(value);
    }
    const before = answers.get(value);
    if (before !== undefined) return before;
    const answer = check.matches(value);
    if (answers.size === 0) memory.filled.push(answers);
    answers.set(value, answer);
    return answer;
  };
  return {
    matches,
    collectErrors: (value, collector) => {
      if (collector.remaining < 0) return;
      if (memory.uncachedCalls > 0) memory.uncachedCalls--;
      else if (matches(value)) return;
      check.collectErrors(value, collector);
    },
  };
}
