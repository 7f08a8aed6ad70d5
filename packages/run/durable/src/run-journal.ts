import { AsyncLocalStorage } from "node:async_hooks";
import type { Journal } from "@helve/executor";

/**
 * The journal of one attempt to run a workflow. A step within a step is part of it. When the engine can't record a step, no other is begun:
 * another attempt continues, perhaps in another process.
 */
export class RunJournal implements Journal {
  readonly #journal: Journal;
  readonly #inStep = new AsyncLocalStorage<true>();
  #failure: { readonly error: unknown } | undefined;

  constructor(journal: Journal) {
    this.#journal = journal;
  }

  async step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#inStep.getStore() === true) return work();
    this.throwIfFailed();
    try {
      return await this.#journal.step(name, () => this.#inStep.run(true, work));
    } catch (error) {
      this.#failure ??= { error };
      throw error;
    }
  }

  /** @throws the error that ended the attempt, however the loop has understood it */
  throwIfFailed(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }
}
