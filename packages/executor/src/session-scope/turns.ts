import { onAbort } from "@helve/core/internal";
import { RunQueue } from "../run-queue.ts";

/**
 * The turns of a session's decisions: one decision is taken after the other, in the order of the calls. A decision gives up
 * its turn while it waits for a person or a model, and when it has kept others waiting for {@link longestTurn}.
 */
export class Turns {
  #holder: Turn | undefined;
  readonly #waiting = new RunQueue();
  #count = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Takes the next turn. @returns a promise if another decision has the turn; `undefined` if the signal is aborted */
  take(signal: AbortSignal | undefined): Turn | Promise<Turn | undefined> {
    return this.#holder === undefined ? this.#start() : this.#wait(signal);
  }

  #start(): Turn {
    const turn = new Turn(() => {
      if (this.#holder !== turn) return;
      clearTimeout(this.#timer);
      this.#holder = undefined;
      this.#waiting.startNext();
    });
    this.#holder = turn;
    if (this.#waiting.next !== undefined) this.#limitTurn();
    return turn;
  }

  #wait(signal: AbortSignal | undefined): Promise<Turn | undefined> {
    if (signal?.aborted === true) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      if (this.#waiting.next === undefined) this.#limitTurn();
      const remove = this.#waiting.add(this.#count++, () => {
        stopListening?.();
        resolve(this.#start());
      });
      const stopListening =
        signal &&
        onAbort(signal, () => {
          remove();
          if (this.#waiting.next === undefined) clearTimeout(this.#timer);
          resolve(undefined);
        });
    });
  }

  /** Ends the current turn after {@link longestTurn}, because another decision waits for it. */
  #limitTurn(): void {
    const turn = this.#holder;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => turn?.release(), longestTurn);
  }
}

/** The turn of one decision. */
export class Turn {
  #isHeld = true;
  readonly #onRelease: () => void;

  constructor(onRelease: () => void) {
    this.#onRelease = onRelease;
  }

  /** False if the turn has ended, or the decision has given it up. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Ends the turn, so that the next decision can be taken. */
  release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#onRelease();
  }
}

/** How long a decision may keep others waiting, in milliseconds. */
const longestTurn = 5000;
