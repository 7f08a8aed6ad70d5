import type { ClientOptions } from "../src/index.ts";

/** A `fetch` that answers in turn, and what it was sent. The last answer is repeated. */
export function answers(
  ...responses: readonly (Response | Error | ((init: RequestInit, url: string) => Response | Promise<Response>))[]
): Answers {
  const sent: Sent[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    sent.push({ url, init, body: typeof init.body === "string" ? JSON.parse(init.body) : undefined });
    const response = responses[Math.min(sent.length, responses.length) - 1];
    if (response instanceof Error) throw response;
    if (typeof response === "function") return response(init, url);
    return response?.clone() ?? new Response();
  };
  const options: ClientOptions = { fetch, retryDelay: 0 };
  return { sent, options };
}

/** A response of JSON. */
export function json(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(value), { status, headers: { "content-type": "application/json", ...headers } });
}

/** A response of server-sent events, in these chunks. */
export function events(...chunks: readonly (string | Uint8Array)[]): Response {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of chunks)
        controller.enqueue(typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk);
      controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

/** The error of Node's `fetch` without a connection. */
export function noConnection(code = "ECONNREFUSED"): Error {
  return new TypeError("fetch failed", { cause: Object.assign(new Error(`connect ${code}`), { code }) });
}

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
  /** The parsed body. */
  readonly body: unknown;
}

/** The result of {@link answers}. */
interface Answers {
  readonly sent: readonly Sent[];
  readonly options: ClientOptions;
}
