import { unusedId, wrapArguments, wrappedText } from "@helve/adapter";
import { isObject } from "@helve/core/internal";
import type { AgentInputItem, Model, ModelProvider, ModelRequest, ModelResponse, StreamEvent } from "@openai/agents";

/**
 * Passes on the calls of a model that the SDK would not run:
 *
 * - Malformed arguments reach Helve as text, which repairs them or says what is wrong. Without it the SDK parses the JSON before any tool is called:
 *   it asks a person about a malformed call, and then refuses it.
 * - A call with the id of an earlier call gets a new id. Without it the SDK drops the call, because a call with its id has a result.
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
    getResponse: async (request) => runnable(await source.getResponse(withModelTexts(request)), request),
    getStreamedResponse: (request) => runnableEvents(source.getStreamedResponse(withModelTexts(request)), request),
    getRetryAdvice: source.getRetryAdvice?.bind(source),
  };
}

function isProvider(source: Model | ModelProvider): source is ModelProvider {
  return "getModel" in source;
}

/** Passes the events of a model on. In the last one, malformed arguments are wrapped as JSON and used ids are new. */
async function* runnableEvents(events: AsyncIterable<StreamEvent>, request: ModelRequest): AsyncGenerator<StreamEvent> {
  for await (const event of events) {
    yield event.type === "response_done" ? { ...event, response: runnable(event.response, request) } : event;
  }
}

function runnable<Response extends Pick<ModelResponse, "output">>(
  response: Response,
  { input }: ModelRequest,
): Response {
  const earlier = typeof input === "string" ? [] : input;
  const used = new Set(earlier.flatMap((item) => (item.type === "function_call" ? item.callId : [])));
  const ids = new Map<string, string>();
  const output = response.output.map((item) => {
    if (item.type !== "function_call") return item;
    const callId = ids.get(item.callId) ?? unusedId(item.callId, used);
    ids.set(item.callId, callId);
    return { ...item, callId, arguments: wrapArguments(item.arguments) };
  });
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
