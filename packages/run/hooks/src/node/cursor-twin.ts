/** Recognizes the second of two events that Cursor sends about one call, so that the call is decided and recorded once. */
import { canonicalJson } from "@helve/core";
import type { HookEvent } from "../hook-event.ts";
import type { CallEntry, SessionEntry } from "./state/session-entry.ts";

/** Finds the call that an earlier, general event of Cursor already announced. @param calls - those that run */
export function twinOf(event: HookEvent, calls: readonly CallEntry[], now: number): CallEntry | undefined {
  const { client, nativeEvent, tool } = event;
  if (client !== "cursor" || tool === undefined || !specialEvents.has(nativeEvent)) return undefined;
  const args = canonicalJson(tool.args);
  return calls.findLast((call) => {
    if (call.event !== generalEvent || now - call.at >= longestPause) return false;
    return call.tool === tool.name && canonicalJson(call.args) === args;
  });
}

/** Returns the log entries before a call, without an approval that the call used. */
export function entriesWithout(call: CallEntry, entries: readonly SessionEntry[]): readonly SessionEntry[] {
  const end = entries.indexOf(call);
  let start = end;
  while (entries[start - 1]?.type === "approval_used") start--;
  return entries.filter((_, index) => index < start || index > end);
}

const generalEvent = "preToolUse";
const specialEvents: ReadonlySet<string> = new Set(["beforeShellExecution", "beforeMCPExecution", "beforeReadFile"]);

/** In milliseconds. */
const longestPause = 5000;
