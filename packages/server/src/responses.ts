const headers = {
  "content-type": "application/json",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
} as const;

/** A response of JSON. @param body - a value, or its text */
export function jsonResponse(status: number, body: object | string, more?: Readonly<Record<string, string>>): Response {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return new Response(text, { status, headers: more === undefined ? headers : { ...headers, ...more } });
}

/** A response that refuses a request before it is a call: `{"error": "…"}`. */
export function refusal(status: number, error: string, more?: Readonly<Record<string, string>>): Response {
  return jsonResponse(status, { error }, more);
}

/** A response of server-sent events. */
export function eventResponse(body: ReadableStream<Uint8Array>): Response {
  return new Response(body, {
    status: 200,
    // Without this header, nginx buffers events.
    headers: { ...headers, "content-type": "text/event-stream", "x-accel-buffering": "no" },
  });
}
