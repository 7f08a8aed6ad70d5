import type { Action } from "./action.ts";
import type { DecodedAction } from "./argument-parser.ts";
import type { JsonValue } from "./json.ts";
import type { JsonSchema } from "./json-schema.ts";
import type { Step, Trajectory } from "./trajectory.ts";
import type { StateVerdict, Verdict } from "./verdict.ts";

/**
 * Decides whether an action may run. If a guard throws, or returns a verdict that isn't JSON, the action is stopped.
 */
export interface Guard {
  /**
   * True if the guard may wait for a person. A host ends the wait for any other guard after a time limit, and stops the action.
   */
  readonly untimed?: boolean;
  /**
   * Called with all tools of a host, when it begins to use the guard and when they change.
   *
   * @throws if the guard can't be used with these tools
   */
  toolsChanged?(tools: readonly ToolSummary[]): void;
  /** Called before an action runs. */
  before(action: Action, context: GuardContext): Promise<Verdict>;
  /**
   * Called instead of `before` once the answer to a pending verdict has arrived, and instead of `stateChanged` and `finishing` for
   * one of theirs. A guard without this method accepts no answers.
   *
   * @param pending - the verdict that the guard returned earlier
   * @param answer - the answer, in a form that the guard defines
   */
  resume?(pending: Verdict & { readonly kind: "pending" }, answer: unknown, context: GuardContext): Promise<Verdict>;
  /** Called after an action ran and before the model sees its result; any verdict but `allow` withholds the result. */
  after?(step: Step, context: GuardContext): Promise<Verdict>;
  /** Called by an agent loop when the state of the host has changed. */
  stateChanged?(before: unknown, after: unknown, context: GuardContext): Promise<StateVerdict>;
  /** Called by an agent loop when the agent wants to finish; `stop` means that it must continue. */
  finishing?(context: GuardContext): Promise<StateVerdict>;
  /**
   * Returns the guard's knowledge of the steps so far as JSON, so that the session can continue in another process without the steps.
   * Actions in flight are not part of it.
   */
  snapshot?(context: Pick<GuardContext, "trajectory" | "earlier">): JsonValue;
}

/** Data about a tool that is known before it is called. */
export interface ToolSummary {
  readonly name: string;
  readonly description?: string;
  /** The JSON Schema of its arguments. */
  readonly parameters?: JsonSchema;
}

/** The context of a decision, besides the action. */
export interface GuardContext {
  /**
   * The steps before the action. In a session these include the actions in flight: what is counted here can't be exceeded by
   * calls that run at the same time.
   */
  readonly trajectory: Trajectory;
  /** Guards' snapshots of the steps before the trajectory: the results of `Guard.snapshot` in another process. */
  readonly earlier?: readonly JsonValue[];
  /** The user's request. */
  readonly prompt: string;
  /** The state of the host, if it provides one. In the context of an event without a call, `run` replaces it by that after the action. */
  readonly state?: unknown;
  /** The state before the change, for `resume` of a verdict about a `state_change`. */
  readonly stateBefore?: unknown;
  /**
   * The time of the decision, in milliseconds since 1970. It is recorded: a guard that decides by the time uses this one, so
   * that a replay decides the same. Absent if the host has no clock.
   */
  readonly now?: number;
  /**
   * Per-call storage, keyed by the guard object. If the same call is evaluated again, an answer stored here spares the person a second
   * question. Absent if the host evaluates each call once.
   */
  readonly memory?: WeakMap<object, unknown>;
  readonly signal: AbortSignal;
  /** Validates an action that the guard built itself, so that it can run. The guards evaluate it like any other action. */
  decode(action: Action): Promise<DecodedAction>;
  /** Like `decode`, for arguments that are still text, as a model would send them. Absent if the host can't decode text. */
  decodeText?(action: Action, text: string): Promise<DecodedAction>;
  /**
   * Waits for a person or a model. Meanwhile other calls of the session are decided; if one of them was admitted or has ended
   * when the decision is complete, the host evaluates the guards again. Absent if the host decides about one call at a time.
   */
  wait?<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Runs an additional action that a rule invokes; the guards evaluate it first. Absent if the host can't run actions. */
  run?(action: Action): Promise<Step>;
}
