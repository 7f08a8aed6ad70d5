import { isObject, roundedNumbers, unmarkNumbers } from "@helve/core/internal";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";

/**
 * Returns a message in which only what passes through keeps its numbers as they are written: the arguments of a call, and results. The SDK reads the
 * other members itself, such as ids and progress, and expects JavaScript numbers. Arguments that are null are treated as absent.
 */
export function readableMessage(message: unknown): unknown {
  if (!isObject(message) || !("method" in message)) return message;
  const { params, ...rest } = message;
  if (!isObject(params)) return roundedNumbers(message);
  const { arguments: args, ...others } = params;
  const kept = args === undefined || args === null ? {} : { arguments: args };
  return { ...(roundedNumbers(rest) as object), params: { ...(roundedNumbers(others) as object), ...kept } };
}

/** Makes a transport deliver messages whose numbers `exactFetch` has marked in the form of `readableMessage`. */
export function withExactMessages<Exact extends Transport>(transport: Exact): Exact {
  let receiver: Transport["onmessage"];
  return Object.defineProperty(transport, "onmessage", {
    configurable: true,
    enumerable: true,
    get(): Transport["onmessage"] {
      const receive = receiver;
      if (receive === undefined) return undefined;
      return (message, extra) => receive(readableMessage(unmarkNumbers(message)) as JSONRPCMessage, extra);
    },
    set(handler: Transport["onmessage"]) {
      receiver = handler;
    },
  });
}
