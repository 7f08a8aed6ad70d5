import type { ToolCall } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { AIMessage, type BaseMessage, ToolMessage } from "@langchain/core/messages";
import type { ToolCall as LangChainCall } from "@langchain/core/messages/tool";

/**
 * Moves the calls that LangChain could not parse to `tool_calls`, so that the agent does not ignore them: a `ToolNode` runs them, or the model
 * reads why not. Their text stays in `invalid_tool_calls`, where Helve's tools find it; their `args` are empty and never run. A call of a stream
 * that was cut off is invalid, too: LangChain completes it with what it guesses.
 *
 * `helveMiddleware` does this itself. In a graph of your own, apply it to what the model returns.
 *
 * @example
 * const callModel = async ({ messages }) => ({ messages: [withInvalidCalls(await model.invoke(messages))] });
 */
export function withInvalidCalls(message: AIMessage): AIMessage {
  const cutOff = cutOffCalls(message);
  const invalid = [...(message.invalid_tool_calls ?? []), ...cutOff].map((call) => ({
    ...call,
    id: call.id ?? `call_${crypto.randomUUID()}`,
    name: call.name ?? "",
  }));
  if (invalid.length === 0) return message;
  const ids = new Set(invalid.map(({ id }) => id));
  const calls = [
    ...(message.tool_calls ?? []).filter(({ id }) => id === undefined || !ids.has(id)),
    ...invalid.map(({ id, name }): LangChainCall => ({ type: "tool_call", id, name, args: {} })),
  ];
  return new AIMessage({
    content: message.content,
    additional_kwargs: message.additional_kwargs,
    response_metadata: message.response_metadata,
    tool_calls: calls,
    invalid_tool_calls: invalid,
    id: message.id,
    name: message.name,
    usage_metadata: message.usage_metadata,
  });
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
