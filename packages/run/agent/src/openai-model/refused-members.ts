/** Removes members of a request that an OpenAI model refuses, such as `temperature` for reasoning models. */
import type { ModelRequest } from "../model.ts";

/** The members of requests that a model has refused: reasoning models of OpenAI have no `temperature`, and no `max_tokens`. */
export type RefusedMembers = Set<"temperature" | "max_tokens">;

/** The member of a request that a server calls unsupported; `undefined` if it refuses the request for another reason. */
export function refusedMember(
  message: string,
  { temperature, maxOutputTokens }: ModelRequest,
): "temperature" | "max_tokens" | undefined {
  if (!/unsupported|not support/i.test(message)) return undefined;
  if (temperature !== undefined && /\btemperature\b/.test(message)) return "temperature";
  return maxOutputTokens !== undefined && /\bmax_tokens\b/.test(message) ? "max_tokens" : undefined;
}

/** Removes refused members from a request body. */
export function withoutRefused(
  { temperature, max_tokens, ...body }: { readonly temperature?: unknown; readonly max_tokens?: unknown },
  refused: RefusedMembers,
): object {
  return {
    ...body,
    ...(refused.has("temperature") ? {} : { temperature }),
    ...(refused.has("max_tokens") ? { max_completion_tokens: max_tokens } : { max_tokens }),
  };
}
