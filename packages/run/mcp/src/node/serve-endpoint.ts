import type { McpEndpoint } from "../endpoint.ts";
import { serveHttp } from "./serve-http.ts";
import { serveStdio } from "./serve-stdio.ts";

/** Serves an endpoint until its client closes standard input, or with a port over HTTP, until the signal aborts. */
export async function serveEndpoint(
  endpoint: McpEndpoint,
  {
    listen,
    log,
    signal,
  }: { readonly listen: number | undefined; readonly log: (line: string) => void; readonly signal: AbortSignal },
): Promise<void> {
  const aborted = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  if (listen === undefined) {
    const { closed, close } = serveStdio(endpoint);
    await Promise.race([closed, aborted]);
    await close();
    return;
  }
  const { url, close } = await serveHttp(endpoint, { port: listen });
  log(`listening on ${url}`);
  await aborted;
  await close();
}
