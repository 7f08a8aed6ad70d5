/** Builds the timeline of a session from its log. */
import type { Args, JsonValue, Step } from "@helve/core";
import { type SessionEntry, sessionView } from "@helve/hooks/node";
import { type DescribedEffect, describeEffects, type Policy } from "@helve/predicates";

/** A call of a session with all that the log has about it. */
export interface TimelineCall {
  readonly kind: "call";
  readonly at: number;
  readonly tool: string;
  readonly args: Args;
  /** The subagent; absent for the main agent. */
  readonly agent?: string;
  readonly verdict: "allow" | "ask" | "deny" | "approved";
  readonly rules: readonly string[];
  /** Why the rules ask. */
  readonly reason?: string;
  /** The id of the question that a person can answer. */
  readonly question?: string;
  readonly effects: readonly DescribedEffect[];
  readonly failed?: boolean;
  readonly result?: JsonValue;
  /** Why the model must not read the result. */
  readonly withheld?: string;
}

/** An event of a session: a request of the user, a call of the agent, an answer of a person. */
export type TimelineEvent =
  | TimelineCall
  | { readonly kind: "prompt"; readonly at: number; readonly text: string }
  | { readonly kind: "answer"; readonly at: number; readonly id: string; readonly scope: "once" | "session" };

/** A session, oldest event first. */
export interface Timeline {
  readonly client: string;
  readonly session: string;
  readonly directory: string;
  readonly events: readonly TimelineEvent[];
}

/** The timeline of a session by its log. @param policy - what arguments of tools mean; the calls start in the directory of the session */
export function timelineOf(entries: readonly SessionEntry[], policy: Policy): Timeline {
  const events: TimelineEvent[] = [];
  const places = new Map<string, number>();
  const questions = new Map<string, Extract<SessionEntry, { type: "question" }>>();
  let [client, session, directory] = ["", "", ""];
  let isApproved = false;
  const change = (call: string, more: Partial<TimelineCall>): void => {
    const place = places.get(call);
    const event = place === undefined ? undefined : events[place];
    if (place !== undefined && event?.kind === "call") events[place] = { ...event, ...more };
  };
  for (const [index, entry] of entries.entries()) {
    const { at } = entry;
    switch (entry.type) {
      case "begin":
        ({ client, session, cwd: directory } = entry);
        break;
      case "prompt":
        events.push({ kind: "prompt", at, text: entry.text });
        break;
      case "question":
        questions.set(entry.digest, entry);
        break;
      case "approval":
        events.push({ kind: "answer", at, id: entry.id, scope: entry.scope });
        break;
      case "approval_used":
        isApproved = true;
        break;
      case "call": {
        const { call, tool, args, agent, digest, verdict } = entry;
        const asked = verdict.kind === "allow" ? undefined : questions.get(digest);
        const past = sessionView(entries.slice(0, index)).trajectory;
        places.set(call, events.length);
        events.push({
          kind: "call",
          at,
          tool,
          args,
          agent,
          verdict: isApproved && verdict.kind === "allow" ? "approved" : verdict.kind,
          rules: verdict.rules,
          reason: asked?.reason,
          question: asked?.id,
          effects: effectsOf({ call, tool, args }, { ...policy, workingDirectory: directory || undefined }, past),
        });
        isApproved = false;
        break;
      }
      case "result":
        change(entry.call, { failed: entry.failed, result: entry.result });
        break;
      case "withheld":
        change(entry.call, { withheld: entry.reason });
    }
  }
  return { client, session, directory, events };
}

/** Lists the effects of a call, without those that are only part of others. */
function effectsOf(
  { call, tool, args }: { readonly call: string; readonly tool: string; readonly args: Args },
  policy: Policy,
  past: readonly Step[],
): readonly DescribedEffect[] {
  return describeEffects({ id: call, name: tool, args }, policy, past).filter(({ kind }) => kind !== "execute");
}
