import type { Action, Args, InspectionRequest, Verdict } from "@helve/core";

/** What a person says of an action (AgentSpec §3.3.2, `user_inspection`). */
export type InspectionAnswer =
  /** Run it. This holds for the one action with its id, unless `remember` says for how long. */
  | { readonly decision: "approve"; readonly remember?: Remember }
  | { readonly decision: "reject" /** The model reads it. */; readonly reason?: string }
  /** Run it with these arguments instead. They count as approved, but other rules look at them. */
  | { readonly decision: "edit"; readonly args: Args }
  /** Take one of the ways out that the rules offer. */
  | { readonly decision: "fix"; readonly fix: string }
  /** Nobody says anything now: the verdict is `pending` until `Engine.resume` is given another answer. */
  | { readonly decision: "later" };

/**
 * How long an approval holds for any action of the same tool with equal arguments under the same rule: as long as the
 * engine lives, or until a moment in ISO 8601.
 */
export type Remember = "session" | { readonly until: string };

/**
 * Asks a person; a function will do. A throw counts as a rejection.
 *
 * @example
 * const inspect: Inspector = async ({ action }) => ({ decision: (await confirm(action)) ? "approve" : "reject" });
 */
export interface Inspector {
  (request: InspectionRequest, context: { readonly signal: AbortSignal }): InspectionAnswer | Promise<InspectionAnswer>;
  /** Told what a fix that was taken has made of the action, before the rules look at it again. */
  fixed?(change: { readonly before: Action; readonly after: Action }): void;
}

/** A verdict that waits for an answer. */
export type Pending = Verdict & { readonly kind: "pending" };

/** An answer to a verdict that waits for one. */
export type LateAnswer = InspectionAnswer & {
  /** The token of the verdict that it answers. */
  readonly token: string;
};

/**
 * A way out of a violation: gives the arguments to go on with, changed, or as they were when it did something beside
 * the action (`add_contact`; AgentSpec Fig. 1). Either way the rules look at the action again. A throw is a rejection.
 */
export type FixHandler = (action: Action, context: { readonly signal: AbortSignal }) => Args | Promise<Args>;
