/** Creates HTTP responses: JSON, errors and event streams. */

const headers = {
  "content-type": "application/json",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
} as const;

/** The answer to a request: complete JSON, or a response with a stream. */
export type Reply = JsonReply | Response;

/** An answer of JSON. It is not a `Response`, because Node writes a text much faster than the stream of a `Response`. */
export class JsonReply {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, text: string, headers: Readonly<Record<string, string>>) {
    this.status = status;
    this.text = text;
    this.headers = headers;
  }
}

/** Converts a reply to the response that `fetch` returns. */
export function toResponse(reply: Reply): Response {
  return reply instanceof JsonReply ? new Response(reply.text, reply) : reply;
}

/** Adds headers to a reply that it does not have. */
export function withHeaders(reply: Reply, more: Readonly<Record<string, string>>): Reply {
  if (reply instanceof JsonReply) return new JsonReply(reply.status, reply.text, { ...reply.headers, ...more });
  for (const [name, value] of Object.entries(more)) reply.headers.set(name, value);
  return reply;
}

/** A reply of JSON. @param body - a value, or its text */
export function jsonReply(status: number, body: object | string, more?: Readonly<Record<string, string>>): JsonReply {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return new JsonReply(status, text, more === undefined ? headers : { ...headers, ...more });
}

/** A reply that refuses a request before it is a call: `{"error": "…"}`. */
export function refusal(status: number, error: string, more?: Readonly<Record<string, string>>): JsonReply {
  return jsonReply(status, { error }, more);
}

/** A response of server-sent events. */
export function eventResponse(body: ReadableStream<Uint8Array>): Response {
  return new Response(body, {
    status: 200,
    // Without this header, nginx buffers events.
    headers: { ...headers, "content-type": "text/event-stream", "x-accel-buffering": "no" },
  });
}
