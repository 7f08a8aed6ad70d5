import type { Action } from "./action.ts";
import type { DecodedAction } from "./argument-parser.ts";
import type { Step, Trajectory } from "./trajectory.ts";
import type { StateVerdict, Verdict } from "./verdict.ts";

/** What a guard may look at beside the action. */
export interface GuardContext {
  /** The steps before the action. */
  readonly trajectory: Trajectory;
  /** What the user asked for. */
  readonly prompt: string;
  /** The host's world, if the host gives one. */
  readonly state?: unknown;
  readonly signal: AbortSignal;
  /** Makes an action that can run of one that the guard put together itself; it has to be looked at like any other. */
  decode(action: Action): Promise<DecodedAction>;
  /** The same for arguments that are yet to be read from a text, as if a model had sent it. Absent: nothing can. */
  decodeText?(action: Action, text: string): Promise<DecodedAction>;
  /** Runs an action that a rule invokes beside the one looked at; guards are asked about it, too. Absent: nothing can. */
  run?(action: Action): Promise<Step>;
}

/** Stands between an action and its tool. A guard that throws, or whose verdict JSON can't say, stops the action. */
export interface Guard {
  /** Asked before an action runs. */
  before(action: Action, context: GuardContext): Promise<Verdict>;
  /**
   * Asked in the place of `before` when what it waited for has come; a guard without it takes no answers.
   *
   * @param pending - what it said then
   * @param answer - what was answered, in words of the guard's own
   */
  resume?(pending: Verdict & { readonly kind: "pending" }, answer: unknown, context: GuardContext): Promise<Verdict>;
  /** Asked after an action ran, before the model sees what came of it: any verdict but `allow` withholds that. */
  after?(step: Step, context: GuardContext): Promise<Verdict>;
  /** Asked by an agent's loop when the host's world has changed. */
  stateChanged?(before: unknown, after: unknown, context: GuardContext): Promise<StateVerdict>;
  /** Asked by an agent's loop when the agent says that it is done: `stop` means that it is not done yet. */
  finishing?(context: GuardContext): Promise<StateVerdict>;
}
