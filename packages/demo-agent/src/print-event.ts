import type { AgentEvent } from "./agent.ts";

/**
 * Prints what happens: as a trace, or as one JSON object for each action return and each verdict on the host's world.
 *
 * @param traceOf - an event in words
 */
export function printEvent(event: AgentEvent, json: boolean, traceOf: (event: AgentEvent) => string): void {
  if (!json) process.stdout.write(traceOf(event));
  else if (event.type === "returned") process.stdout.write(`${JSON.stringify(event.actionReturn)}\n`);
  else if (event.type === "judged") process.stdout.write(`${JSON.stringify({ verdict: event.verdict })}\n`);
}
