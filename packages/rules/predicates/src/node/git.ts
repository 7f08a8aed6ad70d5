/** Runs git in the repository of a project. */
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { devNull } from "node:os";
import { delimiter, dirname, isAbsolute, join } from "node:path";

/** git in the repository of a project. */
export interface Git {
  /** The root of the working tree. */
  readonly root: string;
  /**
   * Runs a command of git in the root.
   *
   * @returns its output; `undefined` if it fails or takes too long
   */
  run(args: readonly string[], options?: GitRun): string | undefined;
}

interface GitRun {
  /** The text of its standard input. */
  readonly input?: string;
  /** Whether it searches for something: the exit code 1 says that it found nothing. */
  readonly mayFind?: boolean;
}

/** Where git is used, and for how long. */
interface GitPlace {
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The time that it may take in a row, in milliseconds. */
  readonly timeLimit?: number | undefined;
}

/**
 * A call of git takes a hundredth of it. A machine that does much else is often ten times slower, and a person is not to be asked about a
 * deletion because of that.
 */
const longestAnswer = 2000;

/** Opens the repository that contains a directory; `undefined` if not found, or no git. */
export function openGit({ directory, environment, timeLimit = longestAnswer }: GitPlace): Git | undefined {
  const root = rootOf(directory);
  const program = root === undefined ? undefined : findGit(environment["PATH"] ?? "", root);
  if (root === undefined || program === undefined) return undefined;
  const variables = gitEnvironment(environment);
  let left = timeLimit;
  let last = 0;
  return {
    root,
    run(args, { input = "", mayFind = false } = {}) {
      const begin = performance.now();
      // A later decision has its own time.
      if (begin - last > longestPause) left = timeLimit;
      if (left <= 0) return undefined;
      const { status, stdout, error } = spawnSync(program, [...settings, ...args], {
        cwd: root,
        env: variables,
        input,
        encoding: "utf8",
        timeout: Math.ceil(left),
        killSignal: "SIGKILL",
        maxBuffer: 1_000_000,
        stdio: ["pipe", "pipe", "ignore"],
        windowsHide: true,
      });
      last = performance.now();
      left -= last - begin;
      return error === undefined && (status === 0 || (mayFind && status === 1)) ? stdout : undefined;
    },
  };
}

/** In milliseconds. */
const longestPause = 1000;

/** Settings under which git starts no other program, contacts nobody, and reads no list of ignored files but the project's. */
const settings: readonly string[] = [
  ["core.excludesFile", ""],
  ["core.fsmonitor", "false"],
  ["core.ignoreCase", "false"],
  ["core.quotePath", "false"],
  ["protocol.allow", "never"],
].flatMap(([name, value]) => ["-c", `${name}=${value}`]);

/** Returns the environment for git, without variables that select another repository. */
function gitEnvironment(environment: GitPlace["environment"]): NodeJS.ProcessEnv {
  const others = Object.entries(environment).filter(([name]) => !name.startsWith("GIT_"));
  return {
    ...Object.fromEntries(others),
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: devNull,
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    LC_ALL: "C",
  };
}

/** The nearest directory with a `.git`. */
function rootOf(directory: string): string | undefined {
  for (let folder = directory; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

/** Finds the git program outside of the project, where an agent can't have put it. */
function findGit(path: string, root: string): string | undefined {
  const name = process.platform === "win32" ? "git.exe" : "git";
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && folder !== root && !folder.startsWith(join(root, "/")))
    .map((folder) => join(folder, name))
    .find((file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true);
}
