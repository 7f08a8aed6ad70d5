/** Converts the log of a session to the steps that rules see. */
import type { JsonValue, ResultPart, Step } from "@helve/core";
import type { SessionEntry } from "./state/session-entry.ts";

/** A session as rules see it. */
export interface SessionView {
  /** The requests of the user, oldest first. */
  readonly prompts: readonly string[];
  /** The steps that have ended, oldest first, then those in flight. */
  readonly trajectory: readonly Step[];
}

/** Converts a session's log to steps: a denied call did not run, a call without a result is in flight. */
export function sessionView(entries: readonly SessionEntry[]): SessionView {
  const prompts: string[] = [];
  const ended: Step[] = [];
  const running = new Map<string, Extract<SessionEntry, { type: "call" }>>();
  for (const entry of entries) {
    switch (entry.type) {
      case "prompt":
        prompts.push(entry.text);
        for (const call of running.values()) ended.push(stepOf(call, { status: "timed_out", endedAt: entry.at }));
        running.clear();
        break;
      case "call":
        if (entry.verdict.kind === "deny") ended.push(stepOf(entry, { status: "stopped", endedAt: entry.at }));
        else running.set(entry.call, entry);
        break;
      case "result": {
        const call = running.get(entry.call);
        // A result without a call: the hook was not called before it. What ran is not known.
        if (call === undefined) break;
        running.delete(entry.call);
        ended.push(
          stepOf(call, { status: entry.failed ? "failed" : "success", endedAt: entry.at, result: entry.result }),
        );
      }
    }
  }
  const inFlight = Array.from(running.values(), (call): Step => {
    return { action: actionOf(call), observation: { parts: [], isError: false }, ran: false, inFlight: true };
  });
  return { prompts, trajectory: [...ended, ...inFlight] };
}

/** Lists the log entries that later decisions need. */
export function neededEntries(entries: readonly SessionEntry[]): readonly SessionEntry[] {
  const running = new Map<string, SessionEntry>();
  const scopes = new Map<string, "once" | "session">();
  const usedUp = new Set<string>();
  for (const entry of entries) {
    if (entry.type === "call" && entry.verdict.kind !== "deny") running.set(entry.call, entry);
    else if (entry.type === "result") running.delete(entry.call);
    else if (entry.type === "prompt") running.clear();
    else if (entry.type === "approval") {
      scopes.set(entry.id, entry.scope);
      usedUp.delete(entry.id);
    } else if (entry.type === "approval_used" && scopes.get(entry.id) === "once") usedUp.add(entry.id);
  }
  return entries.filter((entry) => {
    if (entry.type === "call") return running.get(entry.call) === entry;
    return entry.type !== "result" && !("id" in entry && usedUp.has(entry.id));
  });
}

function stepOf(
  call: Extract<SessionEntry, { type: "call" }>,
  {
    status,
    endedAt,
    result = "",
  }: { readonly status: NonNullable<Step["status"]>; readonly endedAt: number; readonly result?: JsonValue },
): Step {
  const part: ResultPart =
    typeof result === "string" ? { type: "text", content: result } : { type: "json", content: result };
  return {
    action: actionOf(call),
    observation: { parts: [part], isError: status !== "success" },
    ran: status !== "stopped",
    status,
    endedAt,
  };
}

/** Builds the action of a recorded call. */
function actionOf({ call, tool, args }: Extract<SessionEntry, { type: "call" }>): Step["action"] {
  return { id: call, name: tool, args };
}
