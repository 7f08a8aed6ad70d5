import { HelveError } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { httpError, isTooLong, ModelError } from "../model-error.ts";

/** Converts an error of a provider of the AI SDK to a `ModelError`. Its errors are recognized by their members, not their class. */
export function modelErrorOf(name: string, error: unknown): HelveError {
  if (HelveError.is(error)) return error;
  const facts: Readonly<Record<string, unknown>> = isObject(error) ? error : {};
  const message = typeof facts["message"] === "string" ? facts["message"] : String(error);
  const { statusCode, responseHeaders, isRetryable } = facts;
  if (typeof statusCode === "number") {
    return httpError(name, statusCode, { message, headers: headersOf(responseHeaders), cause: error });
  }
  if (isTooLong(message)) return new ModelError("context_length", `${name}: ${message}`, { cause: error });
  const isNetwork = isRetryable === true || (isRetryable === undefined && error instanceof TypeError);
  return new ModelError(isNetwork ? "network" : "response", `${name}: ${message}`, { cause: error });
}

/** Makes response headers of the AI SDK readable by name in any case; undefined if not found. */
function headersOf(headers: unknown): Pick<Headers, "get"> | undefined {
  if (!isObject(headers)) return undefined;
  const byName = new Map(Object.entries(headers).map(([key, value]) => [key.toLowerCase(), String(value)]));
  return { get: (key) => byName.get(key) ?? null };
}
