// The Dart SDK 2.0.0: the reference of OpenTool 2.0, with streams.

import type { ServerResponse } from "node:http";
import { answer, functions, listen, parsed, type Sdk, send, ToolBreak } from "./sdk.ts";

const json = "application/json";

/** Finds events in one network chunk, without a buffer: an event that is split is lost. */
const eventPattern = /event:(\w+)\ndata:(.*?)\n\n/g;

export const dart: Sdk = {
  serve: ({ key }) =>
    listen(async ({ url, headers }, body, response) => {
      const { authorization } = headers;
      if (key !== undefined) {
        if (authorization?.startsWith("Bearer ") !== true)
          return answer(response, 401, "text/plain", "Missing or malformed authorization header");
        if (authorization.slice(7) !== key) return answer(response, 401, "text/plain", "Invalid authorization token");
      }
      if (url === "/opentool/version") return answer(response, 200, json, '{"version":"1.2.3"}');
      if (url === "/opentool/load")
        return answer(response, 200, json, '{"code":404,"message":"Json Parser NOT implement"}');
      if (url === "/opentool/stop") return answer(response, 200, json, '{"status":"stopped"}');
      if (headers["content-type"]?.includes(json) !== true)
        return answer(response, 400, json, '{"error":"Content-Type must be application/json"}');
      const request = readRequest(body);
      if ("message" in request) {
        const error = { code: -32700, message: request.message };
        return answer(response, 400, json, JSON.stringify({ jsonrpc: "2.0", result: {}, error, id: request.id }));
      }
      if (url === "/opentool/streamCall") return stream(request, response);
      answer(response, 200, json, JSON.stringify(outcome(request)));
    }),

  connect: (url, { key }) => ({
    version: async () => ((await (await send(url, "/version", key)).json()) as { version: string }).version,
    load: async () => {
      const value = (await (await send(url, "/load", key)).json()) as Record<string, unknown>;
      return "functions" in value ? value : null;
    },
    call: async (method, params) => {
      const response = await send(url, "/call", key, { jsonrpc: "2.0", method, params, id: "callId-0" });
      const { result, error } = (await response.json()) as { result: unknown; error?: { message: string } };
      if (error !== undefined && error !== null) throw new Error(error.message);
      return asMap(result);
    },
    stream: async (method, params) => {
      const response = await send(url, "/streamCall", key, { jsonrpc: "2.0", method, params, id: "callId-1" });
      const results: unknown[] = [];
      for await (const chunk of response.body ?? []) {
        for (const [, event, data = ""] of new TextDecoder().decode(chunk).matchAll(eventPattern)) {
          const value = JSON.parse(data);
          if (event === "error") throw new Error(value.error?.message ?? value.message);
          if (event === "data") results.push(asMap(value.result));
        }
      }
      return results;
    },
  }),
};

interface Call {
  readonly method: string;
  readonly params: Readonly<Record<string, number>>;
  readonly id: string;
}

function readRequest(body: string): Call | { readonly message: string; readonly id: string | null } {
  const value = parsed(body);
  if (value === undefined) return { message: "FormatException: Unexpected character", id: null };
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { message: "Invalid JSON payload: expected object", id: null };
  const { method, params, id, jsonrpc } = value as Partial<Record<string, unknown>>;
  const isMap = params === undefined || (typeof params === "object" && params !== null && !Array.isArray(params));
  if (typeof method !== "string" || typeof id !== "string" || typeof jsonrpc !== "string" || !isMap) {
    return { message: "type 'Null' is not a subtype of type 'String' in type cast", id: String(id) };
  }
  return { method, params: (params ?? {}) as Call["params"], id };
}

function outcome({ method, params, id }: Call): object {
  const run = functions[method];
  if (run === undefined) {
    return { jsonrpc: "2.0", result: { code: 405, message: `Function Not Supported: ${method}` }, id };
  }
  try {
    return { jsonrpc: "2.0", result: run(params), id };
  } catch (error) {
    const { message } = error as Error;
    const text = error instanceof ToolBreak ? JSON.stringify({ code: 500, message }) : `Exception: ${message}`;
    return { jsonrpc: "2.0", result: {}, error: { code: 500, message: text }, id };
  }
}

/** One write for each event. `count` streams; `fail` sends an error; `give_up` throws, which has another form. */
function stream({ method, params, id }: Call, response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  const write = (event: string, data: object): void =>
    void response.write(`event:${event}\ndata:${JSON.stringify(data)}\n\n`);
  write("start", { start: method });
  if (method === "give_up") {
    write("error", { code: 500, message: "Fatal error", id });
  } else if (method === "count") {
    for (let n = 1; n <= (params["to"] ?? 0); n++) write("data", { jsonrpc: "2.0", result: { n }, id });
    write("done", { done: method });
  } else {
    write("error", {
      jsonrpc: "2.0",
      result: {},
      error: { code: 405, message: `Function Not Supported: ${method}` },
      id,
    });
  }
  response.end();
}

/** A cast of Dart: `as Map<String, dynamic>`. */
function asMap(value: unknown): object {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new TypeError(
    `type '${value === null ? "Null" : typeof value}' is not a subtype of type 'Map<String, dynamic>'`,
  );
}
