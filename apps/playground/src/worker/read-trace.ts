import { type AuditRecord, auditRecordIn, toStep } from "@helve/executor";
import { readRecordedCalls } from "@helve/rule-tests";
import type { InputCall } from "./input-call.ts";

/** The most calls of a trace. */
const mostCalls = 2000;

/**
 * Reads a recorded session: the lines of `helve log --json`, of a batch of `helve try`, or of an audit log of `@helve/executor`.
 *
 * @returns the calls, and a message for every line that can't be read
 */
export function readTrace(text: string): {
  readonly calls: readonly InputCall[];
  readonly problems: readonly string[];
} {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length > mostCalls) {
    return { calls: [], problems: [`the session has ${lines.length} lines: expected at most ${mostCalls}`] };
  }
  const [first = ""] = lines;
  return auditRecordIn(first) === undefined ? readLines(text) : readAuditLog(text);
}

function readLines(text: string): ReturnType<typeof readTrace> {
  const { values, problems } = readRecordedCalls(text, "line");
  const calls = values.map(({ action, session, prompt, at, step }): InputCall => {
    return { action, session, prompt, now: at, step, repairs: [], argumentIssues: [] };
  });
  return { calls, problems };
}

function readAuditLog(text: string): ReturnType<typeof readTrace> {
  const problems: string[] = [];
  const calls = text.split("\n").flatMap((line, index): readonly InputCall[] => {
    if (line.trim() === "") return [];
    const record = auditRecordIn(line);
    if (record !== undefined) return callsOf(record);
    problems.push(`line:${index + 1}: expected a record of an audit log`);
    return [];
  });
  return { calls, problems };
}

/** The call of a record that an action ended; one that only began is followed by its end. */
function callsOf({ actionReturn, at }: AuditRecord): readonly InputCall[] {
  if (actionReturn?.args == null) return [];
  const { id, type, args } = actionReturn;
  const step = toStep(actionReturn);
  return [
    {
      action: { id, name: type, args },
      ...(step !== undefined && { step }),
      ...{ now: Date.parse(at), repairs: [], argumentIssues: [] },
    },
  ];
}
