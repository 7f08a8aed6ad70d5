import { isObject } from "@helve/core/internal";
import { memberSource } from "./json-source.ts";

type JsonObject = Readonly<Record<string, unknown>>;

/** A message to an interceptor of Docker's MCP gateway, with the names of the other clients: a request before a call, a result after it. */
export function gatewayEvent(message: JsonObject): JsonObject {
  // Older versions write the fields of the request with capital letters.
  const params = own(message, "params") ?? own(message, "Params");
  if (isObject(params)) {
    const { name, arguments: args } = params as JsonObject;
    return { hook_event_name: "tools/call", tool_name: name, tool_input: args ?? {} };
  }
  const content = own(message, "structuredContent") ?? own(message, "content");
  if (content === undefined) return {};
  const error = own(message, "isError") === true ? { error: true } : {};
  return { hook_event_name: "tools/result", tool_response: content, ...error };
}

/** The text of the result of `gatewayEvent` for a request. Only the arguments matter. @param source - from `jsonSource` */
export function gatewaySource(source: string): string {
  const params = memberSource(source, "params") ?? memberSource(source, "Params") ?? "{}";
  return `{"tool_input":${memberSource(params, "arguments") ?? "{}"}}`;
}

/** Returns an own member of an object. */
function own(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
