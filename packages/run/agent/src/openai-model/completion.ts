/** Reads the members that OpenAI's answers and the chunks of its streams have in common. Each may be absent or of another type. */
import { isObject } from "@helve/core/internal";
import { argumentText } from "../call-arguments.ts";
import type { StopReason } from "../model.ts";
import type { Usage } from "../usage.ts";

/** Returns an object member; an empty object if it is missing. */
export function member(value: unknown, name: string): Readonly<Record<string, unknown>> {
  const found = isObject(value) ? value[name] : undefined;
  return isObject(found) ? found : {};
}

/** Returns a text, also if a server sends it as a list of parts. */
export function textIn(value: unknown): string {
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return "";
  return value
    .map((part: unknown) => (isObject(part) && typeof part["text"] === "string" ? part["text"] : ""))
    .join("");
}

/** Returns the thoughts in a message or a delta; servers use two names. */
export function reasoningIn(message: Readonly<Record<string, unknown>>): string {
  return textIn(message["reasoning_content"]) || textIn(message["reasoning"]);
}

/** One call, or a piece of one. */
export interface CallDelta {
  readonly index: number | undefined;
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** Returns the calls in a message or a delta, also the one call of the older `function_call`. */
export function callsIn(message: Readonly<Record<string, unknown>>): readonly CallDelta[] {
  const { tool_calls, function_call } = message;
  const calls = Array.isArray(tool_calls) ? tool_calls.filter(isObject) : [];
  if (calls.length === 0 && isObject(function_call)) return [callDelta({ function: function_call, index: 0 })];
  return calls.map(callDelta);
}

/** Reads the part of a call in a chunk of the stream. */
function callDelta(call: Readonly<Record<string, unknown>>): CallDelta {
  const { name, arguments: raw } = { ...call, ...member(call, "function") } as Readonly<Record<string, unknown>>;
  const { index, id } = call;
  return {
    index: typeof index === "number" ? index : undefined,
    id: typeof id === "string" || typeof id === "number" ? String(id) : "",
    name: typeof name === "string" ? name : "",
    arguments: argumentText(raw),
  };
}

/** Returns why the message ended. Some servers say `stop` although there are calls, and others the opposite. */
export function stopReasonOf(finishReason: unknown, hasCalls: boolean): StopReason {
  if (finishReason === "length" || finishReason === "max_tokens") return "length";
  if (finishReason === "content_filter") return "filter";
  if (hasCalls) return "calls";
  return knownEnds.has(finishReason) ? "stop" : "other";
}

const knownEnds: ReadonlySet<unknown> = new Set([
  ...["stop", "tool_calls", "function_call", "eos", "eos_token", "end_turn", "stop_sequence"],
  ...[undefined, null, ""],
]);

/** Returns the usage, if a server counts. */
export function usageIn(value: Readonly<Record<string, unknown>>): Usage | undefined {
  const usage = member(value, "usage");
  const inputTokens = count(usage["prompt_tokens"]);
  const outputTokens = count(usage["completion_tokens"]);
  if (inputTokens === undefined && outputTokens === undefined) return undefined;
  const cachedInputTokens = count(member(usage, "prompt_tokens_details")["cached_tokens"]);
  const reasoningTokens = count(member(usage, "completion_tokens_details")["reasoning_tokens"]);
  return {
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    cachedInputTokens,
    reasoningTokens,
  };
}

/** Reads a count; `undefined` if it is invalid. */
function count(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}
