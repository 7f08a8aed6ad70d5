import type { Action, Step, ToolCall, Trajectory } from "@helve/core";
import { deepFreeze } from "@helve/core/internal";

/**
 * The steps of a session and its calls in flight: those that were admitted, by a decision that let them run, and have not
 * ended. Guards read a snapshot of it.
 */
export class History {
  /** The steps before the session. */
  readonly #before: Trajectory;
  /** The steps of the calls that have ended, in the order in which they ended. Steps are only added. */
  readonly #ended: Step[] = [];
  /** The steps of the calls in flight, in the order in which they were admitted. */
  readonly #inFlight = new Map<ToolCall, Step>();
  /** How many calls were admitted, and how many have ended. */
  admissions = 0;
  ends = 0;

  constructor(before: Trajectory = []) {
    this.#before = before;
  }

  /** The actions of the calls in flight, in the order in which they were admitted. */
  get inFlight(): readonly Action[] {
    return Array.from(this.#inFlight.values(), ({ action }) => action);
  }

  /** The steps before the session and those of the calls that have ended. */
  get steps(): Trajectory {
    return this.#ended.length === 0 ? this.#before : Object.freeze([...this.#before, ...this.#ended]);
  }

  /** Adds a call in flight. */
  admit(call: ToolCall, action: Action): void {
    this.#inFlight.set(call, deepFreeze({ action, observation: nothing, ran: false, inFlight: true }));
    this.admissions++;
  }

  /** Replaces the step of a call in flight by that of its run, whose result the guards review. */
  setStep(call: ToolCall, step: Step): void {
    if (this.#inFlight.has(call)) this.#inFlight.set(call, step);
  }

  /** Adds the step of a call that has ended, which may have been in flight. @param step - absent if it adds none */
  end(call: ToolCall, step: Step | undefined): void {
    this.#inFlight.delete(call);
    if (step === undefined) return;
    this.#ended.push(deepFreeze(step));
    this.ends++;
  }

  /**
   * Returns a function that returns the steps of this moment, the calls in flight last. The list is created when it is read
   * for the first time, because most decisions don't read it.
   *
   * @param except - a call that is left out
   */
  snapshot(except?: ToolCall): () => Trajectory {
    const { length } = this.#ended;
    const inFlight: Step[] = [];
    for (const [call, step] of this.#inFlight) if (call !== except) inFlight.push(step);
    let steps: Trajectory | undefined = length === 0 && inFlight.length === 0 ? this.#before : undefined;
    return () => {
      steps ??= Object.freeze([...this.#before, ...this.#ended.slice(0, length), ...inFlight]);
      return steps;
    };
  }
}

const nothing = Object.freeze({ parts: Object.freeze([]), isError: false });
