import type { ServerConfig } from "./servers-file.ts";

/**
 * Finds out whether a server with a URL refuses a client that has not signed in: it answers the first request with 401. It knows nothing of other
 * failures: a server that can't be reached may require one or not.
 *
 * @param timeout - how long the server may take, in milliseconds
 */
export async function requiresSignIn(config: ServerConfig, timeout: number = 5000): Promise<boolean> {
  if ("command" in config) return false;
  const clientInfo = { name: "helve", version: "0.0.0" };
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  try {
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
    return response.status === 401;
  } catch {
    return false;
  }
}
