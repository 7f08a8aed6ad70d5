import type { ToolCall } from "@helve/core";
import { stringifiedJson } from "@helve/core/internal";

/** A call as it arrived. */
export interface Received {
  /** With the arguments as they came. */
  readonly call: ToolCall;
  /** As JSON can say it, for the record. */
  readonly told: ToolCall;
}

/** Reads a call, once: whatever there is in its place, what comes of it has an id and a name that are texts. */
export function receive(given: ToolCall): Received {
  try {
    const { id, name, arguments: raw } = given;
    const call = { id: inWords(id), name: inWords(name), arguments: raw };
    return { call, told: typeof raw === "string" ? call : { ...call, arguments: told(raw) } };
  } catch {
    const call = { id: "", name: "", arguments: null };
    return { call, told: call }; // nothing that has parts, or its parts throw when they are read
  }
}

function told(raw: unknown): unknown {
  if (raw === undefined) return null;
  try {
    return stringifiedJson(raw);
  } catch {
    return inWords(raw);
  }
}

function inWords(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return value === undefined || value === null ? "" : String(value);
  } catch {
    return `a ${typeof value} that can't be read`;
  }
}
