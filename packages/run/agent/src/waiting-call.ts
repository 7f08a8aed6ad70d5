/** The state that `handoff` and `askUser` store while they wait for an answer. */
import type { ActionReturn, JsonObject, JsonValue } from "@helve/core";
import { isObject } from "@helve/core/internal";

/** The state that a call of `handoff` or `askUser` stores while it waits for an answer. Plain JSON. */
export type Waiting =
  | { readonly type: "agent_run"; readonly agent: string; readonly run: JsonObject }
  | { readonly type: "user_question"; readonly question: string; readonly choices: readonly string[] };

/** Returns what `handoff` or `askUser` stored; `undefined` for another tool. The run, a `PendingRun`, is not validated. */
export function readWaiting(value: JsonValue | undefined): Waiting | undefined {
  if (!isObject(value)) return undefined;
  const { type, agent, run, question, choices = [] } = value as Readonly<Record<string, unknown>>;
  if (type === "agent_run" && typeof agent === "string" && isObject(run)) {
    return { type, agent, run: run as JsonObject };
  }
  if (type !== "user_question" || typeof question !== "string" || !Array.isArray(choices)) return undefined;
  return { type, question, choices: choices.map(String) };
}

/** The state that the tool of a call stored while it waits; `undefined` if no tool waits. */
export function waitingOf(actionReturn: ActionReturn | undefined): JsonValue | undefined {
  const run = actionReturn?.status === "pending" ? actionReturn.stages.run : undefined;
  return run?.outcome === "pending" ? (run.waiting ?? null) : undefined;
}
