import { unusedId } from "@helve/adapter";
import type { ToolCall } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { ToolCall as LangChainCall } from "@langchain/core/messages/tool";

/**
 * Changes what LangChain would not run in the reply of a model, so that a `ToolNode` runs it, or the model reads why not:
 *
 * - Calls that LangChain could not parse move to `tool_calls`. Their text stays in `invalid_tool_calls`, where Helve's tools find it; their `args`
 *   are empty and never run. A call of a stream that was cut off is invalid, too: LangChain completes it with what it guesses.
 * - A call with the id of an earlier call gets a new id: LangChain takes the result of the earlier call for that of this call.
 *
 * `helveMiddleware` does this itself. In a graph of your own, apply it to what the model returns.
 *
 * @param earlier - the messages before the reply
 *
 * @example
 * const callModel = async ({ messages }) => ({ messages: [runnableReply(await model.invoke(messages), messages)] });
 */
export function runnableReply(message: AIMessage, earlier: readonly BaseMessage[]): AIMessage {
  const parsed = message.tool_calls ?? [];
  const unparsed = [...(message.invalid_tool_calls ?? []), ...cutOffCalls(message)];
  const used = new Set(earlier.filter((one) => ToolMessage.isInstance(one)).map(toolCallId));
  const ids = new Map(
    [...parsed, ...unparsed].flatMap(({ id }) => (id === undefined ? [] : [[id, unusedId(id, used)]])),
  );
  const isUnchanged = [...ids].every(([id, own]) => id === own);
  if (unparsed.length === 0 && isUnchanged) return message;
  const renamed = <Call extends { readonly id?: string }>(call: Call): Call => ({
    ...call,
    id: ids.get(call.id ?? ""),
  });
  const invalid = unparsed.map((call) => ({
    ...call,
    id: ids.get(call.id ?? "") ?? `call_${crypto.randomUUID()}`,
    name: call.name ?? "",
  }));
  const invalidIds = new Set(unparsed.map(({ id }) => id));
  const { content } = message;
  return new AIMessage({
    // Providers whose content has the calls send it back.
    content:
      isUnchanged || typeof content === "string"
        ? content
        : content.map((block) => (isCall(block) ? renamed(block) : block)),
    additional_kwargs: message.additional_kwargs,
    response_metadata: message.response_metadata,
    tool_calls: [
      ...parsed.filter(({ id }) => id === undefined || !invalidIds.has(id)).map(renamed),
      ...invalid.map(({ id, name }): LangChainCall => ({ type: "tool_call", id, name, args: {} })),
    ],
    invalid_tool_calls: invalid,
    id: message.id,
    name: message.name,
    usage_metadata: message.usage_metadata,
  });
}

function isCall({ type }: { readonly type: string }): boolean {
  return type === "tool_use" || type === "tool_call";
}

/** Returns a call with its original arguments: text if LangChain could not parse them. */
export function callOf({ id, name, args }: LangChainCall, messages: readonly BaseMessage[]): ToolCall {
  const raw = turnOf(id, messages)?.invalid_tool_calls?.find((call) => call.id === id);
  return { id: id ?? "", name, arguments: raw === undefined ? args : (raw.args ?? "") };
}

/** The calls of the turn that a call belongs to, without those that have a result. */
export function openCalls(messages: readonly BaseMessage[]): readonly LangChainCall[] {
  const index = messages.findLastIndex((message) => AIMessage.isInstance(message));
  const turn = messages[index] as AIMessage | undefined;
  // Models use ids again, so results of earlier turns say nothing.
  const ended = new Set(
    messages
      .slice(index + 1)
      .filter((message) => ToolMessage.isInstance(message))
      .map(toolCallId),
  );
  return (turn?.tool_calls ?? []).filter(({ id }) => id !== undefined && !ended.has(id));
}

/** Messages of a state of LangGraph: a list, or an object with `messages`. */
export function messagesOf(state: unknown): readonly BaseMessage[] {
  const messages = isObject(state) ? state["messages"] : state;
  return Array.isArray(messages) ? messages : [];
}

/** Finds the model's message that contains a call. */
function turnOf(id: string | undefined, messages: readonly BaseMessage[]): AIMessage | undefined {
  return messages.findLast(
    (message) => AIMessage.isInstance(message) && (message.tool_calls ?? []).some((call) => call.id === id),
  ) as AIMessage | undefined;
}

function toolCallId(message: BaseMessage): string {
  return (message as ToolMessage).tool_call_id;
}

interface InvalidCall {
  readonly type: "invalid_tool_call";
  readonly id?: string;
  readonly name?: string;
  readonly args: string;
  readonly error: string;
}

/** The calls of a streamed message whose text is not JSON, although LangChain found arguments in it. */
function cutOffCalls(message: AIMessage): readonly InvalidCall[] {
  const known = new Set((message.invalid_tool_calls ?? []).map(({ id }) => id));
  const { tool_call_chunks: chunks = [] } = message as { readonly tool_call_chunks?: readonly Chunk[] };
  return chunks.flatMap(({ id, name, args = "" }) => {
    if (known.has(id) || args.trim() === "" || isJson(args)) return [];
    return [
      {
        type: "invalid_tool_call" as const,
        id,
        name,
        args,
        error: "the arguments are not JSON",
      },
    ];
  });
}

interface Chunk {
  readonly id?: string;
  readonly name?: string;
  readonly args?: string;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
