import type { ServerUrl } from "./servers-file.ts";

/** Sends the first request to a server with a URL, and returns how it answers, without the body. @throws what `fetch` throws */
export async function probeServer(config: ServerUrl, timeout: number): Promise<Response> {
  const clientInfo = { name: "helve", version: "0.0.0" };
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  const response = await fetch(config.url, {
    method: config.type === "sse" ? "GET" : "POST",
    headers: {
      ...config.headers,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
    },
    body: config.type === "sse" ? null : JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }),
    signal: AbortSignal.timeout(timeout),
  });
  await response.body?.cancel();
  return response;
}
