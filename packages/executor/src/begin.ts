import type { ActionReturn, ToolCall } from "@helve/core";
import { actionReturn, type Ending } from "./action-return.ts";
import type { Observers } from "./observers.ts";

/**
 * Tells that a call has arrived.
 *
 * @param started - when, by the clock of `performance.now()`
 * @returns what ends it: makes its action return, and tells that
 */
export function begin(call: ToolCall, observers: Observers, started: number): (ending: Ending) => ActionReturn {
  if (observers.any) observers.tell("action:start", { call });
  return (ending) => {
    const made = actionReturn(call, ending, (ending.endedAt ?? performance.now()) - started);
    if (observers.any) observers.tell("action:end", { call, actionReturn: made });
    return made;
  };
}
