/** A run of an agent from a log of another program, as steps. */
import type { Args, JsonObject, JsonValue, Step } from "@helve/core";
import { freezeCopy, isObject } from "@helve/core/internal";
import type { RecordedSession } from "../compare-rules.ts";

/** A run of an agent in a log of another program. */
export interface Transcript extends RecordedSession {
  readonly id: string;
  readonly prompt: string;
  /** The last text of the agent; empty if not found. */
  readonly answer: string;
  /** The correct answer, if the log contains it. */
  readonly target?: string | readonly string[];
  /** Other data of the log about the run: scores, the task. */
  readonly metadata: JsonObject;
}

/** A call in a log. */
export interface LoggedCall {
  readonly id: string;
  readonly tool: string;
  /** A JSON object, or its text. */
  readonly args: unknown;
  /** The result; absent if the log ends before. */
  result?: LoggedResult;
}

/** The result of a call. */
export interface LoggedResult {
  readonly text: string;
  readonly isError?: boolean;
  /** False if it was refused, so that it did not run. */
  readonly hasRun?: boolean;
  readonly at?: number | undefined;
}

/** The steps of the calls of a run. */
export function stepsOf(calls: readonly LoggedCall[]): readonly Step[] {
  return calls.map(({ id, tool, args, result }): Step => {
    const action = { id, name: tool, args: argsOf(args) };
    // It is unknown whether a call without a result has run.
    if (result === undefined)
      return { action, observation: { parts: [], isError: true }, ran: true, status: "timed_out" };
    const { text, isError = false, hasRun = true, at } = result;
    return {
      action,
      observation: { parts: [{ type: "text", content: text }], isError },
      ran: hasRun,
      status: hasRun ? (isError ? "failed" : "success") : "stopped",
      endedAt: at,
    };
  });
}

/** The arguments of a call. What is no object is the argument `input`. */
function argsOf(args: unknown): Args {
  const value = typeof args === "string" ? parsedArgs(args) : args;
  if (isObject(value)) return (freezeCopy(value) ?? { input: String(args) }) as Args;
  return value === undefined || value === null ? {} : { input: (freezeCopy(value) ?? String(value)) as JsonValue };
}

function parsedArgs(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A text, or the texts in a list of parts, in any of the forms of chat APIs. */
export function textIn(content: unknown): string {
  if (typeof content === "string") return content;
  if (Array.isArray(content))
    return content
      .map(textIn)
      .filter((text) => text !== "")
      .join("\n");
  if (!isObject(content)) return "";
  const { type = "text", text, content: inner } = content;
  if (type === "thinking" || type === "reasoning") return "";
  return typeof text === "string" ? text : textIn(inner);
}

/** The members of an object that are JSON, without those that are absent. */
export function metadataOf(members: Readonly<Record<string, unknown>>): JsonObject {
  const present = Object.entries(members).filter(([, value]) => value !== undefined && value !== null);
  return (freezeCopy(Object.fromEntries(present)) ?? {}) as JsonObject;
}

/** A time in ISO 8601, in milliseconds since 1970. */
export function timeIn(text: unknown): number | undefined {
  const time = typeof text === "string" ? Date.parse(text) : Number.NaN;
  return Number.isFinite(time) ? time : undefined;
}
