/** Converts the failures of guards and their verdicts to texts for the model. */
import type { Action, Issue, Recoverable, Verdict } from "@helve/core";
import type { Failure } from "../failure.ts";
import type { PendingVerdict } from "./recorded-verdict.ts";

/**
 * Returns the text that the model reads about an action by its verdict: why it did not run, or that it waits for an answer.
 *
 * @returns `undefined` if the action may run: the model then reads its result
 *
 * @example
 * verdictMessage(action, await engine.before(action, context)); // "Terminal.Execute was stopped: …"
 */
export function verdictMessage(action: Action, verdict: Verdict): string | undefined {
  if (verdict.kind === "allow") return undefined;
  const { error } = verdict.kind === "pending" ? pendingFailure(action, verdict) : denialFailure(action, verdict);
  return error.message;
}

/** Returns the failure for an action that a guard stopped, or with which it ended the agent. */
export function denialFailure({ name }: Action, verdict: DenialVerdict): Failure {
  return verdict.kind === "stop"
    ? stoppedFailure(`${name} was stopped: ${denialReason(verdict)}`, "model")
    : stoppedFailure(`${name} was stopped, and the agent with it: ${denialReason(verdict)}`, "nobody");
}

type DenialVerdict = Verdict & { readonly kind: "stop" | "end" };

/** Returns the reason of a verdict that denies, or a general one if the guard gave none. */
export function denialReason({ reason }: DenialVerdict): string {
  return typeof reason === "string" && reason.trim() !== "" ? reason : "a guard denied it without a reason.";
}

/** Returns the failure for an action whose guard did not decide within the time limit. */
export function timeoutFailure({ name }: Action, timeout: number): Failure {
  const message = `${name} was stopped: a guard took longer than ${timeout} ms to decide.`;
  return { status: "stopped", error: { code: "timeout", message }, recoverable: "caller" };
}

/** Returns the failure for an action that waits for a person's answer. */
export function pendingFailure({ name }: Action, { request }: PendingVerdict): Failure {
  const rules = request.rules.map(({ rule }) => `@${rule}`).join(", ");
  const message = `${name} waits for an answer${rules === "" ? "" : ` that ${rules} asks for`}.`;
  return { status: "pending", error: { code: "pending", message }, recoverable: "caller" };
}

/** Returns the failure of a replacement that a guard chose; the model did not choose it, so the caller can recover. */
export function replacementFailure(action: Action, replacement: Action, issues: readonly Issue[]): Failure {
  const problems = issues.map((issue) => issue.message).join("; ");
  const what = `${action.name} was stopped: a guard replaced it by ${replacement.name}, which can't run: ${problems}`;
  return stoppedFailure(what, "caller");
}

/** Returns the failure for an action that must not run, with a message for the model. */
export function stoppedFailure(message: string, recoverable: Recoverable): Failure {
  return { status: "stopped", error: { code: "stopped", message }, recoverable };
}
