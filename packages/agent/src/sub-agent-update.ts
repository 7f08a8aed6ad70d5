import type { AgentEvent } from "./agent-event.ts";

/** An event of a sub-agent, as its tool reports it as progress. */
export interface SubAgentUpdate {
  readonly agent: string;
  readonly event: AgentEvent;
}

/** The updates that sub-agents created: a tool of somebody else can't claim usage. */
const created = new WeakSet<object>();

/** Creates the update for an event of a sub-agent. */
export function subAgentUpdate(agent: string, event: AgentEvent): SubAgentUpdate {
  const update = { agent, event };
  created.add(update);
  return update;
}

/** Whether progress of a tool is an event of a sub-agent. */
export function isSubAgentUpdate(update: unknown): update is SubAgentUpdate {
  return typeof update === "object" && update !== null && created.has(update);
}
