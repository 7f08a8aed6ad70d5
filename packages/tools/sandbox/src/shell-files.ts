import { joinBytes } from "./join-bytes.ts";
import { limitExceeded } from "./limit-exceeded.ts";
import { type PathProblem, pathProblem } from "./path-problem.ts";
import type { DirectoryEntry, FileStat } from "./sandbox.ts";
import type { DriverCommand, DriverProcess, SandboxFiles } from "./sandbox-driver.ts";
import { SandboxError } from "./sandbox-error.ts";
import { parentPath } from "./sandbox-path.ts";

/**
 * Makes file operations of a POSIX shell inside the sandbox (`sh` with `cat`, `dirname`, `ls`, `mkdir`, `rm`, `wc`),
 * for environments whose files the host can't reach, or must not reach because of the links in them.
 * @param start - starts a program, as `SandboxDriver.start`
 */
export function shellFiles(start: (command: DriverCommand) => Promise<DriverProcess>): SandboxFiles {
  const run = (script: string, args: readonly string[], options: ScriptOptions) =>
    runScript(start, script, args, options);
  return {
    read: (path, limit, signal) => run(readScript, [path, String(limit)], { limit, signal }),
    async write(path, contents, signal) {
      await run(writeScript, [path, parentPath(path)], { input: contents, signal });
    },
    async stat(path, signal) {
      return readStat(await run(statScript, [path], { signal }));
    },
    async list(path, signal) {
      return readEntries(await run(listScript, [path], { signal }));
    },
    async remove(path, recursive, signal) {
      await run(removeScript, [path, recursive ? "-rf" : "-f"], { signal });
    },
  };
}

/** The problem of a path, by the exit code of a script. */
const problems: Readonly<Record<number, PathProblem>> = {
  61: "not_found",
  62: "permission",
  63: "is_directory",
  64: "not_directory",
};

/** Exit codes of the scripts that read and write. */
const tooLargeCode = 65;
const notRegularCode = 66;

/** Explains why a path doesn't exist: a part of it is a file, or a directory that can't be searched. */
const missing = `missing() {
  p=$1
  while [ "$p" != / ] && [ "$p" != . ]; do
    p=$(dirname "$p")
    if [ -d "$p" ]; then [ -x "$p" ] || exit 62; exit 61; fi
    if [ -e "$p" ]; then exit 64; fi
  done
  exit 61
}
`;

const readScript = `${missing}[ -d "$1" ] && exit 63
[ -e "$1" ] || missing "$1"
[ -f "$1" ] || exit ${notRegularCode}
[ -r "$1" ] || exit 62
[ "$(wc -c < "$1")" -le "$2" ] || exit ${tooLargeCode}
exec cat "$1"`;

const writeScript = `${missing}[ -d "$1" ] && exit 63
[ -p "$1" ] && exit ${notRegularCode}
if ! error=$(mkdir -p "$2" 2>&1); then
  p=$2
  while [ ! -e "$p" ]; do p=$(dirname "$p"); done
  [ -d "$p" ] || exit 64
  [ -w "$p" ] || exit 62
  echo "$error" >&2
  exit 1
fi
if [ -e "$1" ]; then [ -w "$1" ] || exit 62; else [ -w "$2" ] || exit 62; fi
exec cat > "$1"`;

const statScript = `${missing}[ -e "$1" ] || missing "$1"
if [ -d "$1" ]; then type=directory; elif [ -f "$1" ]; then type=file; else type=other; fi
set -- $(ls -dnL "$1")
echo "$type $5"`;

const listScript = `${missing}[ -e "$1" ] || missing "$1"
[ -d "$1" ] || exit 64
[ -r "$1" ] && [ -x "$1" ] || exit 62
for f in "$1"/* "$1"/.[!.]* "$1"/..?*; do
  if [ -L "$f" ]; then t=symlink
  elif [ ! -e "$f" ]; then continue
  elif [ -d "$f" ]; then t=directory
  elif [ -f "$f" ]; then t=file
  else t=other; fi
  printf '%s/%s\\0' "$t" "\${f##*/}"
done`;

const removeScript = `${missing}[ -e "$1" ] || [ -L "$1" ] || missing "$1"
if [ -d "$1" ] && [ ! -L "$1" ] && [ "$2" = -f ]; then exit 63; fi
[ -w "$(dirname "$1")" ] || exit 62
exec rm "$2" "$1"`;

interface ScriptOptions {
  readonly input?: Uint8Array;
  /** How many bytes it may print. */
  readonly limit?: number;
  readonly signal?: AbortSignal | undefined;
}

/** Runs a script about the path that is its first argument, and returns what it prints. */
async function runScript(
  start: (command: DriverCommand) => Promise<DriverProcess>,
  script: string,
  args: readonly string[],
  { input, limit = Infinity, signal }: ScriptOptions,
): Promise<Uint8Array> {
  const [path = ""] = args;
  const output: Uint8Array[] = [];
  const errors: Uint8Array[] = [];
  let size = 0;
  const stopped = Promise.withResolvers<never>();
  stopped.promise.catch(() => {}); // it may be rejected while the process still starts
  const onAbort = () => stopped.reject(signal?.reason);
  const tooLarge = () => limitExceeded(limit, `by ${path}`, path);
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    const process = await start({
      argv: ["/bin/sh", "-c", script, "sh", ...args],
      cwd: "/",
      env: { LC_ALL: "C" },
      user: undefined,
      input: input === undefined || input.length === 0 ? undefined : input,
      onOutput(stream, bytes) {
        if (stream === "stdout") size += bytes.length;
        if (size > limit) stopped.reject(tooLarge());
        else (stream === "stdout" ? output : errors).push(bytes);
      },
    });
    const { exitCode } = await Promise.race([process.exit, stopped.promise]).catch(async (error: unknown) => {
      await process.kill();
      throw error;
    });
    if (exitCode === 0) return joinBytes(output);
    const problem = problems[exitCode];
    if (problem !== undefined) throw pathProblem(problem, path);
    if (exitCode === tooLargeCode) throw tooLarge();
    const printed = new TextDecoder().decode(joinBytes(errors)).trim() || `the shell ended with ${exitCode}`;
    throw new SandboxError("failed", `${path}: ${exitCode === notRegularCode ? "Not a regular file" : printed}`, {
      path,
    });
  } finally {
    signal?.removeEventListener("abort", onAbort);
  }
}

function readStat(output: Uint8Array): FileStat {
  const [type = "", size] = new TextDecoder().decode(output).trim().split(" ");
  const isKnown = type === "file" || type === "directory";
  return { type: isKnown ? type : "other", size: type === "other" ? 0 : Number(size) };
}

function readEntries(output: Uint8Array): readonly DirectoryEntry[] {
  const lines = new TextDecoder().decode(output).split("\0").slice(0, -1);
  return lines.map((line) => {
    const slash = line.indexOf("/");
    return { type: line.slice(0, slash) as DirectoryEntry["type"], name: line.slice(slash + 1) };
  });
}
