import type { DriverCommand, DriverProcess } from "./sandbox-driver.ts";
import { SandboxError } from "./sandbox-error.ts";

/**
 * Starts a command by a POSIX shell inside the sandbox, for environments whose own program can't say why a command did not start.
 *
 * @param start - starts a program of the sandbox with this argv
 * @param prelude - shell code that runs before the command
 * @throws SandboxError `not_found` for the working directory, `permission` for the program; `DriverProcess.exit` rejects with them
 */
export async function launch(
  command: DriverCommand,
  start: (argv: readonly string[], onOutput: DriverCommand["onOutput"]) => Promise<DriverProcess>,
  prelude = "",
): Promise<DriverProcess> {
  const { argv, cwd, onOutput } = command;
  let errors = "";
  const decoder = new TextDecoder();
  const process = await start(
    ["/bin/sh", "-c", prelude + script, "helve", cwd, ...withOddVariables(command)],
    (stream, bytes) => {
      if (stream === "stderr" && errors.length < 1000) errors += decoder.decode(bytes, { stream: true });
      return onOutput(stream, bytes);
    },
  );
  const exit = process.exit.then((ended) => {
    if (ended.exitCode === 125 && errors === "no such directory\n") {
      throw new SandboxError("not_found", `The working directory ${cwd} does not exist`, { path: cwd });
    }
    if (ended.exitCode === 126 && /^helve: (?:(?:line )?\d+: )?exec: [^\n]*: Permission denied\n$/i.test(errors)) {
      throw new SandboxError("permission", `${argv[0]}: Permission denied`, { path: argv[0] });
    }
    return ended;
  });
  exit.catch(() => {}); // whoever waits for it handles it
  return { ...process, exit };
}

/** Starts a program in a directory, and says so if the directory is missing. A shell exits with 126 or 127 if it can't start a program. */
const script = 'cd "$1" 2>/dev/null || { echo "no such directory" >&2; exit 125; }; shift; exec "$@"';

/** The command, with those variables whose names some shells don't pass on. */
function withOddVariables({ argv, env }: DriverCommand): readonly string[] {
  const odd = Object.entries(env).filter(([name]) => !/^[A-Za-z_]\w*$/.test(name));
  return odd.length === 0 ? argv : ["env", ...odd.map(([name, value]) => `${name}=${value}`), ...argv];
}
