/** Lets the decisions of a session take turns, in the order of the calls. */
import { onAbort } from "@helve/core/internal";
import { RunQueue } from "../run-queue.ts";

/**
 * The turns of a session's decisions: one decision is taken after the other, in the order of the calls. A decision gives up
 * its turn while it waits for a person or a model, and when it has kept others waiting for {@link longestTurn}.
 */
export class Turns {
  #holder: Turn | undefined;
  /** Created for the first decision that has to wait. */
  #waiting: RunQueue | undefined;
  #count = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Waits for the next turn. @returns `undefined` if the signal is aborted while another decision has the turn */
  async take(signal: AbortSignal | undefined): Promise<Turn | undefined> {
    return this.#holder === undefined ? this.#start() : this.#wait(signal);
  }

  /** Whether a decision has the turn. */
  isHeldBy(turn: Turn): boolean {
    return this.#holder === turn;
  }

  /** Ends a decision's turn, if it still has it, so that the next decision can be taken. */
  release(turn: Turn): void {
    if (this.#holder !== turn) return;
    this.#holder = undefined;
    if (this.#waiting === undefined) return;
    clearTimeout(this.#timer);
    this.#waiting.startNext();
  }

  #start(): Turn {
    const turn = new Turn(this);
    this.#holder = turn;
    if (this.#waiting?.next !== undefined) this.#limitTurn(turn);
    return turn;
  }

  #wait(signal: AbortSignal | undefined): Promise<Turn | undefined> {
    if (signal?.aborted === true) return Promise.resolve(undefined);
    this.#waiting ??= new RunQueue();
    const waiting = this.#waiting;
    return new Promise((resolve) => {
      if (waiting.next === undefined && this.#holder !== undefined) this.#limitTurn(this.#holder);
      const remove = waiting.add(this.#count++, () => {
        stopListening?.();
        resolve(this.#start());
      });
      const stopListening =
        signal &&
        onAbort(signal, () => {
          remove();
          if (waiting.next === undefined) clearTimeout(this.#timer);
          resolve(undefined);
        });
    });
  }

  /** Ends a turn after {@link longestTurn}, because another decision waits for it. */
  #limitTurn(turn: Turn): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.release(turn), longestTurn);
  }
}

/** The turn of one decision. */
export class Turn {
  readonly #turns: Turns;

  constructor(turns: Turns) {
    this.#turns = turns;
  }

  /** False if the turn has ended, or the decision has given it up. */
  get isHeld(): boolean {
    return this.#turns.isHeldBy(this);
  }

  /** Ends the turn, so that the next decision can be taken. */
  release(): void {
    this.#turns.release(this);
  }
}

/** How long a decision may keep others waiting, in milliseconds. */
const longestTurn = 5000;
