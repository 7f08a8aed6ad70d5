// Starts code-server, a VS Code that runs in a browser, with the packaged extension.

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { cachedPackage } from "@helve/testing/cached-package";

const run = promisify(execFile);

/** The folder of code-server, or why there is none. Its native modules are not built: it works without them. */
export async function installCodeServer(): Promise<{ readonly folder: string } | { readonly missing: string }> {
  const installed = await cachedPackage({ name: "code-server", version: "4.139.1" }, ["--ignore-scripts"]);
  if ("missing" in installed) return installed;
  const folder = join(installed.folder, "node_modules/code-server");
  for (const part of ["lib/vscode", "lib/vscode/extensions"]) {
    const cwd = join(folder, part);
    if (existsSync(join(cwd, "node_modules/.package-lock.json"))) continue;
    try {
      await run("npm", ["install", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd });
    } catch (error) {
      return { missing: `the packages of code-server can't be installed: ${(error as Error).message}` };
    }
  }
  return { folder };
}

/** A running code-server. */
export interface CodeServer {
  readonly url: string;
  /** The folder that is open. */
  readonly workspace: string;
  close(): Promise<void>;
}

/**
 * Starts code-server with an extension.
 *
 * @param vsix - the packaged extension
 * @param files - the files of the workspace
 * @param settings - of the user
 */
export async function startCodeServer(
  folder: string,
  vsix: string,
  files: Readonly<Record<string, string>>,
  settings: object,
): Promise<CodeServer> {
  const root = await mkdtemp(join(tmpdir(), "helve-code-server-"));
  const workspace = join(root, "project");
  const written = {
    ...files,
    "../data/User/settings.json": JSON.stringify(settings),
    "../config.yaml": "cert: false\n",
  };
  for (const [name, text] of Object.entries(written)) {
    await mkdir(dirname(join(workspace, name)), { recursive: true });
    await writeFile(join(workspace, name), text);
  }
  const port = await freePort();
  const program = join(folder, "out/node/entry.js");
  const options = [
    ...["--config", join(root, "config.yaml"), "--auth", "none", "--disable-telemetry", "--disable-update-check"],
    ...["--user-data-dir", join(root, "data"), "--extensions-dir", join(root, "extensions")],
  ];
  await run(process.execPath, [program, ...options, "--install-extension", vsix], { timeout: 120_000 });
  const child = spawn(process.execPath, [program, ...options, "--bind-addr", `127.0.0.1:${port}`, workspace], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (chunk) => String(chunk).includes("listening on http") && resolve());
    child.on("exit", (code) => reject(new Error(`code-server ended with ${code}`)));
  });
  return {
    url: `http://127.0.0.1:${port}/?folder=${encodeURIComponent(workspace)}`,
    workspace,
    async close() {
      const ended = once(child, "exit");
      child.kill();
      await ended;
      await rm(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("expected a port");
  return address.port;
}
