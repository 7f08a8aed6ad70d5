/**
 * The runs that wait for a concurrency limit, as a linked list: adding, starting and removing a run takes constant time,
 * however many runs wait.
 */
export class RunQueue {
  #first: WaitingRun | undefined;
  #last: WaitingRun | undefined;

  /** The number of the run that waits longest; `undefined` if none waits. */
  get next(): number | undefined {
    return this.#first?.number;
  }

  /**
   * Adds a run at the end.
   *
   * @param number - higher than the numbers of the runs that were added before
   * @returns the function that removes the run again
   */
  add(number: number, start: () => void): () => void {
    const run: WaitingRun = { number, start, before: this.#last, after: undefined };
    if (this.#last === undefined) this.#first = run;
    else this.#last.after = run;
    this.#last = run;
    return () => this.#remove(run);
  }

  /** Removes the run that waits longest, and starts it. */
  startNext(): void {
    const run = this.#first;
    if (run === undefined) return;
    this.#remove(run);
    run.start();
  }

  #remove(run: WaitingRun): void {
    const { before, after } = run;
    if (before !== undefined) before.after = after;
    else if (this.#first === run) this.#first = after;
    if (after !== undefined) after.before = before;
    else if (this.#last === run) this.#last = before;
    run.before = undefined;
    run.after = undefined;
  }
}

interface WaitingRun {
  readonly number: number;
  readonly start: () => void;
  before: WaitingRun | undefined;
  after: WaitingRun | undefined;
}
