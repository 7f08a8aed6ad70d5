import type { AgentEvent } from "@helve/agent";
import type { TranscriptEvent } from "../eval-event.ts";

/** Converts an event of an agent to events of the transcript: one or none. */
export function transcriptEvents(event: AgentEvent): readonly TranscriptEvent[] {
  switch (event.type) {
    case "message":
    case "result":
    case "submission":
    case "compaction":
      return [event];
    case "verdict":
      // The action return of a call has its verdicts.
      return event.callId === undefined ? [event] : [];
    case "retry":
      return [{ type: "retry", attempt: event.attempt, error: event.error.toJSON() }];
    case "agent": {
      const { agent, callId } = event;
      return transcriptEvents(event.event).map((inner) => ({ type: "agent", agent, callId, event: inner }));
    }
    default:
      return [];
  }
}
