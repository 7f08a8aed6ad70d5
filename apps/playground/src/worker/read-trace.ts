import { type AuditRecord, auditRecordIn, toStep } from "@helve/executor";
import { readRecordedCalls } from "@helve/rule-tests";
import type { InputCall } from "./input-call.ts";

/**
 * Reads a recorded session: the lines of `helve log --json`, of a batch of `helve try`, or of an audit log of `@helve/executor`.
 *
 * @returns the calls, and a message for every line that can't be read; the last line of an audit log may be cut off
 */
export function readTrace(source: string): {
  readonly calls: readonly InputCall[];
  readonly problems: readonly string[];
} {
  const text = source.replace(/^\uFEFF/, "");
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length > mostCalls) {
    return { calls: [], problems: [`the session has ${lines.length} lines: expected at most ${mostCalls}`] };
  }
  const [first = ""] = lines;
  return auditRecordIn(first) === undefined ? readLines(text) : readAuditLog(text);
}

/** The most calls of a trace. */
const mostCalls = 2000;

function readLines(text: string): ReturnType<typeof readTrace> {
  const { values, problems } = readRecordedCalls(text, "line");
  const calls = values.map(({ action, session, prompt, at, step }): InputCall => {
    return { action, session, prompt, now: at, step, repairs: [], argumentIssues: [] };
  });
  return { calls, problems };
}

function readAuditLog(text: string): ReturnType<typeof readTrace> {
  const [records, problems]: [AuditRecord[], string[]] = [[], []];
  const lines = text.split("\n");
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "") continue;
    const record = auditRecordIn(line);
    // A process that was killed may have left a part of its last line.
    const isCutOff = index === lines.length - 1 && index > 0;
    if (record !== undefined) records.push(record);
    else if (!isCutOff) problems.push(`line:${index + 1}: expected a record of an audit log`);
  }
  const ended = new Set(records.map(({ actionReturn }) => actionReturn?.id));
  return { calls: records.flatMap((record) => callsOf(record, ended)), problems };
}

/** The calls of a record: of actions that have ended, and of actions that only began. */
function callsOf({ actionReturn, started, at }: AuditRecord, ended: ReadonlySet<string | undefined>): InputCall[] {
  const rest = { now: Date.parse(at), repairs: [], argumentIssues: [] };
  if (started !== undefined) return ended.has(started.id) ? [] : [{ action: started, ...rest }];
  if (actionReturn.args == null) return [];
  const { id, type, args } = actionReturn;
  const step = toStep(actionReturn);
  return [{ action: { id, name: type, args }, step, ...rest }];
}
