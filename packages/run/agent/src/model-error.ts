/** The errors of a model that gave no answer: refused key, rate limit, too long request. */
import { type ErrorJson, HelveError } from "@helve/core";
import { isTransientStatus, requestedDelay, withoutUndefined } from "@helve/core/internal";

/** A model gave no answer. */
export class ModelError extends HelveError {
  override readonly code: ModelErrorCode;
  /** The HTTP status, if there was one. */
  readonly status: number | undefined;
  /** How long the provider asks to wait before the next request, in milliseconds. */
  readonly retryAfter: number | undefined;

  constructor(code: ModelErrorCode, message: string, options: ModelErrorOptions = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.code = code;
    this.status = options.status;
    this.retryAfter = options.retryAfter;
  }

  /** Whether the same request may succeed later. */
  get isTransient(): boolean {
    return transient.has(this.code);
  }

  override toJSON(): ErrorJson & { readonly status?: number } {
    return withoutUndefined({ ...super.toJSON(), status: this.status });
  }
}

/**
 * Why there is no answer: too many requests, an error of the server, no connection, a request that the server refuses, a
 * conversation that is too long for the model, an answer that can't be read, a request that is not on the recording, the end
 * of a script.
 */
export type ModelErrorCode =
  | "rate_limit"
  | "server"
  | "network"
  | "request"
  | "context_length"
  | "response"
  | "not_recorded"
  | "script_ended";

/** Details of a {@link ModelError}. */
export interface ModelErrorOptions extends ErrorOptions {
  readonly status?: number | undefined;
  readonly retryAfter?: number | undefined;
}

const transient: ReadonlySet<ModelErrorCode> = new Set(["rate_limit", "server", "network"]);

/** Returns the error for a response of a server with an HTTP status of 400 or more. */
export function httpError(
  what: string,
  status: number,
  { message, headers, cause }: { message: string; headers?: Pick<Headers, "get"> | undefined; cause?: unknown },
): ModelError {
  const code = codeOf(status, message);
  const retryAfter = headers && requestedDelay(headers);
  return new ModelError(code, `${what}: the server answered ${status}: ${message}`, { status, retryAfter, cause });
}

/** Returns the code for a status of 400 or more. */
export function codeOf(status: number, message: string): ModelErrorCode {
  if (status === 429) return "rate_limit";
  if (isTransientStatus(status)) return isTooLong(message) ? "context_length" : "server";
  return status === 413 || isTooLong(message) ? "context_length" : "request";
}

/** Whether a message says that the conversation is too long; servers have no common code for it. */
export function isTooLong(message: string): boolean {
  return tooLong.some((pattern) => pattern.test(message));
}

/** Error messages of servers: OpenAI and compatible ones, Anthropic, Gemini, Cohere, xAI, Moonshot, Zhipu, Qwen, llama.cpp, vLLM, TGI, Bedrock. */
const tooLong: readonly RegExp[] = [
  /context[ _](?:length|size|window|limit)|maximum context|too many tokens/i,
  /(?:prompt|input|request|conversation) is too (?:long|large)/i,
  /token count .{0,40}exceeds|exceeds? the (?:maximum|max) (?:number of )?(?:input )?tokens/i,
  /reduce the length of (?:the |your )?(?:messages|prompt|input)/i,
  /tokens \+ `max_new_tokens` must be/i,
  /(?:input|prompt) tokens? (?:exceed|(?:is |are )?too (?:long|many))|token count is \d+ but/i,
  /(?:exceeded|exceeds) (?:the )?(?:model(?:'s)? token limit|max(?:imum)? length)|range of input length/i,
  /maximum prompt length|longer than the maximum model length/i,
];
