import type { ActionReturn, ToolCall } from "@helve/core";
import { stringifiedJson } from "@helve/core/internal";
import { type CallEnding, createActionReturn } from "./action-return.ts";
import type { Observers } from "./observers.ts";

/** Reads the fields of a call exactly once. Whatever a host passes, the result has an id and a name that are strings. */
export function receiveCall(input: ToolCall): ReceivedCall {
  try {
    const { id, name, arguments: raw } = input;
    const call = { id: convertToText(id), name: convertToText(name), arguments: raw };
    return { call, recordedCall: typeof raw === "string" ? call : { ...call, arguments: recordableArguments(raw) } };
  } catch {
    const call = { id: "", name: "", arguments: null };
    return { call, recordedCall: call }; // not an object, or an object whose getters throw
  }
}

/** A call as it arrived, and as it is recorded. */
export interface ReceivedCall {
  /** The call with its raw arguments. */
  readonly call: ToolCall;
  /** The call with arguments that JSON can represent. */
  readonly recordedCall: ToolCall;
}

/**
 * Emits `action:start`, and returns the function that ends the call: it creates the action return and emits `action:end`.
 *
 * @param started - the time of the call's arrival by `performance.now()`, in milliseconds
 */
export function startCall(call: ToolCall, observers: Observers, started: number): (ending: CallEnding) => ActionReturn {
  if (observers.hasListeners) observers.emit("action:start", { call });
  return (ending) => {
    const actionReturn = createActionReturn(call, ending, (ending.endedAt ?? performance.now()) - started);
    if (observers.hasListeners) observers.emit("action:end", { call, actionReturn });
    return actionReturn;
  };
}

/** Returns the raw arguments as JSON for the record, or as text if JSON can't represent them. */
function recordableArguments(raw: unknown): unknown {
  if (raw === undefined) return null;
  try {
    return stringifiedJson(raw);
  } catch {
    return convertToText(raw);
  }
}

/** Converts any value to text without throwing. */
function convertToText(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return value === undefined || value === null ? "" : String(value);
  } catch {
    return `a ${typeof value} that can't be read`;
  }
}
