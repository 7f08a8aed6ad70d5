import { type Action, type Step, type ToolCall, type Trajectory, withHistory } from "@helve/core";
import { freezeCopy, setHistory } from "@helve/core/internal";

/**
 * The steps of a session and its calls in flight: those that were admitted, by a decision that let them run, and have not
 * ended. Guards read a snapshot of it.
 */
export class History {
  /** The steps before the session, and the steps of the calls that have ended, in the order in which they ended. */
  #steps: Trajectory;
  /** Whether `#steps` belongs to this object; then steps are added to it. */
  #isOwn = false;
  /** The steps of the calls in flight, in the order in which they were admitted. */
  #inFlight: Map<ToolCall, Step> | undefined;
  /** How many calls were admitted, and how many have ended. */
  admissions = 0;
  ends = 0;

  /** @param isSession - whether all steps that are added belong to one session, whose trajectories then have the same `history` */
  constructor(before: Trajectory = [], isSession = false) {
    this.#steps = isSession ? withHistory(before, {}) : before;
    this.#isOwn = isSession;
  }

  /** The actions of the calls in flight, in the order in which they were admitted. */
  get inFlight(): readonly Action[] {
    return Array.from(this.#inFlight?.values() ?? [], ({ action }) => action);
  }

  /** The steps before the session, and the steps of the calls that have ended. */
  get steps(): Trajectory {
    return Object.freeze(withHistory(this.#steps, this.#steps.history));
  }

  /** How many steps there are, without the calls in flight. */
  get count(): number {
    return this.#steps.length;
  }

  /** The steps from an index on, without the calls in flight. */
  stepsFrom(index: number): readonly Step[] {
    return this.#steps.slice(index);
  }

  /** Adds a call in flight. */
  admit(call: ToolCall, action: Action): void {
    this.#inFlight ??= new Map();
    this.#inFlight.set(call, Object.freeze({ action, observation: nothing, ran: false, inFlight: true }));
    this.admissions++;
  }

  /** Replaces the step of a call in flight by the step of its run, whose result the guards review. */
  setStep(call: ToolCall, step: Step): void {
    if (this.#inFlight?.has(call)) this.#inFlight.set(call, step);
  }

  /** Adds the step of a call that has ended, which may have been in flight. @param step - absent if it adds none */
  end(call: ToolCall, step: Step | undefined): void {
    this.#inFlight?.delete(call);
    if (step !== undefined) this.add(step);
  }

  /** Adds the step of a call that was never in flight here, such as one that was recorded by another process. */
  add(step: Step): void {
    const steps = this.#isOwn ? (this.#steps as Step[]) : [...this.#steps];
    steps.push(freezeCopy(step, "convert"));
    this.#steps = steps;
    this.#isOwn = true;
    this.ends++;
  }

  /**
   * Returns the steps of this moment, the calls in flight last; or, where a copy is necessary, the function that copies them:
   * most decisions don't read them.
   *
   * @param except - a call that is left out
   */
  snapshot(except: ToolCall | undefined): Trajectory | (() => Trajectory) {
    const reviewed: Step[] = [];
    const inFlight: Step[] = [];
    if (this.#inFlight !== undefined) {
      for (const [call, step] of this.#inFlight) {
        if (call !== except) (step.inFlight === true ? inFlight : reviewed).push(step);
      }
    }
    const steps = this.#steps;
    if (!this.#isOwn && inFlight.length === 0 && reviewed.length === 0) return steps;
    const { length } = steps;
    let copy: Trajectory | undefined;
    return () => {
      if (copy !== undefined) return copy;
      const all = steps.slice(0, length);
      all.push(...reviewed, ...inFlight);
      // A step whose result is under review may still change its place or its result.
      copy = reviewed.length > 0 ? all : setHistory(all, steps.history);
      return copy;
    };
  }
}

const nothing = Object.freeze({ parts: Object.freeze([]), isError: false });
