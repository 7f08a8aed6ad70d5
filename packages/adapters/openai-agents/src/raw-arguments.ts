import { wrapArguments, wrappedText } from "@helve/adapter";
import { isObject } from "@helve/core/internal";
import type { AgentInputItem, Model, ModelProvider, ModelRequest, ModelResponse, StreamEvent } from "@openai/agents";

/**
 * Passes the text of malformed arguments to Helve, which repairs them or says what is wrong. Without it the SDK parses the JSON before any tool
 * is called: it asks a person about a malformed call, and then refuses it.
 *
 * In the run's items, the arguments of such a call are `{"unparsed_arguments": "the text"}`. The model sees its own text.
 *
 * @example
 * const runner = new Runner({ modelProvider: rawArguments(new OpenAIProvider()) });
 */
export function rawArguments<Source extends Model | ModelProvider>(
  source: Source,
): Source extends ModelProvider ? ModelProvider : Model;
export function rawArguments(source: Model | ModelProvider): Model | ModelProvider {
  if (!isObject(source)) throw new TypeError("rawArguments takes a Model or a ModelProvider");
  if (isProvider(source)) return { getModel: async (name?: string) => rawArguments(await source.getModel(name)) };
  if (typeof source.getResponse !== "function") throw new TypeError("rawArguments takes a Model or a ModelProvider");
  const { supportsPromptModelSelection } = source;
  return {
    supportsPromptModelSelection,
    getResponse: async (request) => withParsable(await source.getResponse(withModelTexts(request))),
    getStreamedResponse: (request) => parsableEvents(source.getStreamedResponse(withModelTexts(request))),
    getRetryAdvice: source.getRetryAdvice?.bind(source),
  };
}

function isProvider(source: Model | ModelProvider): source is ModelProvider {
  return "getModel" in source;
}

/** Passes the events of a model on, with malformed arguments wrapped as JSON in the last one. */
async function* parsableEvents(events: AsyncIterable<StreamEvent>): AsyncGenerator<StreamEvent> {
  for await (const event of events) {
    yield event.type === "response_done" ? { ...event, response: withParsable(event.response) } : event;
  }
}

function withParsable<Response extends Pick<ModelResponse, "output">>(response: Response): Response {
  const output = response.output.map((item) =>
    item.type === "function_call" ? { ...item, arguments: wrapArguments(item.arguments) } : item,
  );
  return { ...response, output };
}

/** Replaces wrapped arguments by the model's own text. */
function withModelTexts(request: ModelRequest): ModelRequest {
  return typeof request.input === "string" ? request : { ...request, input: request.input.map(withModelText) };
}

/** Returns an item of the conversation with the arguments as the model wrote them. */
function withModelText(item: AgentInputItem): AgentInputItem {
  if (item.type !== "function_call") return item;
  const text = wrappedText(item.arguments);
  return text === undefined ? item : { ...item, arguments: text };
}
