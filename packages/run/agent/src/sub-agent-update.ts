/** The progress of a sub-agent, which the outer agent's tool call reports. */
import type { AgentEvent } from "./agent-event.ts";

/** An event of a sub-agent, as its tool reports it as progress. */
export interface SubAgentUpdate {
  readonly agent: string;
  readonly event: AgentEvent;
}

/** The updates that sub-agents created, with the reason why the sub-agent has to end: a tool of somebody else can't claim usage. */
const created = new WeakMap<object, string | undefined>();

/** Creates the update for an event of a sub-agent. */
export function subAgentUpdate(agent: string, event: AgentEvent): SubAgentUpdate {
  const update = { agent, event };
  created.set(update, undefined);
  return update;
}

/** Whether progress of a tool is an event of a sub-agent. */
export function isSubAgentUpdate(update: unknown): update is SubAgentUpdate {
  return typeof update === "object" && update !== null && created.has(update);
}

/** Ends the sub-agent that reported an update. */
export function endSubAgent(update: SubAgentUpdate, reason: string): void {
  created.set(update, reason);
}

/** Why the outer run ends the sub-agent; `undefined` if it does not. */
export function endReason(update: SubAgentUpdate): string | undefined {
  return created.get(update);
}
