/** The question about a suspended call of Mastra (`suspendPayload`), and the person's answer. */
import { type ApprovalAnswer, type CallDecision, questionText } from "@helve/adapter";
import type { Args, JsonSchema } from "@helve/core";
import { isObject } from "@helve/core/internal";

/** The payload of a suspended call, for the interface that asks the person: Mastra's `suspendPayload`. */
export interface ApprovalQuestion {
  /** The question as a text. */
  readonly question: string;
  readonly toolName: string;
  readonly args: Args;
  /** The names of the rules that ask. */
  readonly rules: readonly string[];
  /** The fixes that the answer may name. */
  readonly fixes: readonly string[];
}

/** The question of a call that waits for a person. */
export function approvalQuestion({ request }: CallDecision & { readonly kind: "ask" }): ApprovalQuestion {
  const { action, rules, fixes } = request;
  return {
    question: questionText(request),
    toolName: action.name,
    args: action.args,
    rules: rules.map(({ rule }) => rule),
    fixes,
  };
}

/** Whether a suspend payload is a question of `approvalQuestion`. */
export function isApprovalQuestion(payload: unknown): boolean {
  return isObject(payload) && typeof payload["question"] === "string" && Array.isArray(payload["rules"]);
}

/** The JSON Schema of the answer, which an interface may show as a form. */
export const answerSchema: JsonSchema = {
  type: "object",
  properties: {
    decision: { enum: ["approve", "reject", "edit", "fix"] },
    reason: { type: "string", description: "why it is rejected; the model reads it" },
    args: { type: "object", description: "the arguments to run with, for edit" },
    fix: { type: "string", description: "the name of a fix" },
  },
  required: ["decision"],
};

/**
 * Reads the data that a call is resumed with: an answer, or what `approveToolCall` and `declineToolCall` of Mastra resume with.
 *
 * @returns `undefined` for anything else: then nobody has answered
 */
export function readAnswer(data: unknown): ApprovalAnswer | undefined {
  if (!isObject(data)) return undefined;
  const { decision, approved, reason, args, fix } = data;
  const why = typeof reason === "string" ? { reason } : {};
  if (decision === "approve" || (decision === undefined && approved === true)) return { decision: "approve" };
  if (decision === "reject" || (decision === undefined && approved === false)) return { decision: "reject", ...why };
  if (decision === "edit" && isObject(args)) return { decision, args };
  if (decision === "fix" && typeof fix === "string") return { decision, fix };
  return undefined;
}
