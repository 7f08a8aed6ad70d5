import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { patience } from "@helve/testing/patience";

/** Where a program runs. The environment has nothing else. */
export interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Runs a program until it ends, or for as long as tests wait, and ends everything that it has started.
 *
 * @param reply - what is typed after what the program has printed; without it, the input is empty
 * @returns what it printed
 */
export async function run([program = "", ...args]: readonly string[], place: Place, reply?: Reply): Promise<string> {
  const child = spawn(program, args, { ...place, detached: true });
  const end = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // Everything has ended.
    }
  };
  const deadline = setTimeout(end, patience);
  child.once("exit", end);
  if (reply === undefined) child.stdin.end();
  else answerOnce(child, reply);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  clearTimeout(deadline);
  return out + err;
}

/** The text to type after a program has printed a text; `undefined` if nothing is to be typed yet. */
export type Reply = (printed: string) => string | undefined;

function answerOnce({ stdin, stdout }: ChildProcessWithoutNullStreams, reply: Reply): void {
  let printed = "";
  const read = (data: Buffer): void => {
    printed += data.toString();
    const answer = reply(printed);
    if (answer === undefined) return;
    stdout.off("data", read);
    stdin.end(answer);
  };
  stdout.on("data", read);
}
