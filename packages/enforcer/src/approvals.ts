import { type Action, canonicalJson } from "@helve/core";
import type { Rule } from "@helve/core/program";
import type { Remember } from "./inspection.ts";
import { meaningOf } from "./plan/fingerprint.ts";

/** More approvals than this are not kept: what the oldest was for is asked again. */
const most = 10_000;

/**
 * The approvals that hold for more than one action: for any of the same tool with equal arguments, under the same rule. A
 * rule that says something else after a reload is another one.
 */
export class Approvals {
  readonly #now: () => number;
  /** When each ends, in milliseconds since 1970; the oldest first. */
  readonly #ends = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether an approval holds now. */
  holdsFor(rule: Rule, action: Action): boolean {
    if (this.#ends.size === 0) return false;
    const key = keyOf(rule, action);
    const end = this.#ends.get(key);
    if (end === undefined) return false;
    // A clock that says nothing sensible ends it.
    if (this.#now() < end) return true;
    this.#ends.delete(key);
    return false;
  }

  remember(rule: Rule, action: Action, end: number): void {
    const key = keyOf(rule, action);
    this.#ends.delete(key);
    this.#ends.set(key, end);
    for (const oldest of this.#ends.keys()) {
      if (this.#ends.size <= most) break;
      this.#ends.delete(oldest);
    }
  }
}

/**
 * When an approval ends, in milliseconds since 1970.
 *
 * @returns `undefined` for what is no moment: without a time zone it would be another one elsewhere
 */
export function endOf(remember: Remember): number | undefined {
  if (remember === "session") return Number.POSITIVE_INFINITY;
  const { until } = (remember ?? {}) as { readonly until?: unknown };
  if (typeof until !== "string" || !moment.test(until)) return undefined;
  const end = Date.parse(until);
  return Number.isNaN(end) || !isDay(until.slice(0, "2026-12-24".length)) ? undefined : end;
}

/** The 30th of February is read as a day in March. */
function isDay(date: string): boolean {
  return new Date(date).toISOString().startsWith(date);
}

/** ISO 8601: a date, or a date and a time with its zone. */
const moment = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;

function keyOf(rule: Rule, { name, args }: Action): string {
  return canonicalJson([meaningOf(rule), name, args]);
}
