import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The command by which a client starts hooks fastest: a script that sends events to `helve hookd`, and starts the program if it does not answer.
 * Where the system has no Perl, and where the program is not bundled, the program itself.
 *
 * @param program - Node and the file, see `Io`
 */
export function fastProgram(
  program: readonly string[],
  platform: NodeJS.Platform = process.platform,
): readonly string[] {
  const [, main = "", ...others] = program;
  const script = join(dirname(main), "hook.pl");
  const isPossible = platform !== "win32" && others.length === 0 && existsSync(perl) && existsSync(script);
  return isPossible ? [perl, script, ...program] : program;
}

const perl = "/usr/bin/perl";

/** Whether the command of a hook sends events to `helve hookd`. */
export function isFast(command: string): boolean {
  return /\/hook\.pl\b/.test(command);
}
