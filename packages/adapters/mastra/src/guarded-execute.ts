import type { ApprovalAnswer, CallDecision, GuardedCalls } from "@helve/adapter";
import type { ToolCall } from "@helve/core";
import type { ToolExecutionContext } from "@mastra/core/tools";
import { approvalQuestion, isApprovalQuestion, readAnswer } from "./approval.ts";
import type { WrittenCalls } from "./written-calls.ts";

/**
 * Executes a call of an agent: decides about it, and suspends it if a person has to decide. When it is resumed with an answer to its question,
 * it is executed with it.
 */
export async function guardedExecute<Result>(
  call: ToolCall,
  context: AgentContext,
  { written, notes, decide, execute }: GuardedExecuteOptions<Result>,
): Promise<Result | undefined> {
  refuseOwnAnswer(call, written);
  const decision = await decide(call, context.abortSignal);
  // The process that asked has kept what it knew of this call, and of the others of its turn.
  if (decision.kind === "ask" && !decision.isNew) written.learn(await notes.noteOf(call));
  refuseOwnAnswer(call, written);
  const isUnknown = written.callOf(call.id) === undefined;
  if (decision.kind === "ask" && decision.isNew && context.agent !== undefined && isUnknown) {
    // Nobody sees this question, so it must not be there for a later call with the same id.
    await execute(call, { decision: "reject", reason: "nobody could be asked" }).catch(() => undefined);
    throw new Error(
      `${call.name} did not run: a person has to decide about it, but this process knows no question about it. ` +
        "Pass the outputProcessors beside the toolsets, and to a run that is resumed the approvals of the process that asked",
    );
  }
  const { resumeData, suspendPayload } = context.agent ?? context.workflow ?? {};
  const answer = readAnswer(resumeData);
  // A rejection counts also if no rule asks any more. A tool that suspended itself gets the data itself.
  if (decision.kind !== "ask") return execute(call, isApprovalQuestion(suspendPayload) ? answer : undefined);
  if (answer !== undefined && !decision.isNew) return execute(call, answer);
  const suspend = context.agent?.suspend ?? context.workflow?.suspend;
  if (suspend === undefined) return execute(call, undefined); // outside an agent nobody can answer: the call ends as pending
  await notes.keepNote(call, written.note());
  await suspend(approvalQuestion(decision));
  return undefined;
}

/** The context of a tool that an agent executes. */
export type AgentContext = ToolExecutionContext<unknown, unknown>;

/**
 * Refuses a call whose arguments contain an answer.
 *
 * @throws Error for a call whose arguments have an answer, as if a person had given it
 */
function refuseOwnAnswer({ id, name }: ToolCall, written: WrittenCalls): void {
  if (written.callOf(id)?.answersItself === true)
    throw new Error(`${name} did not run: "resumeData" is no argument of a model`);
}

/** Functions that decide about a call and execute it. */
interface GuardedExecuteOptions<Result> {
  readonly written: WrittenCalls;
  readonly notes: Pick<GuardedCalls, "keepNote" | "noteOf">;
  readonly decide: (call: ToolCall, signal: AbortSignal | undefined) => Promise<CallDecision>;
  readonly execute: (call: ToolCall, answer: ApprovalAnswer | undefined) => Promise<Result>;
}

/** Returns the call's id, or a new one if no agent called the tool. */
export function callId(context: AgentContext): string {
  return context.agent?.toolCallId ?? crypto.randomUUID();
}
