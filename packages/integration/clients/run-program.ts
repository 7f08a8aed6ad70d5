import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

/** Where a program runs. The environment has nothing else. */
export interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Runs a program until it ends, or for a minute, and ends everything that it has started.
 *
 * @returns what it printed
 */
export async function run([program = "", ...args]: readonly string[], place: Place, input = ""): Promise<string> {
  const child = spawn(program, args, { ...place, detached: true });
  const end = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // Everything has ended.
    }
  };
  const deadline = setTimeout(end, 60_000);
  child.once("exit", end);
  child.stdin.end(input);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  clearTimeout(deadline);
  return out + err;
}
