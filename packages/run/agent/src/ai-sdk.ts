/** The subpath `@helve/agent/ai-sdk`: a model of the AI SDK as the model of an agent. */
import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3StreamPart,
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { modelErrorOf } from "./ai-sdk/model-error-of.ts";
import { historicPrompt } from "./ai-sdk/prompt.ts";
import { readStreamParts } from "./ai-sdk/read-stream-parts.ts";
import type { Model, ModelEvent, ModelRequest, ToolChoice } from "./model.ts";
import { ModelError } from "./model-error.ts";
import { withUniqueIds } from "./unique-ids.ts";
import type { Prices } from "./usage.ts";

/**
 * A model of the AI SDK (version 6 or 7), from any of its providers. The arguments of tool calls stay the text that the model
 * wrote, also if it is not JSON. Calls that the provider itself executes are left out.
 *
 * @throws ModelError if the model is of another version of the AI SDK
 *
 * @example
 * import { anthropic } from "@ai-sdk/anthropic";
 * const model = aiSdkModel(anthropic("claude-sonnet-4-5"));
 */
export function aiSdkModel(model: AiSdkLanguageModel, options: AiSdkModelOptions = {}): Model {
  const { specificationVersion: version, modelId } = model as { specificationVersion: unknown; modelId: string };
  if (version !== "v3" && version !== "v4") {
    const got = typeof model === "string" ? `the name ${JSON.stringify(model)}` : `version ${JSON.stringify(version)}`;
    throw new ModelError("request", `aiSdkModel takes a language model of version "v3" or "v4" (got ${got})`);
  }
  return { name: modelId, prices: options.prices, generate: (request) => generate(model, options, request) };
}

/** A language model of the AI SDK; not a name that its gateway resolves. */
export type AiSdkLanguageModel = LanguageModelV3 | LanguageModelV4;

/** Options of {@link aiSdkModel}. */
export interface AiSdkModelOptions {
  readonly prices?: Prices | undefined;
  /** More options of each call: `{ reasoning: "low", providerOptions: { … } }`. They replace those of the request. */
  readonly callOptions?: Partial<LanguageModelV4CallOptions> | undefined;
}

/** Requests an answer from the model, and yields its events. */
async function* generate(
  model: AiSdkLanguageModel,
  { callOptions }: AiSdkModelOptions,
  request: ModelRequest,
): AsyncGenerator<ModelEvent> {
  const cancel = new AbortController();
  const signal = request.signal === undefined ? cancel.signal : AbortSignal.any([request.signal, cancel.signal]);
  signal.throwIfAborted();
  try {
    const options = { ...optionsOf(model, request), abortSignal: signal, ...callOptions };
    // Each version reads the options that `optionsOf` wrote for it.
    const { stream } = await (model.doStream as (options: unknown) => PromiseLike<AnyStream>)(options);
    for await (const event of readStreamParts(modelName(model), stream)) {
      signal.throwIfAborted();
      if (event.type !== "end") yield event;
      else yield { type: "end", response: { ...event.response, message: withIds(event.response.message, request) } };
    }
  } catch (error) {
    request.signal?.throwIfAborted();
    throw modelErrorOf(modelName(model), error);
  } finally {
    cancel.abort(); // ends the request of an answer that was not read to its end
  }
}

interface AnyStream {
  readonly stream: ReadableStream<LanguageModelV3StreamPart | LanguageModelV4StreamPart>;
}

/** Gives each call of a message an id that no other call has. */
function withIds(message: Parameters<typeof withUniqueIds>[0], { messages }: ModelRequest) {
  return withUniqueIds(message, messages);
}

function modelName({ provider, modelId }: AiSdkLanguageModel): string {
  return `${provider} ${modelId}`;
}

/** Converts a request to options of the AI SDK. */
function optionsOf(
  { specificationVersion: version }: AiSdkLanguageModel,
  request: ModelRequest,
): LanguageModelV3CallOptions | LanguageModelV4CallOptions {
  const { messages, tools = [], toolChoice, temperature, maxOutputTokens, stop, seed } = request;
  const usesTools = tools.length > 0 && toolChoice !== "none";
  return {
    prompt: historicPrompt(messages, version),
    tools: usesTools
      ? tools.map(({ name, description, parameters }) => ({
          type: "function",
          name,
          description,
          inputSchema: parameters,
        }))
      : undefined,
    toolChoice: usesTools ? (toolChoice === undefined ? undefined : sdkToolChoice(toolChoice)) : undefined,
    temperature,
    maxOutputTokens,
    stopSequences: stop === undefined ? undefined : [...stop],
    seed,
  } as unknown as LanguageModelV4CallOptions;
}

function sdkToolChoice(choice: ToolChoice): LanguageModelV4CallOptions["toolChoice"] {
  if (choice === "any") return { type: "required" };
  return typeof choice === "string" ? { type: choice } : { type: "tool", toolName: choice.tool };
}
