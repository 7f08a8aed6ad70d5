import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { installed, run } from "./run.ts";

/** A registry of npm packages on loopback. */
export interface Registry {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a registry that keeps the Helve packages, and takes all others from the registry that npm uses.
 *
 * @param folder - keeps what is published
 */
export async function startRegistry(folder: string): Promise<Registry> {
  // A dependency of it names a tag, which not every registry has.
  const verdaccio = { name: "verdaccio", version: "6.10.4", overrides: { "node-fetch": "2.7.0" } };
  const program = join(await installed(verdaccio), "node_modules/verdaccio/bin/verdaccio");
  await mkdir(folder);
  const { output: upstream } = await run("npm", ["config", "get", "registry"], { cwd: folder });
  const own = { access: "$all", publish: "$all" };
  const config = {
    storage: "./packages",
    uplinks: { npm: { url: upstream.trim(), cache: true, max_fails: 100 } },
    packages: { "@helve/*": own, helve: own, "**": { access: "$all", proxy: "npm" } },
    max_body_size: "50mb",
    log: { type: "file", path: join(folder, "log.txt"), level: "warn" },
  };
  await writeFile(join(folder, "config.yaml"), JSON.stringify(config));
  const port = await freePort();
  const child = spawn(process.execPath, [program, "--config", "config.yaml", "--listen", `127.0.0.1:${port}`], {
    cwd: folder,
    stdio: "ignore",
  });
  const exited = once(child, "exit");
  const url = `http://127.0.0.1:${port}/`;
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`the registry ended with ${child.exitCode}: see ${folder}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url,
    stop: async () => {
      child.kill();
      await exited;
    },
  };
}

async function answers(url: string): Promise<boolean> {
  return fetch(`${url}-/ping`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}
