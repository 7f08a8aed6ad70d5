import type { AgentEvent, AgentOutcome, AgentRun } from "@helve/agent";
import { formatEvent } from "./trace.ts";

/**
 * Prints the events of a run, and returns its outcome.
 *
 * @param json - print one JSON object for each action return, and for each verdict about an event that is no call
 */
export async function printRun(run: AgentRun, { json }: { readonly json: boolean }): Promise<AgentOutcome> {
  for await (const event of run) {
    process.stdout.write(json ? jsonLine(event) : formatEvent(event));
    if (event.type === "end") return event.outcome;
  }
  throw new TypeError("the events of the run ended without an outcome");
}

/** Writes an event of the run as a line of JSON; an empty text for events that are not printed. */
function jsonLine(event: AgentEvent): string {
  if (event.type === "result") return `${JSON.stringify(event.actionReturn)}\n`;
  if (event.type === "verdict" && event.callId === undefined) return `${JSON.stringify({ verdict: event.verdict })}\n`;
  return "";
}
