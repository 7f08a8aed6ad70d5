import type { JsonValue, ToolCall } from "@helve/core";
import { freezeCopy, withoutUndefined } from "@helve/core/internal";

/**
 * Reads the fields of a call exactly once, and arguments that are JSON as well: the call has a frozen copy of them. For any input of a host, the
 * result has an id and a name that are strings.
 */
export function receiveCall(input: ToolCall): ReceivedCall {
  try {
    const { id, name, arguments: raw } = input;
    const json = typeof raw === "string" ? raw : frozenArguments(raw);
    const call = { id: convertToText(id), name: convertToText(name), arguments: json ?? raw };
    const recordedCall = json === undefined ? { ...call, arguments: recordableArguments(raw) } : call;
    return withoutUndefined({ call, recordedCall, misnamed: misnamedMember(input, { name, arguments: raw }) });
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
  /** A member that the call has under a name of another library, with what to write. */
  readonly misnamed?: string;
}

/** The names of other libraries for the members of a call. */
const otherNames = {
  name: ["tool", "toolName", "tool_name", "function", "action"],
  arguments: ["args", "argument", "parameters", "params", "input", "inputs", "kwargs"],
} as const;

/** Arguments under another name must not be ignored: a tool whose arguments are all optional would run without them. */
function misnamedMember(input: object, read: Omit<ToolCall, "id">): string | undefined {
  for (const member of ["name", "arguments"] as const) {
    if (read[member] !== undefined) continue;
    const other = otherNames[member].find((name) => Object.hasOwn(input, name));
    if (other !== undefined) return `the call has "${other}" instead of "${member}": a call is { id, name, arguments }`;
  }
  return undefined;
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
