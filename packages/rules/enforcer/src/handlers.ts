/** The functions that an application passes to an engine, such as the one that asks a person. */
import type { Action, Args, GuardContext, GuardEvent, InspectionRequest, Trajectory, Verdict } from "@helve/core";

/**
 * A function that asks a person about an action, for `user_inspection`. If it throws, the action is rejected.
 *
 * @typeParam Context - what it reads besides the question
 *
 * @example
 * const inspect: Inspector = async ({ action }) => ({ decision: (await confirm(action)) ? "approve" : "reject" });
 */
export interface Inspector<Context = InspectorContext> {
  (request: InspectionRequest, context: Context): InspectionAnswer | Promise<InspectionAnswer>;
  /** Called after a fix ran, with the action before and after it; the rules evaluate the new action afterwards. */
  onFixApplied?(change: { readonly before: Action; readonly after: Action }): void;
}

/** The inputs of an `Inspector` besides the question: the user's request, and the steps before the action. */
export type InspectorContext = Pick<GuardContext, "prompt" | "trajectory" | "signal">;

/** A person's answer to an `InspectionRequest` (AgentSpec §3.3.2, `user_inspection`). */
export type InspectionAnswer =
  /** Run the action. This approves the one action with this id, unless `remember` extends the approval. */
  | { readonly decision: "approve"; readonly remember?: ApprovalDuration }
  | { readonly decision: "reject" /** Shown to the model. */; readonly reason?: string }
  /** Run the action with these arguments. The rules that asked count the edit as approved; all other rules evaluate it. */
  | { readonly decision: "edit"; readonly args: Args }
  /** Apply one of the fixes that the rules offer, by its name. */
  | { readonly decision: "fix"; readonly fix: string }
  /** No answer yet: the verdict is `pending` until `Engine.resume` receives another answer. */
  | { readonly decision: "later" };

/**
 * How long an approval stays valid for actions of the same tool with equal arguments under the same rule: as long as the
 * engine exists, or until a date or time in ISO 8601.
 */
export type ApprovalDuration = "session" | { readonly until: string };

/** A verdict that waits for a person's answer. */
export type PendingVerdict = Verdict & { readonly kind: "pending" };

/** An answer to a pending verdict, for `Engine.resume`. */
export type LateAnswer = InspectionAnswer & {
  /** The token of the pending verdict that this answers. */
  readonly token: string;
};

/**
 * Applies a fix that a rule offers (`add_contact`; AgentSpec Fig. 1). It returns the arguments to continue with: changed
 * ones, or the same if the fix did something besides the action. The rules evaluate the action again in both cases. If it
 * throws, the action is rejected.
 */
export type FixHandler = (action: Action, context: { readonly signal: AbortSignal }) => Args | Promise<Args>;

/** Asks a model for another action, for `llm_self_reflect` (AgentSpec §3.3.2). A throw counts as giving up. */
export type Reflector = (request: ReflectionRequest) => Reflection | Promise<Reflection>;

/** The input of a `Reflector`: the action that violates a rule, and why. */
export interface ReflectionRequest {
  readonly action: Action;
  /** The violated rule as one sentence, from `describeRule`. */
  readonly rule: string;
  /** Why the rule is violated, from `describeFinding`. */
  readonly finding: string;
  readonly trajectory: Trajectory;
  /** The user's request. */
  readonly prompt: string;
  readonly signal: AbortSignal;
}

/** The action to run instead, or `null` to give up. Without `name` the tool stays the same. */
export type Reflection = { readonly name?: string; readonly args: Args } | null;

/**
 * Implements an enforcement that the application defines, such as `follow_dist(10)` (AgentSpec as published, Fig. 8). It
 * returns nothing when done, or `{ stop: reason }` to stop the action. A throw or any other result stops the action as well.
 */
export type EnforcementHandler = (
  args: readonly EnforcementArgument[],
  context: EnforcementContext,
) => EnforcementHandlerResult | Promise<EnforcementHandlerResult>;

/** An argument that a rule passes to an enforcement of the application: the `10` of `follow_dist(10)`. */
export type EnforcementArgument = string | number | boolean | null;

/** The inputs of an `EnforcementHandler`: the action, the event and the violated rule. */
export interface EnforcementContext {
  /** At `state_change` and `agent_finish` a placeholder, named after the event and without arguments. */
  readonly action: Action;
  readonly event: GuardEvent;
  /** The name of the violated rule. */
  readonly rule: string;
  readonly signal: AbortSignal;
}

/** The result of an `EnforcementHandler`: nothing, or the reason for stopping the action. */
export type EnforcementHandlerResult = undefined | { readonly stop: string };

/** An entry that the enforcement `log` writes. */
export interface LogEntry {
  readonly rule: string;
  /** The line on which the rule begins in its text, 1-based. */
  readonly line: number;
  /** The severity that the rule declares; absent if it declares none. */
  readonly severity?: "info" | "low" | "medium" | "high" | "critical";
  readonly event: GuardEvent;
  /** At `state_change` and `agent_finish` a placeholder, named after the event and without arguments. */
  readonly action: Action;
  /** The rule's message, or by default the text of `describeFinding`. */
  readonly message: string;
}

/** Calls a listener if there is one. Errors and rejections of it are ignored: listeners don't influence decisions. */
export function callListener<Value>(listener: ((value: Value) => unknown) | undefined, value: Value): void {
  if (listener === undefined) return;
  try {
    Promise.resolve(listener(value)).catch(() => undefined);
  } catch {
    // Ignored, as documented.
  }
}
