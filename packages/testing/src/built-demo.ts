import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll } from "vitest";

/** What a demo printed, and how it ended. */
export interface DemoRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A demo as it was built, to run in tests. */
export interface BuiltDemo {
  /** Runs it with no terminal; its own temporary folders are made in the folder of the tests. */
  run(...args: readonly string[]): Promise<DemoRun>;
  /** Writes a file for it, and gives the path. */
  file(name: string, text: string): Promise<string>;
  /** The folder of the tests, which is there while they run. */
  folder(): string;
}

/**
 * A demo for the tests of one file.
 *
 * @param main - what Node is to run
 */
export function builtDemo(main: URL): BuiltDemo {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "helve-demo-test-"));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });
  return {
    run: (...args) =>
      new Promise((resolve, reject) => {
        const env = { ...process.env, TMPDIR: folder, NO_COLOR: "1", FORCE_COLOR: undefined };
        const child = spawn(process.execPath, [fileURLToPath(main), ...args], {
          env,
          stdio: ["ignore", "pipe", "pipe"],
        });
        const output = { stdout: "", stderr: "" };
        child.stdout.on("data", (chunk) => (output.stdout += chunk));
        child.stderr.on("data", (chunk) => (output.stderr += chunk));
        child.on("error", reject);
        child.on("close", (code) => resolve({ code, ...output }));
      }),
    file: async (name, text) => {
      await writeFile(join(folder, name), text);
      return join(folder, name);
    },
    folder: () => folder,
  };
}
