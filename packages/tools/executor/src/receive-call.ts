import type { JsonValue, ToolCall } from "@helve/core";
import { freezeCopy } from "@helve/core/internal";

/**
 * Reads the fields of a call exactly once, and arguments that are JSON as well: the call has a frozen copy of them. Whatever a
 * host passes, the result has an id and a name that are strings.
 */
export function receiveCall(input: ToolCall): ReceivedCall {
  try {
    const { id, name, arguments: raw } = input;
    const json = typeof raw === "string" ? raw : frozenArguments(raw);
    const call = { id: convertToText(id), name: convertToText(name), arguments: json ?? raw };
    return { call, recordedCall: json === undefined ? { ...call, arguments: recordableArguments(raw) } : call };
  } catch {
    const call = { id: "", name: "", arguments: null };
    return { call, recordedCall: call }; // not an object, or an object whose getters throw
  }
}

/** A call as it arrived, and as it is recorded. */
export interface ReceivedCall {
  /** The call with its raw arguments, or a frozen copy of them. */
  readonly call: ToolCall;
  /** The call with arguments that JSON can represent. */
  readonly recordedCall: ToolCall;
}

/** Returns a frozen copy of raw arguments; `undefined` if JSON can't represent them exactly. */
function frozenArguments(raw: unknown): JsonValue | undefined {
  try {
    return freezeCopy(raw);
  } catch {
    return undefined;
  }
}

/** Returns the raw arguments as JSON for the record, or as text if JSON can't represent them. */
function recordableArguments(raw: unknown): unknown {
  if (raw === undefined) return null;
  try {
    return freezeCopy(raw, "convert");
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
