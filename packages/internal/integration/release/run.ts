import { spawn } from "node:child_process";
import { once } from "node:events";
import { type CachedPackage, cachedPackage } from "@helve/testing/cached-package";

/** The output and exit code of a program. */
export interface Ended {
  /** Its standard output. */
  readonly output: string;
  readonly seconds: number;
}

/** Where a program runs: its folder, and what its environment has beside this process's. */
export interface Place {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs a program to its end.
 *
 * @throws Error with all that it has printed, if it fails or takes ten minutes
 */
export async function run(command: string, args: readonly string[], { cwd, env }: Place): Promise<Ended> {
  const started = performance.now();
  // A package manager that runs this script passes its own settings on, such as its registry.
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("npm_")));
  const child = spawn(command, args, {
    cwd,
    env: { ...inherited, NO_COLOR: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 600_000,
  });
  let output = "";
  let all = "";
  child.stdout.on("data", (piece: Buffer) => {
    output += piece.toString();
    all += piece.toString();
  });
  child.stderr.on("data", (piece: Buffer) => {
    all += piece.toString();
  });
  const [code, signal] = await once(child, "close");
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${signal ?? code}:\n${all.trimEnd()}`);
  return { output, seconds: (performance.now() - started) / 1000 };
}

/**
 * The folder in whose `node_modules` a package of the cache is.
 *
 * @throws Error if it can't be installed
 */
export async function installed(name: CachedPackage): Promise<string> {
  const cached = await cachedPackage(name);
  if ("missing" in cached) throw new Error(cached.missing);
  return cached.folder;
}
