// Builds and serves the page, for tests and measurements.

import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

/** Builds the page to a folder. */
export async function buildSite(folder: string): Promise<void> {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const { NODE_ENV: before } = process.env;
  // Vite builds the page of a test runner as one for development otherwise.
  process.env["NODE_ENV"] = "production";
  try {
    await build({
      ...{ root, configFile: join(root, "vite.config.ts"), logLevel: "error" },
      build: { outDir: folder, emptyOutDir: true },
    });
  } finally {
    if (before === undefined) delete process.env["NODE_ENV"];
    else process.env["NODE_ENV"] = before;
  }
}

/** A server of the page. */
export interface SiteServer extends AsyncDisposable {
  /** The address of the page, which ends with a slash. */
  readonly url: string;
  /** Answers no more, as if the browser were offline. */
  stop(): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/**
 * Serves a folder on a free port of the loopback interface.
 *
 * @param mount - the path that it is served under
 */
export async function serveSite(folder: string, mount = "/site/playground/"): Promise<SiteServer> {
  const server = createServer(({ url = "/" }, response) => {
    const pathname = decodeURIComponent(new URL(url, "http://localhost").pathname);
    const name = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
    const file = join(folder, name.slice(mount.length));
    const isFile =
      name.startsWith(mount) && file.startsWith(folder) && statSync(file, { throwIfNoEntry: false })?.isFile() === true;
    response.writeHead(isFile ? 200 : 404, { "content-type": types[extname(file)] ?? "text/plain" });
    response.end(isFile ? readFileSync(file) : "not found");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  return { url: `http://127.0.0.1:${port}${mount}`, stop, [Symbol.asyncDispose]: stop };
}
