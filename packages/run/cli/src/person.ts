/** Asks a person at the terminal, even if standard input belongs to an agent. */
import { randomInt } from "node:crypto";
import { openSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { ReadStream, WriteStream } from "node:tty";
import { escapeInvisible } from "@helve/core/internal";
import { agentAncestor } from "./agent-ancestor.ts";
import { UsageError } from "./io.ts";

/** A question for a person. */
export interface PersonQuestion {
  /** Text shown before the question: the change, the call. */
  readonly details?: string | undefined;
  readonly question: string;
}

/**
 * Asks the person at the terminal that controls this process. The terminal is opened here: standard input and the streams of a caller don't
 * count. A random text is shown, and only this text typed back confirms. Anything else declines: three wrong answers, an empty line, Ctrl-C, the
 * end of the input, and no answer in time.
 *
 * @param within - how long the question is open, in milliseconds; by default two minutes
 * @throws UsageError if there is no terminal, or a coding agent has started this process
 */
export async function askPerson({ details = "", question }: PersonQuestion, within = 120_000): Promise<boolean> {
  const agent = agentAncestor(process.env);
  if (agent !== undefined) {
    throw new UsageError(`a person has to confirm in another terminal: a coding agent (${agent}) runs this one`);
  }
  const { input, output } = openTerminal(question);
  const lines = createInterface({ input, output, historySize: 0 });
  const closed = new AbortController();
  // In a question, Ctrl-C is a key instead of a signal.
  lines.on("SIGINT", () => lines.close());
  lines.once("close", () => closed.abort());
  const signal = AbortSignal.any([closed.signal, AbortSignal.timeout(within)]);
  const challenge = newChallenge();
  try {
    output.write(`${escapeInvisible(details)}${escapeInvisible(question)}\n`);
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const answer = (await lines.question(`Type ${challenge} to confirm, or Enter to decline: `, { signal })).trim();
      if (answer.toLowerCase() === challenge) return true;
      if (/^(?:no?)?$/i.test(answer)) return false;
      output.write("that is not the text\n");
    }
    return false;
  } catch (error) {
    if (!signal.aborted) throw error;
    output.write(closed.signal.aborted ? "\n" : "\nno answer in time\n");
    return false;
  } finally {
    lines.close();
    input.destroy();
    output.destroy();
  }
}

const attempts = 3;

/** Returns random letters and digits for a person to type. */
function newChallenge(): string {
  return Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join("");
}

const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";

function openTerminal(question: string): { readonly input: ReadStream; readonly output: WriteStream } {
  const [reading, writing] =
    process.platform === "win32" ? ["\\\\.\\CONIN$", "\\\\.\\CONOUT$"] : ["/dev/tty", "/dev/tty"];
  try {
    return { input: new ReadStream(openSync(reading, "r")), output: new WriteStream(openSync(writing, "w")) };
  } catch {
    throw new UsageError(
      `a person has to confirm at a terminal, and this process has no terminal: run the command in one (${question})`,
    );
  }
}
