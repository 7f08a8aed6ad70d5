import type { AssistantPart, Message } from "./message.ts";
import type { ModelResponse } from "./model.ts";
import type { ProtocolCall } from "./protocol.ts";
import { withUniqueIds } from "./unique-ids.ts";

/**
 * Creates a response whose calls were found in its text.
 *
 * @param parts - the other parts of its message, which come before the calls
 * @param earlier - the messages before the response
 */
export function responseWithCalls(
  response: ModelResponse,
  parts: readonly AssistantPart[],
  calls: readonly ProtocolCall[],
  earlier: readonly Message[],
): ModelResponse {
  const callParts = calls.map(({ name, arguments: raw }) => ({ type: "call" as const, id: "", name, arguments: raw }));
  const message = withUniqueIds({ role: "assistant", parts: [...parts, ...callParts] }, earlier);
  const { stopReason } = response;
  const isCut = stopReason === "length" || stopReason === "filter";
  return { ...response, message, stopReason: calls.length > 0 && !isCut ? "calls" : stopReason };
}
