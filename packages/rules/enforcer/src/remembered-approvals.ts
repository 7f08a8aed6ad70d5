/** Remembers approvals that a person gave for a session or until a date, so that equal actions are not asked again. */
import { type Action, canonicalJson } from "@helve/core";
import { exactJson } from "@helve/core/internal";
import type { Rule } from "@helve/core/program";
import { withoutRanges } from "./fingerprint.ts";
import type { ApprovalDuration } from "./handlers.ts";

/** The most approvals that are stored. Then the oldest is dropped, and the person is asked again. */
const maxApprovals = 10_000;

/**
 * The approvals that hold for more than one action: for every action of the same tool with equal arguments, under the same
 * rule. A rule whose text changes in a reload is another rule.
 */
export class RememberedApprovals {
  readonly #now: () => number;
  /** When each approval expires, in milliseconds since 1970, in the order in which they were recorded. */
  readonly #expiries = new Map<string, number>();

  /** @param now - the clock, in milliseconds since 1970 */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether no approval is recorded. */
  get isEmpty(): boolean {
    return this.#expiries.size === 0;
  }

  /** Whether an approval of this action under this rule is valid now. */
  has(rule: Rule, action: Action): boolean {
    const key = approvalKey(rule, action);
    const expiry = this.#expiries.get(key);
    if (expiry === undefined) return false;
    // If the clock returns NaN, the comparison is false and the approval expires.
    if (this.#now() < expiry) return true;
    this.#expiries.delete(key);
    return false;
  }

  /**
   * Records an approval.
   *
   * @param expiry - from `expiryTime`
   */
  remember(rule: Rule, action: Action, expiry: number): void {
    const key = approvalKey(rule, action);
    this.#expiries.delete(key);
    this.#expiries.set(key, expiry);
    for (const oldest of this.#expiries.keys()) {
      if (this.#expiries.size <= maxApprovals) break;
      this.#expiries.delete(oldest);
    }
  }
}

/**
 * Returns when an approval expires, in milliseconds since 1970.
 * @returns `undefined` for an invalid date, and for a time without a time zone, which would depend on the machine
 */
export function expiryTime(duration: ApprovalDuration): number | undefined {
  if (duration === "session") return Number.POSITIVE_INFINITY;
  const { until } = (duration ?? {}) as { readonly until?: unknown };
  if (typeof until !== "string" || !isoDateTime.test(until)) return undefined;
  const expiry = Date.parse(until);
  return Number.isNaN(expiry) || !isCalendarDay(until.slice(0, "2026-12-24".length)) ? undefined : expiry;
}

/** Whether a date exists: `Date` reads the 30th of February as a day in March. */
function isCalendarDay(date: string): boolean {
  return new Date(date).toISOString().startsWith(date);
}

/** ISO 8601: a date, or a date and a time with its zone. */
const isoDateTime = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** A key that is equal for exactly the same action under the same rule text. */
function approvalKey(rule: Rule, { name, args }: Action): string {
  return `${canonicalJson(withoutRanges(rule))}${exactJson([name, args])}`;
}
