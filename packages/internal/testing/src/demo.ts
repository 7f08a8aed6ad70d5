/** Runs a demo as a child process and returns its output, for its tests. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, vi } from "vitest";

/** The output of a demo, and its exit code. */
export interface DemoRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The JSON output of a demo, and its exit code. */
export interface DemoJson {
  readonly code: number;
  /** All lines but the last one, which has the summary. */
  // biome-ignore lint/suspicious/noExplicitAny: the tests read any member
  readonly lines: readonly any[];
  // biome-ignore lint/suspicious/noExplicitAny: the tests read any member
  readonly summary: any;
}

/** A demo that tests can run, with a temporary folder for the tests of one file. */
export interface Demo {
  /** Runs the demo in this process, without a terminal and without colors; it creates its temporary files in `folder()`. */
  run(...args: readonly string[]): Promise<DemoRun>;
  /** Runs the demo with `--json`. */
  json(...args: readonly string[]): Promise<DemoJson>;
  /** Writes a file into the folder and returns its path. */
  file(name: string, text: string): Promise<string>;
  folder(): string;
}

/**
 * Prepares a demo for the tests of one file.
 *
 * @param main - runs the demo with the arguments of a command line, and returns the exit code
 */
export function testedDemo(main: (args: readonly string[]) => Promise<number>): Demo {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "helve-demo-test-"));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });
  const run: Demo["run"] = async (...args) => {
    const output = { stdout: "", stderr: "" };
    const stdout = vi.spyOn(process.stdout, "write").mockImplementation((text) => {
      output.stdout += text;
      return true;
    });
    const stderr = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
      output.stderr += text;
      return true;
    });
    vi.stubEnv("TMPDIR", folder);
    vi.stubEnv("NO_COLOR", "1");
    vi.stubEnv("FORCE_COLOR", undefined);
    try {
      return { code: await main(args), ...output };
    } finally {
      stdout.mockRestore();
      stderr.mockRestore();
      vi.unstubAllEnvs();
    }
  };
  return {
    run,
    json: async (...args) => {
      const { code, stdout } = await run("--json", ...args);
      const lines = stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      const { summary } = lines.pop();
      return { code, lines, summary };
    },
    file: async (name, text) => {
      await writeFile(join(folder, name), text);
      return join(folder, name);
    },
    folder: () => folder,
  };
}
