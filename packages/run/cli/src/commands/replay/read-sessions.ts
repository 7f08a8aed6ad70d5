import { type RecordedSession, readRecordedCalls, readTranscripts } from "@helve/rule-tests";
import { UsageError } from "../../io.ts";

/**
 * Reads recorded calls, one JSON object a line as for `helve try --batch`, and groups them to sessions. Calls without a session are
 * sessions of their own. A log of another program that `readTranscripts` knows has its sessions.
 *
 * @throws UsageError with every line that can't be read
 */
export function readSessions(text: string, file: string): readonly RecordedSession[] {
  const transcripts = readTranscripts(text);
  if (transcripts !== undefined) return transcripts.runs;
  const named = new Map<string, { prompt: string; trajectory: RecordedSession["trajectory"][number][] }>();
  const sessions: RecordedSession[] = [];
  const { values: calls, problems } = readRecordedCalls(text, file);
  if (problems.length > 0) throw new UsageError(problems.join("\n"));
  for (const { session: name, prompt, step } of calls) {
    const known = name === undefined ? undefined : named.get(name);
    if (known !== undefined) {
      known.trajectory.push(step);
      continue;
    }
    const session = { prompt: prompt ?? "", trajectory: [step] };
    if (name !== undefined) named.set(name, session);
    sessions.push(name === undefined ? session : { id: name, ...session });
  }
  return sessions;
}
