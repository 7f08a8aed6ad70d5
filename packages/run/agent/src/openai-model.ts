import { errorJson, type JsonObject } from "@helve/core";
import { isObject, withoutUndefined } from "@helve/core/internal";
import { throwIssues } from "./agent-error.ts";
import type { Model, ModelEvent, ModelRequest, ModelResponse } from "./model.ts";
import { httpError, ModelError } from "./model-error.ts";
import { errorMessage } from "./openai-model/error-message.ts";
import { bodyStart, bodyText, wholeBody } from "./openai-model/limited-body.ts";
import { readCompletion } from "./openai-model/read-completion.ts";
import { readStream } from "./openai-model/read-stream.ts";
import { type RefusedMembers, refusedMember, withoutRefused } from "./openai-model/refused-members.ts";
import { requestBody } from "./openai-model/request-body.ts";
import { type OptionTypes, typeIssues } from "./option-types.ts";
import { withUniqueIds } from "./unique-ids.ts";
import type { Prices } from "./usage.ts";

/**
 * A model behind an API like OpenAI's chat completions: OpenAI, Ollama, vLLM, llama.cpp and many others.
 *
 * Reads what these servers send differently: calls without ids or indexes, arguments as objects, usage in any chunk,
 * unusual finish reasons, JSON where a stream was requested. A model that refuses `temperature` is asked again without it, and one
 * that refuses `max_tokens` with `max_completion_tokens`.
 *
 * @throws AgentError if an option is invalid
 *
 * @example
 * const model = openAiModel({ url: "http://localhost:11434/v1", model: "qwen3" });
 */
export function openAiModel(options: OpenAiModelOptions): Model {
  throwIssues(typeIssues(options, modelOptions));
  const { model, prices } = options;
  const refused: RefusedMembers = new Set();
  return { name: model, prices, generate: (request) => generate(options, request, refused) };
}

const modelOptions: OptionTypes = {
  url: ["an http address without a user, such as https://api.openai.com/v1", isAddress, "required"],
  model: ["the name of a model", (value) => typeof value === "string" && value !== "", "required"],
  apiKey: ["a text without line ends", isHeaderValue, "secret"],
  headers: ["an object of texts without line ends", isHeaders, "secret"],
  body: ["an object", isObject],
  stream: ["true or false", (value) => typeof value === "boolean"],
  prices: ["{ input, output } with numbers", isPrices],
  fetch: ["a function", (value) => typeof value === "function"],
};

function isAddress(value: unknown): boolean {
  if (typeof value !== "string" || !URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && username === "" && password === "";
}

function isHeaderValue(value: unknown): boolean {
  return typeof value === "string" && !/[\r\n\0]/.test(value);
}

function isHeaders(value: unknown): boolean {
  return isObject(value) && Object.values(value).every(isHeaderValue);
}

function isPrices(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { input, output, cachedInput = 0 } = value;
  return [input, output, cachedInput].every((price) => typeof price === "number" && price >= 0);
}

/** Options of {@link openAiModel}. */
export interface OpenAiModelOptions {
  /** The address of the API, without `/chat/completions`: `https://api.openai.com/v1`. */
  readonly url: string;
  readonly model: string;
  /** Sent as a bearer token. */
  readonly apiKey?: string | undefined;
  /** More headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** More members of the request: `{ reasoning_effort: "low" }`. They replace those that the model would send. */
  readonly body?: JsonObject | undefined;
  /** Whether the answer is streamed; true by default. */
  readonly stream?: boolean | undefined;
  readonly prices?: Prices | undefined;
  /** The global `fetch` by default. */
  readonly fetch?: typeof fetch | undefined;
}

/** Requests an answer from the server, and yields its events. */
async function* generate(
  options: OpenAiModelOptions,
  request: ModelRequest,
  refused: RefusedMembers,
): AsyncGenerator<ModelEvent> {
  const cancel = new AbortController();
  const signal = request.signal === undefined ? cancel.signal : AbortSignal.any([request.signal, cancel.signal]);
  try {
    const response = await sendRequest({ options, request, refused, signal });
    for await (const event of readAnswer(options.model, response)) {
      signal.throwIfAborted();
      yield event.type === "end" ? { type: "end", response: withIds(event.response, request) } : event;
    }
  } catch (error) {
    request.signal?.throwIfAborted();
    if (ModelError.is(error)) throw error;
    const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
    const what = `${options.model}: no answer from ${options.url}: ${errorJson(error).message}`;
    throw new ModelError("network", `${what}${cause}`, { cause: error });
  } finally {
    cancel.abort(); // closes the connection of an answer that was not read to its end
  }
}

/** Gives each call of a response an id that no other call has. */
function withIds(response: ModelResponse, { messages }: ModelRequest): ModelResponse {
  return { ...response, message: withUniqueIds(response.message, messages) };
}

interface Sending {
  readonly options: OpenAiModelOptions;
  readonly request: ModelRequest;
  /** The request members that the model has refused so far; new ones are added. */
  readonly refused: RefusedMembers;
  readonly signal: AbortSignal;
}

async function sendRequest(sending: Sending): Promise<Response> {
  const { options, request, refused, signal } = sending;
  const { url, model, apiKey, headers, body, stream = true, fetch: send = fetch } = options;
  signal.throwIfAborted();
  const response = await send(`${url.replace(/\/+$/, "")}/chat/completions`, {
    method: "POST",
    headers: withoutUndefined({
      "content-type": "application/json",
      authorization: apiKey === undefined ? undefined : `Bearer ${apiKey}`,
      ...headers,
    }),
    body: JSON.stringify({ ...withoutRefused(requestBody(model, request, stream), refused), ...body }),
    signal,
    redirect: "manual", // another server must not get the headers
  });
  if (response.ok) return response;
  if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
    const to = response.headers.get("location");
    throw new ModelError(
      "request",
      `${model}: the server redirects${to === null ? "" : ` to ${to}`}: use that address`,
    );
  }
  const message = errorMessage(await bodyStart(response.body));
  const member = response.status === 400 ? refusedMember(message, request) : undefined;
  if (member !== undefined && !refused.has(member)) {
    refused.add(member);
    return sendRequest(sending);
  }
  throw httpError(model, response.status, { message, headers: response.headers });
}

/** Reads a stream of events, or one JSON object: some servers don't stream when they are asked to. */
async function* readAnswer(model: string, response: Response): AsyncGenerator<ModelEvent> {
  const isStream = response.headers.get("content-type")?.includes("text/event-stream") ?? false;
  if (isStream && response.body !== null) {
    yield* readStream(model, bodyText(model, response.body));
    return;
  }
  const text = await wholeBody(model, response.body);
  // Some servers and proxies send events without saying so.
  if (/^\s*(?:data|event|id|retry)?:/.test(text)) yield* readStream(model, piecesOf(text));
  else yield* readCompletion(model, text);
}

/** Yields a text as one piece. */
async function* piecesOf(text: string): AsyncGenerator<string> {
  yield text;
}
