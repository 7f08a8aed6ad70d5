import { type AssistantPart, callsOf } from "./message.ts";
import type { Model, ModelEvent, ModelRequest, ModelResponse } from "./model.ts";
import { responseWithCalls } from "./response-with-calls.ts";
import { callsInText } from "./text-calls.ts";

/**
 * Reads the calls that a model wrote as text, in the notation that it was trained with, if its server does not read them:
 * `<tool_call>`, `<function=…>`, `<invoke name="…">`, `[TOOL_CALLS]` and `<|python_tag|>`. The request is not changed: the server still
 * describes the tools to the model.
 *
 * Calls must name a tool of the request, stand outside of fenced blocks, and end the answer. An answer with calls of its own is unchanged. A model
 * may be talked into a text that looks like a call: let rules decide about calls.
 *
 * @example
 * const model = withTextCalls(openAiModel({ url, model: "qwen3" }));
 */
export function withTextCalls(model: Model): Model {
  return {
    ...model,
    name: model.name, // a class may have it as an accessor
    prices: model.prices,
    async *generate(request): AsyncGenerator<ModelEvent> {
      for await (const event of model.generate(request)) {
        yield event.type === "end" ? { type: "end", response: withCalls(event.response, request) } : event;
      }
    },
  };
}

/** Adds calls found in the text to a response. */
function withCalls(response: ModelResponse, { tools = [], toolChoice, messages }: ModelRequest): ModelResponse {
  const { message } = response;
  if (tools.length === 0 || toolChoice === "none" || callsOf(message).length > 0) return response;
  const at = message.parts.findLastIndex(({ type }) => type === "text");
  const part = message.parts[at];
  if (part?.type !== "text" || at < message.parts.length - 1) return response;
  const found = callsInText(
    part.content,
    tools.map(({ name }) => name),
  );
  if (found === undefined) return response;
  const before = message.parts.slice(0, at);
  const parts: readonly AssistantPart[] = found.text === "" ? before : [...before, { ...part, content: found.text }];
  return responseWithCalls(response, parts, found.calls, messages);
}
