import type { AgentEvent } from "./agent.ts";

/**
 * Prints an event: as text, or as one JSON object for each action return and each verdict.
 *
 * @param traceOf - formats an event as text
 */
export function printEvent(event: AgentEvent, json: boolean, traceOf: (event: AgentEvent) => string): void {
  if (!json) process.stdout.write(traceOf(event));
  else if (event.type === "return") process.stdout.write(`${JSON.stringify(event.actionReturn)}\n`);
  else if (event.type === "verdict") process.stdout.write(`${JSON.stringify({ verdict: event.verdict })}\n`);
}
