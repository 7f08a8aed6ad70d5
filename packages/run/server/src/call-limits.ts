/** Limits how many calls are open at the same time, and how many a caller may send in a period. */
export class CallLimits {
  #open = 0;
  readonly #maxCalls: number;
  readonly #rate: { readonly calls: number; readonly per: number } | undefined;
  /** By the name of the caller's key: the time at which the caller has used up what it may use, in milliseconds. */
  readonly #busyUntil = new Map<string | undefined, number>();

  constructor(maxCalls: number, rate: { readonly calls: number; readonly per: number } | undefined) {
    this.#maxCalls = maxCalls;
    this.#rate = rate;
  }

  /** How many calls are open. */
  get open(): number {
    return this.#open;
  }

  /**
   * Counts a call, if it may start.
   *
   * @param key - the name of the caller's key
   * @returns the status with which to refuse the call and after how many seconds it may be sent again, or `undefined`
   */
  enter(key: string | undefined, now: number): Refusal | undefined {
    if (this.#open >= this.#maxCalls)
      return { status: 503, retryAfter: 1, error: "There are too many calls at the moment." };
    const wait = this.#waitOf(key, now);
    if (wait > 0) return { status: 429, retryAfter: Math.ceil(wait / 1000), error: "You have sent too many calls." };
    this.#open++;
    return undefined;
  }

  leave(): void {
    this.#open--;
  }

  /** The generic cell rate algorithm: each call takes its part of the period, and a whole period may be used at once. */
  #waitOf(key: string | undefined, now: number): number {
    if (this.#rate === undefined) return 0;
    const { calls, per } = this.#rate;
    const busyUntil = Math.max(this.#busyUntil.get(key) ?? 0, now) + per / calls;
    const wait = busyUntil - now - per;
    if (wait > 1e-6) return wait; // not counted: it is refused
    this.#busyUntil.set(key, busyUntil);
    return 0;
  }
}

/** Why a call may not start. */
export interface Refusal {
  readonly status: 429 | 503;
  /** In seconds. */
  readonly retryAfter: number;
  readonly error: string;
}
