import { waitUnlessAborted } from "@helve/core/internal";
import { throwIssues } from "./agent-error.ts";
import type { Model, ModelEvent, ModelRequest } from "./model.ts";
import { ModelError } from "./model-error.ts";
import { type OptionTypes, typeIssues } from "./option-types.ts";

/**
 * Sends a request again if it failed because of the network, an error of the server or too many requests. The delay doubles
 * with each attempt, and a random part of it is left out so that clients don't retry in step. A `Retry-After` of the server is
 * waited for instead. A `retry` event comes before each wait.
 *
 * @throws AgentError if an option is invalid
 *
 * @example
 * const model = withRetries(openAiModel({ url, model: "gpt-5" }), { attempts: 4 });
 */
export function withRetries(model: Model, options: RetryModelOptions = {}): Model {
  throwIssues(typeIssues(options, retryOptions));
  return { ...model, name: model.name, prices: model.prices, generate: (request) => generate(model, request, options) };
}

/** Options of {@link withRetries}. */
export interface RetryModelOptions {
  /** How often a request is sent at most; 4 by default. */
  readonly attempts?: number | undefined;
  /** The delay before the second attempt, in milliseconds; 1000 by default. */
  readonly delay?: number | undefined;
  /** The longest delay, in milliseconds; 60,000 by default. A server that asks for a longer one ends the attempts. */
  readonly maxDelay?: number | undefined;
  /** A random number from 0 to 1, for the jitter; `Math.random` by default. */
  readonly random?: (() => number) | undefined;
}

const milliseconds: OptionTypes[string] = [
  "a number of milliseconds, 0 or more",
  (value) => typeof value === "number" && value >= 0,
];

const retryOptions: OptionTypes = {
  attempts: ["a number of at least 1", (value) => typeof value === "number" && value >= 1],
  delay: milliseconds,
  maxDelay: milliseconds,
  random: ["a function", (value) => typeof value === "function"],
};

/** Requests an answer, and again after temporary errors. */
async function* generate(
  model: Model,
  request: ModelRequest,
  { attempts = 4, delay = 1000, maxDelay = 60_000, random = Math.random }: RetryModelOptions,
): AsyncGenerator<ModelEvent> {
  for (let attempt = 1; ; attempt++) {
    try {
      yield* model.generate(request);
      return;
    } catch (error) {
      request.signal?.throwIfAborted();
      if (!ModelError.is(error) || !isTransient(error) || attempt >= attempts) throw error;
      const { retryAfter } = error as ModelError;
      if (retryAfter !== undefined && retryAfter > maxDelay) throw error;
      const longest = Math.min(maxDelay, delay * 2 ** (attempt - 1));
      const wait = retryAfter ?? longest * (1 - random() / 2);
      yield { type: "retry", attempt: attempt + 1, delay: wait, error: error as ModelError };
      await waitUnlessAborted(wait, request.signal);
      request.signal?.throwIfAborted();
    }
  }
}

function isTransient(error: object): boolean {
  return "isTransient" in error && error.isTransient === true;
}
