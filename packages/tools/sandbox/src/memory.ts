/** The subpath `@helve/sandbox/memory`: an environment without a machine, for tests, browsers and dry runs. */
import { createSandbox } from "./create-sandbox.ts";
import { refuseLongRanges } from "./memory/brace-ranges.ts";
import { memoryFiles } from "./memory/memory-files.ts";
import { memoryProcess } from "./memory/memory-process.ts";
import { memorySnapshots } from "./memory/memory-snapshots.ts";
import type { Sandbox } from "./sandbox.ts";
import { SandboxError } from "./sandbox-error.ts";
import { resolvePath } from "./sandbox-path.ts";

/**
 * A sandbox inside this process: a shell with about a hundred commands that are written in JavaScript (`just-bash`), and files in
 * memory. It starts no program and reaches neither files nor network of the machine, so it also runs in a browser.
 *
 * Files have no owners, and there are no users or signals. The output of a command arrives when it ends.
 *
 * @throws SandboxError of the kind `unavailable` if `just-bash` is not installed
 *
 * @example
 * await using sandbox = await memorySandbox({ files: { "data.csv": "a,b\n1,2\n" } });
 * const { stdout } = await sandbox.exec(["cut", "-d,", "-f2", "data.csv"]);
 */
export async function memorySandbox({ files = {}, env = {} }: MemorySandboxOptions = {}): Promise<Sandbox> {
  const { Bash, InMemoryFs } = await justBash();
  const fs = new InMemoryFs();
  const shell = new Bash({ fs, cwd: workingDirectory, env: { HOME: home, LANG: "C.UTF-8", ...env } });
  shell.registerTransformPlugin(refuseLongRanges);
  for (const directory of [workingDirectory, home, "/tmp"]) await fs.mkdir(directory, { recursive: true });
  await fs.writeFile("/etc/passwd", "root:x:0:0:root:/root:/bin/sh\nuser:x:1000:1000::/home/user:/bin/sh\n");
  const operations = memoryFiles(fs);
  for (const [path, contents] of Object.entries(files)) {
    const bytes = typeof contents === "string" ? new TextEncoder().encode(contents) : contents;
    await operations.write(resolvePath(workingDirectory, path), bytes);
  }
  const snapshots = memorySnapshots(fs);
  return createSandbox({
    kind: "memory",
    description:
      `Commands run in a simulated shell with files in memory, and start in ${workingDirectory}. ` +
      "There are the usual commands for files and text, but no other programs and no network.",
    workingDirectory,
    capabilities: {
      isolation: "memory",
      users: false,
      background: false,
      snapshots: true,
      connection: false,
      network: "none",
    },
    start: (command) => memoryProcess(shell, command),
    files: operations,
    snapshot: snapshots.create,
    restore: snapshots.restore,
    async close() {},
  });
}

async function justBash(): Promise<typeof import("just-bash")> {
  try {
    return await import("just-bash");
  } catch (cause) {
    throw new SandboxError("unavailable", "memorySandbox can't load just-bash: npm install just-bash", { cause });
  }
}

const workingDirectory = "/workspace";
const home = "/home/user";

/** Options of `memorySandbox`. */
export interface MemorySandboxOptions {
  /** Files that exist from the beginning, by their path. */
  readonly files?: Readonly<Record<string, string | Uint8Array>> | undefined;
  /** Variables of every command, besides `PATH`, `HOME` and `LANG`. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}
