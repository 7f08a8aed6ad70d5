import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import type { CachedPackage } from "@helve/testing/cached-package";
import { build } from "esbuild";

/** A runtime without Node. */
export interface Runtime {
  readonly name: string;
  /** The npm package that contains it. */
  readonly install: CachedPackage;
  /** @param folder - where the package is installed */
  in(folder: string): InstalledRuntime;
}

/** A runtime that is on this machine. */
interface InstalledRuntime {
  /** Serves the default export of a module. */
  serve(file: string): Promise<Running>;
  /** Runs the client of a bundle, and returns what it prints. */
  call(bundles: Bundles, target: Target): Promise<string>;
}

/** The server that a client calls. */
export interface Target {
  readonly url: string;
  readonly key: string;
  /** An address of this machine where no server is. */
  readonly nowhere: string;
}

/** A server that runs. */
interface Running {
  /** Without a path. */
  readonly url: string;
  stop(): Promise<void>;
}

/** The bundled modules. */
export interface Bundles {
  readonly serving: string;
  readonly script: string;
  readonly worker: string;
}

/** Bundles the modules beside this one, from sources, for a runtime without Node. */
export async function bundles(folder: string): Promise<Bundles> {
  const bundle = async (name: keyof Bundles): Promise<string> => {
    const outfile = `${folder}/${name}.mjs`;
    await build({
      entryPoints: [new URL(`${name}.ts`, import.meta.url).pathname],
      outfile,
      bundle: true,
      format: "esm",
      // An import of Node's modules is an error.
      platform: "browser",
      target: "esnext",
      conditions: ["@helve/source"],
      logLevel: "silent",
      define: name === "script" ? { process: "globalThis.process" } : {},
    });
    return outfile;
  };
  return { serving: await bundle("serving"), script: await bundle("script"), worker: await bundle("worker") };
}

const run = promisify(execFile);

/** Starts a program, and waits until it prints where it listens. */
async function listening(command: string, args: readonly string[], environment = {}): Promise<Running> {
  const child = spawn(command, args, { env: { ...process.env, NO_COLOR: "1", ...environment } });
  const exited = once(child, "exit");
  const url = await new Promise<string>((resolve, reject) => {
    let printed = "";
    const read = (piece: Buffer): void => {
      printed += piece.toString();
      const port = /https?:\/\/[^\s:]+:(\d+)/.exec(printed)?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    exited.then(() => reject(new Error(`${command} ended: ${printed}`)), reject);
  });
  return { url, stop: () => stop(child, exited) };
}

async function stop(child: ChildProcess, exited: Promise<unknown>): Promise<void> {
  child.kill("SIGKILL");
  await exited;
}

export const bun: Runtime = {
  name: "Bun",
  install: { name: "bun", version: "1.4.5" },
  in: (folder) => {
    const program = join(folder, "node_modules/.bin/bun");
    return {
      serve: (file) => listening(program, [file], { PORT: "0" }),
      call: async ({ script }, { url, key, nowhere }) => (await run(program, [script, url, key, nowhere])).stdout,
    };
  },
};

export const deno: Runtime = {
  name: "Deno",
  install: { name: "deno", version: "2.9.6" },
  in: (folder) => {
    const program = join(folder, "node_modules/.bin/deno");
    return {
      serve: (file) => listening(program, ["serve", "--host", "127.0.0.1", "--port", "0", file]),
      call: async ({ script }, { url, key, nowhere }) =>
        (await run(program, ["run", "--allow-net=127.0.0.1", script, url, key, nowhere])).stdout,
    };
  },
};

export const workers: Runtime = {
  name: "Cloudflare Workers",
  install: { name: "miniflare", version: "4.20260730.0" },
  in: (folder) => ({
    serve: async (file) => {
      const worker = await workerOf(folder, file);
      return { url: (await worker.ready).origin, stop: () => worker.dispose() };
    },
    call: async ({ worker: file }, target) => {
      const worker = await workerOf(folder, file);
      try {
        const response = await worker.dispatchFetch(`http://worker/?${new URLSearchParams({ ...target })}`);
        return await response.text();
      } finally {
        await worker.dispose();
      }
    },
  }),
};

/** The part of miniflare's API that is used. */
interface Miniflare {
  readonly ready: Promise<URL>;
  dispatchFetch(url: string): Promise<Response>;
  dispose(): Promise<void>;
}

async function workerOf(folder: string, file: string): Promise<Miniflare> {
  const miniflare = createRequire(join(folder, "package.json"))("miniflare") as {
    readonly Miniflare: new (options: object) => Miniflare;
  };
  return new miniflare.Miniflare({
    modules: [{ type: "ESModule", path: "worker.mjs", contents: await readFile(file, "utf8") }],
    compatibilityDate: "2026-01-01",
    host: "127.0.0.1",
    port: 0,
    cf: false,
    telemetry: { enabled: false },
  });
}

/** The runtimes that are tested, each in a fixed version. */
export const runtimes: readonly Runtime[] = [bun, deno, workers];
