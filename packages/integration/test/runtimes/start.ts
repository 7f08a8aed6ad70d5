import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { build } from "esbuild";
import type { Miniflare } from "miniflare";

/** A runtime without Node. */
export interface Runtime {
  readonly name: string;
  /** The npm package that contains it. */
  readonly package: string;
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
const bin = (name: string): string => new URL(`../../node_modules/.bin/${name}`, import.meta.url).pathname;

/** Why a runtime can't be had; `undefined` if it can. */
export async function whyMissing(runtime: Runtime): Promise<string | undefined> {
  try {
    createRequire(import.meta.url).resolve(`${runtime.package}/package.json`);
    await run(bin(runtime.package), ["--version"], { timeout: 60_000 });
    return undefined;
  } catch (error) {
    return `${runtime.package} can't be run here: ${(error as Error).message.split("\n")[0]}`;
  }
}

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

const bun: Runtime = {
  name: "Bun",
  package: "bun",
  serve: (file) => listening(bin("bun"), [file], { PORT: "0" }),
  call: async ({ script }, { url, key, nowhere }) => (await run(bin("bun"), [script, url, key, nowhere])).stdout,
};

const deno: Runtime = {
  name: "Deno",
  package: "deno",
  serve: (file) => listening(bin("deno"), ["serve", "--host", "127.0.0.1", "--port", "0", file]),
  call: async ({ script }, { url, key, nowhere }) =>
    (await run(bin("deno"), ["run", "--allow-net=127.0.0.1", script, url, key, nowhere])).stdout,
};

const workers: Runtime = {
  name: "Cloudflare Workers",
  package: "miniflare",
  serve: async (file) => {
    const worker = await workerOf(file);
    return { url: (await worker.ready).origin, stop: () => worker.dispose() };
  },
  call: async ({ worker: file }, target) => {
    const worker = await workerOf(file);
    try {
      const response = await worker.dispatchFetch(`http://worker/?${new URLSearchParams({ ...target })}`);
      return await response.text();
    } finally {
      await worker.dispose();
    }
  },
};

async function workerOf(file: string): Promise<Miniflare> {
  const miniflare = await import("miniflare");
  return new miniflare.Miniflare({
    modules: [{ type: "ESModule", path: "worker.mjs", contents: await readFile(file, "utf8") }],
    compatibilityDate: "2026-01-01",
    host: "127.0.0.1",
    port: 0,
    cf: false,
    telemetry: { enabled: false },
  });
}

export const runtimes: readonly Runtime[] = [bun, deno, workers];
