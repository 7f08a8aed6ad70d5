import type { Check } from "./check.ts";

/** What is kept while one value is checked, so that a schema that leads to itself by several ways ends soon. */
export interface Memory {
  /** How many references may still be followed without looking whether the answer is known. */
  left: number;
  /** What turned out to fit and what not, by schema; only where there was something to keep. */
  readonly kept: Map<unknown, boolean>[];
}

/** What takes a fraction of a second: to keep answers sooner would cost more than it saves. */
const withoutKeeping = 100_000;

export function newMemory(): Memory {
  return { left: withoutKeeping, kept: [] };
}

/** Makes a memory ready for the next value. */
export function forget(memory: Memory): void {
  memory.left = withoutKeeping;
  if (memory.kept.length === 0) return;
  for (const known of memory.kept.splice(0)) known.clear();
}

/** A check that answers for each value once, as soon as there is much to do. */
export function remembered(check: Check, memory: Memory): Check {
  const known = new Map<unknown, boolean>();
  const fits = (value: unknown): boolean => {
    if (memory.left > 0) {
      memory.left--;
      return check.fits(value);
    }
    const before = known.get(value);
    if (before !== undefined) return before;
    const answer = check.fits(value);
    if (known.size === 0) memory.kept.push(known);
    known.set(value, answer);
    return answer;
  };
  return {
    fits,
    note: (value, notes) => {
      if (notes.room < 0) return;
      if (memory.left > 0) memory.left--;
      else if (fits(value)) return;
      check.note(value, notes);
    },
  };
}
