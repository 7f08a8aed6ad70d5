import { type Step, withHistory } from "@helve/core";
import { readRecordedCalls } from "@helve/rule-tests";
import { exitCodes, type Io, UsageError } from "../../io.ts";
import { createJudge, type JudgingContext } from "../../judge.ts";
import { readTextOrStdin } from "../../read-text.ts";

/**
 * Judges one JSON object a line, and prints one JSON verdict a line: `{"id": …, "kind": …, "rules": […], "reasons": […]}`. Lines with
 * the same `session` are one trajectory: each is judged after those before it.
 *
 * @throws UsageError if the file or one of its lines can't be read, before anything is judged
 */
export async function judgeBatch(file: string, judging: JudgingContext, io: Io): Promise<number> {
  const text = await readTextOrStdin(file, io);
  const { values: calls, problems } = readRecordedCalls(text, file);
  if (problems.length > 0) throw new UsageError(problems.join("\n"));
  const judge = createJudge(judging);
  const sessions = new Map<string, Session>();
  let findings = false;
  for (const { id, action, session: name, prompt, at, step } of calls) {
    io.signal.throwIfAborted();
    const session = (name === undefined ? undefined : sessions.get(name)) ?? { steps: [], prompt: "" };
    if (prompt !== undefined) session.prompt = prompt;
    const now = at === undefined ? {} : { now: at };
    const { judged } = await judge(action, {
      trajectory: withHistory(session.steps, session),
      prompt: session.prompt,
      ...now,
    });
    findings ||= judged.kind !== "allow";
    io.out(`${JSON.stringify({ id, ...judged })}\n`);
    session.steps.push(step);
    if (name !== undefined) sessions.set(name, session);
  }
  return findings ? exitCodes.findings : exitCodes.fine;
}

interface Session {
  readonly steps: Step[];
  /** The latest request of the user. */
  prompt: string;
}
