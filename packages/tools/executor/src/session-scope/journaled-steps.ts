/** Records the steps of a durable run, so that another process can continue it. */
import type { Step } from "@helve/core";
import type { History } from "./history.ts";

/**
 * Records the steps of a run, so that another process continues it: the recorded results of a step are returned instead of doing its work
 * again. `@helve/durable` has such journals.
 */
export interface Journal {
  /**
   * Runs a function and records its result, or returns the recorded one. Steps are identified by the order in which they are begun; several may be
   * in progress.
   *
   * @param name - for people; a run that continues begins the same steps with the same names
   * @param work - returns JSON
   * @throws if the result can't be recorded: then the run can't go on in this process
   */
  step<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

/**
 * The steps of a session's journal. The trajectory steps of recorded results are added to the history, in the order in which they ended,
 * before the work of any other step begins: no decision is taken without a step that was recorded. Then the other steps go on in the order
 * in which they were begun, however long the journal took for each.
 */
export class JournaledSteps {
  readonly #journal: Journal;
  readonly #history: History;
  /** The journal's steps of which it is not known yet whether they are recorded, by their numbers. */
  readonly #undetermined = new Set<number>();
  /** The steps that are not recorded, and wait until no step is undetermined. */
  #waiting: { readonly number: number; readonly goOn: () => void }[] = [];
  #restored: { readonly end: number; readonly steps: readonly Step[] }[] = [];
  /** How many steps were begun so far; the same at the same place in each process. */
  begun = 0;

  constructor(journal: Journal, history: History) {
    this.#journal = journal;
    this.#history = history;
  }

  /**
   * @param work - must await `ready` before it decides anything; what it did before is visible to the steps that are in progress with it
   * @param stepsOf - what a recorded result has added to the trajectory
   */
  async step<Result>(
    name: string,
    work: (ready: () => Promise<void>) => Promise<Recorded<Result>>,
    stepsOf: (result: Result) => readonly Step[],
  ): Promise<Result> {
    const number = this.begun++;
    this.#undetermined.add(number);
    let isLive = false;
    const live = (): Promise<Recorded<Result>> => {
      isLive = true;
      return work(() => {
        const { promise, resolve } = Promise.withResolvers<void>();
        this.#waiting.push({ number, goOn: resolve });
        this.#determined(number);
        return promise;
      });
    };
    try {
      await undefined; // steps that are begun at the same time are all known from here on
      const { result, end } = await this.#journal.step(name, live);
      if (!isLive) this.#restored.push({ end, steps: stepsOf(result) });
      return result;
    } finally {
      this.#determined(number);
    }
  }

  #determined(number: number): void {
    this.#undetermined.delete(number);
    if (this.#undetermined.size > 0) return;
    this.#addRestored();
    const waiting = this.#waiting.sort((left, right) => left.number - right.number);
    this.#waiting = [];
    // The step that was determined last has to wait first, as the others do.
    queueMicrotask(() => {
      for (const { goOn } of waiting) goOn();
    });
  }

  #addRestored(): void {
    const restored = this.#restored.sort((left, right) => left.end - right.end);
    this.#restored = [];
    for (const { steps } of restored) for (const step of steps) this.#history.add(step);
  }
}

/** The record of a step in a journal. */
export interface Recorded<Result> {
  readonly result: Result;
  /** How many trajectory steps there were when it ended: the order in which steps ended that were in progress at the same time. */
  readonly end: number;
}
