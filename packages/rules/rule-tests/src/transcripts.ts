/** `readTranscripts`: reads logs of agents, such as those of Inspect and Claude Code. */
import { isObject, ownMember } from "@helve/core/internal";
import { isAgentDojoRun, readAgentDojoRun } from "./transcripts/agent-dojo.ts";
import { isClaudeCodeLine, readClaudeCodeLines } from "./transcripts/claude-code.ts";
import { isInspectLog, readInspectLog } from "./transcripts/inspect.ts";
import { isOpenHandsHistory, readOpenHandsHistory } from "./transcripts/open-hands.ts";
import type { Transcript } from "./transcripts/recorded-run.ts";
import { isSweAgentRun, readSweAgentRun } from "./transcripts/swe-agent.ts";

/** The formats of logs that can be read. */
export type TranscriptFormat = "agentdojo" | "claude-code" | "inspect" | "openhands" | "swe-agent";

/** The runs in a log of another program. */
export interface Transcripts {
  readonly format: TranscriptFormat;
  readonly runs: readonly Transcript[];
}

/**
 * Reads the runs in a log that another program wrote: a JSON log of Inspect, a run of AgentDojo, a trajectory of SWE-agent or mini-SWE-agent,
 * the events of OpenHands, or a session of Claude Code. A call without a result may have run. Several JSON objects, one a line, may be in one file.
 *
 * @returns `undefined` if the text has no format that is known
 *
 * @example
 * const log = readTranscripts(text);
 * const report = await compareRules(before, after, log?.runs ?? [], { predicates });
 */
export function readTranscripts(text: string): Transcripts | undefined {
  const values = jsonValues(text);
  if (values === undefined) return undefined;
  for (const { format, isOne, read } of formats) {
    // Claude Code writes lines of other kinds, too.
    const found = format === "claude-code" ? values.some(isOne) : values.length > 0 && values.every(isOne);
    if (found) return { format, runs: read(values) };
  }
  return undefined;
}

interface Format {
  readonly format: TranscriptFormat;
  readonly isOne: (value: unknown) => boolean;
  readonly read: (values: readonly unknown[]) => readonly Transcript[];
}

const formats: readonly Format[] = [
  { format: "inspect", isOne: isInspectLog, read: (values) => values.flatMap(readInspectLog) },
  { format: "agentdojo", isOne: isAgentDojoRun, read: (values) => values.map(readAgentDojoRun) },
  { format: "swe-agent", isOne: isSweAgentRun, read: (values) => values.map(readSweAgentRun) },
  { format: "openhands", isOne: isOpenHandsHistory, read: (values) => values.map(readOpenHandsHistory) },
  { format: "claude-code", isOne: isClaudeCodeLine, read: readClaudeCodeLines },
];

/** Parses one JSON value, or one per line. */
function jsonValues(text: string): readonly unknown[] | undefined {
  const plain = text.replace(/^\uFEFF/, "").trim();
  if (!/^[[{]/.test(plain)) return undefined;
  const whole = parsed(plain);
  if (whole !== undefined) return isListOfRuns(whole) ? whole : [whole];
  const lines = plain.split("\n").filter((line) => line.trim() !== "");
  const values = lines.map(parsed);
  // The last line may be half written.
  if (values.at(-1) === undefined) values.pop();
  return values.includes(undefined) ? undefined : values;
}

/** Whether a list has one run in each item, and not one event. */
function isListOfRuns(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => hasRun(item));
}

/** Whether a value looks like a recorded run. */
function hasRun(value: unknown): boolean {
  return (
    isObject(value) &&
    ["history", "messages", "trajectory", "samples"].some((name) => ownMember(value, name) !== undefined)
  );
}

/** Parses JSON; `undefined` if it is invalid. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
