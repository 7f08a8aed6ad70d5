import type { InspectionRequest, ToolCall } from "@helve/core";
import { onAbort } from "@helve/core/internal";
import type { ApprovalAnswer } from "./approvals.ts";
import { questionText } from "./question-text.ts";

/**
 * Asks a person while a call waits.
 *
 * @param ask - of the application
 * @returns `undefined` if nobody answers, or nobody did before the signal was aborted
 * @throws Error if `ask` throws, whose error is the cause
 */
export async function askPerson(
  ask: AskPerson | undefined,
  call: ToolCall,
  request: InspectionRequest,
  signal: AbortSignal,
): Promise<ApprovalAnswer | undefined> {
  if (ask === undefined || signal.aborted) return undefined;
  const aborted = Promise.withResolvers<undefined>();
  const remove = onAbort(signal, () => aborted.resolve(undefined));
  try {
    const question = { call, request, text: questionText(request), signal };
    return (await Promise.race([ask(question), aborted.promise])) ?? undefined;
  } catch (cause) {
    // The message of the error may be passed to the model, so it has nothing of the application's own.
    throw new Error("asking a person failed", { cause });
  } finally {
    remove();
  }
}

/** Asks a person about a call; `undefined` if nobody answers. */
export type AskPerson = (
  question: Question,
) => ApprovalAnswer | undefined | null | Promise<ApprovalAnswer | undefined | null>;

/** A question of a rule about a call. */
export interface Question {
  readonly call: ToolCall;
  readonly request: InspectionRequest;
  /** The question as a text for the person. */
  readonly text: string;
  /** Aborted when the call no longer waits. */
  readonly signal: AbortSignal;
}
