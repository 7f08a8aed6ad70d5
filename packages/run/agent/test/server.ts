import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A request that a test server received. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  // biome-ignore lint/suspicious/noExplicitAny: the tests read any member
  readonly body: any;
}

/** Starts a local server for one test. Returns its address and the requests that it has received. */
export async function serve(
  answer: (response: ServerResponse, received: Received) => unknown,
): Promise<{ readonly url: string; readonly received: readonly Received[] }> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const entry = { path: request.url ?? "", headers: request.headers, body: JSON.parse(text) };
    received.push(entry);
    await answer(response, entry);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, received };
}

/** Sends chunks as server-sent events, and `[DONE]`. */
export function sendStream(response: ServerResponse, chunks: readonly unknown[], end = "data: [DONE]\n\n"): void {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  for (const chunk of chunks) response.write(`data: ${typeof chunk === "string" ? chunk : JSON.stringify(chunk)}\n\n`);
  response.end(end);
}

/** A chunk of a stream with a delta. */
export function delta(value: object, finishReason: unknown = null): object {
  return { object: "chat.completion.chunk", choices: [{ index: 0, delta: value, finish_reason: finishReason }] };
}

/** Sends JSON. */
export function sendJson(response: ServerResponse, value: unknown, status = 200, headers: object = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof value === "string" ? value : JSON.stringify(value));
}
