/** Reads the answers of people from a conversation of the AI SDK: which calls were approved or rejected, and which wait. */
import type { ModelMessage, ToolModelMessage } from "ai";

/** The answer of a person to the question about a call, read from the conversation. */
export interface MessageAnswer {
  readonly isApproved: boolean;
  readonly reason?: string | undefined;
}

/**
 * Finds the answer to the question about a call in the last message, where the SDK looks for it. If there are several, one rejection is enough.
 */
export function answerIn(messages: readonly ModelMessage[], toolCallId: string): MessageAnswer | undefined {
  const last = messages.at(-1);
  if (last?.role !== "tool") return undefined;
  const answers = answersOf(last, messages).filter((answer) => answer.toolCallId === toolCallId);
  return answers.find(({ isApproved }) => !isApproved) ?? answers[0];
}

/** The rejections in the tool messages at the end of a conversation, by message. */
export function rejectionsAtEnd(
  messages: readonly ModelMessage[],
): readonly { readonly message: ModelMessage; readonly rejections: () => readonly CallAnswer[] }[] {
  const first = messages.findLastIndex(({ role }) => role !== "tool") + 1;
  return messages.slice(first).map((message) => ({
    message,
    rejections: () => answersOf(message as ToolModelMessage, messages).filter(({ isApproved }) => !isApproved),
  }));
}

/** The answer of a person to the question about a call. */
export interface CallAnswer extends MessageAnswer {
  readonly toolCallId: string;
}

/** A question to a person that has no answer yet. */
export interface OpenQuestion {
  readonly approvalId: string;
  readonly toolCallId: string;
  /** The question as a text: the call, and why the rules ask. */
  readonly reason?: string;
}

/** The questions of a conversation that have no answer and no result yet. */
export function openQuestions(messages: readonly ModelMessage[]): readonly OpenQuestion[] {
  const parts = messages.flatMap(({ content }): readonly MessagePart[] => (typeof content === "string" ? [] : content));
  const answered = new Set(parts.map((part) => (part.type === "tool-approval-response" ? part.approvalId : undefined)));
  // A model may use an id again: the result of an earlier call does not answer a later question.
  const lastResult = new Map(parts.map((part, index) => [part.type === "tool-result" ? part.toolCallId : "", index]));
  return parts.flatMap((part, index) => {
    if (part.type !== "tool-approval-request" || answered.has(part.approvalId)) return [];
    return (lastResult.get(part.toolCallId) ?? -1) > index ? [] : [part];
  });
}

type MessagePart = Exclude<ModelMessage["content"], string>[number];

/** Reads the approvals and rejections in a tool message, with their calls. */
function answersOf({ content }: ToolModelMessage, messages: readonly ModelMessage[]): readonly CallAnswer[] {
  const responses = content.filter((part) => part.type === "tool-approval-response");
  if (responses.length === 0) return [];
  const calls = questionedCalls(messages);
  // A model may use an id again, and the SDK runs the last call that has it: an approval of an earlier one does not count.
  const last = new Map([...calls].map(([approvalId, toolCallId]) => [toolCallId, approvalId]));
  return responses.flatMap(({ approvalId, approved, reason }) => {
    const toolCallId = calls.get(approvalId);
    if (toolCallId === undefined || (approved === true && last.get(toolCallId) !== approvalId)) return [];
    return [{ toolCallId, isApproved: approved === true, reason }];
  });
}

/** The ids of the calls that a person was asked about, by the id of the question. Answers of the SDK itself are left out. */
function questionedCalls(messages: readonly ModelMessage[]): ReadonlyMap<string, string> {
  const calls = new Map<string, string>();
  for (const { role, content } of messages) {
    if (role !== "assistant" || typeof content === "string") continue;
    for (const part of content) {
      if (part.type !== "tool-approval-request") continue;
      if (isAutomatic(part)) calls.delete(part.approvalId);
      else calls.set(part.approvalId, part.toolCallId);
    }
  }
  return calls;
}

/** Whether an approval request was answered automatically (SDK version 7 only). */
function isAutomatic(part: { readonly isAutomatic?: boolean }): boolean {
  return part.isAutomatic === true;
}
