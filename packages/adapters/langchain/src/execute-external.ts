import { type ApprovalAnswer, type BegunCall, observationText } from "@helve/adapter";
import { type ActionReturn, canonicalJson, type ToolCall } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { ToolMessage } from "@langchain/core/messages";
import { type Command, isCommand, isGraphBubbleUp } from "@langchain/langgraph";
import type { ToolCallHandler, ToolCallRequest } from "langchain";
import type { GuardedRun } from "./guarded-run.ts";
import { externalTool } from "./parameters.ts";
import { errorMessage, toolMessage } from "./tool-message.ts";

/** Guards a call that LangChain runs: the arguments that the tool gets are those that were decided on. */
export async function executeExternal(
  run: GuardedRun,
  { request, handler, call, answer }: ExternalExecution,
): Promise<ToolMessage | Command> {
  const begun = await beginCall(run, { request, call, answer });
  if (begun.kind === "ended") return toolMessage(begun.actionReturn, call);
  try {
    const toolCall = { ...request.toolCall, args: { ...begun.args } };
    const result = await handler({ ...request, toolCall });
    const isError = ToolMessage.isInstance(result) && result.status === "error";
    const outcome = isError ? { error: new Error(result.text) } : { result: recordedResult(result) };
    return withVerdict(result, await begun.end(outcome), call);
  } catch (error) {
    // LangGraph's function reads a property of whatever was thrown.
    if (isObject(error) && isGraphBubbleUp(error)) {
      run.suspended.set(call.id, { call, begun });
      throw error;
    }
    const actionReturn = await begun.end({ error });
    if (request.runtime.signal?.aborted === true) throw error;
    return toolMessage(actionReturn, call);
  }
}

/** The inputs for executing a call of LangChain's tool. */
export interface ExternalExecution {
  readonly request: ToolCallRequest;
  readonly handler: ToolCallHandler;
  readonly call: ToolCall;
  readonly answer: ApprovalAnswer | undefined;
}

/** Begins a call, or continues the one whose tool has interrupted the graph. */
async function beginCall(
  run: GuardedRun,
  { request: { tool, runtime }, call, answer }: Omit<ExternalExecution, "handler">,
): Promise<BegunCall> {
  const suspended = run.suspended.get(call.id);
  run.suspended.delete(call.id);
  if (suspended !== undefined) {
    if (canonicalJson(suspended.call) === canonicalJson(call)) return suspended.begun;
    await suspended.begun.end({ error: new Error("the call was not continued") });
  }
  return (run.external as NonNullable<typeof run.external>).begin(call, {
    tool: tool === undefined ? undefined : externalTool(tool),
    answer,
    signal: runtime.signal,
  });
}

/** The result as rules see it. */
function recordedResult(result: ToolMessage | Command): unknown {
  if (ToolMessage.isInstance(result)) return result.content;
  const { update } = result;
  const messages = isObject(update) ? update["messages"] : undefined;
  return Array.isArray(messages) ? messages.map((message) => (message as { content?: unknown }).content) : null;
}

/** Applies the verdict to a tool's result: withholds it, adds notes, or leaves it unchanged. */
function withVerdict(result: ToolMessage | Command, actionReturn: ActionReturn, call: ToolCall): ToolMessage | Command {
  const { status, observation, result: recorded } = actionReturn;
  if (status === "stopped" || status === "pending") return errorMessage(observationText(actionReturn), call);
  if (status !== "success" || isCommand(result)) return result;
  const notes = observation.parts.slice(0, observation.parts.length - (recorded?.length ?? 0));
  if (notes.length === 0) return result;
  const text = observationText({ ...actionReturn, observation: { parts: notes, isError: false } });
  const { content } = result;
  return new ToolMessage({
    ...result.lc_kwargs,
    tool_call_id: result.tool_call_id,
    content: typeof content === "string" ? `${text}\n${content}` : [{ type: "text", text }, ...content],
  });
}
