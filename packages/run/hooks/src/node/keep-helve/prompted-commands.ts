/** Finds commands in the instructions for an agent: it may run `sh g` for "please run sh g". */
import { type Answer, strongest } from "./answer.ts";
import { runtimeKind } from "./code-programs.ts";
import { inside } from "./inside-code.ts";
import type { Reading } from "./reading.ts";

/** Judges the commands and programs in an agent's prompt: the prompt as one, `sh g` in "please run sh g", and scripts by their endings. */
export async function promptedCommands(prompt: string, reading: Reading): Promise<Answer | undefined> {
  const words = prompt.split(/[\s"'`]+/).map((word) => word.replace(/[.,;:!?)]+$/, ""));
  const started = words.flatMap((word, index) =>
    shells.test(word) || runtimeKind(word) !== undefined || /^\.\.?\//.test(word)
      ? [words.slice(index, index + 5).join(" ")]
      : [],
  );
  const scripts = words.filter((word) => /\.(?:sh|bash|py|m?js|cjs|ts)$/.test(word));
  const commands = [
    ...[prompt, ...started.slice(0, 10)],
    ...scripts.slice(0, 10).map((path) => `${programFor(path)} '${path}'`),
  ];
  const answers: (Answer | undefined)[] = [];
  for (const command of commands) answers.push(await inside("shell", command, reading));
  const found = strongest(answers);
  return found && { ...found, reason: `it instructs an agent to do what it must not do itself: ${found.reason}` };
}

const shells = /^(?:ba|da|k|z|fi)?sh$/;

/** Returns the program that runs a script by its ending. */
function programFor(path: string): string {
  return path.endsWith(".py") ? "python3" : /sh$/.test(path) ? "sh" : "node";
}
