import type { Guard, GuardContext } from "@helve/core";
import type { DrivingTick } from "./simulation.ts";

/**
 * Lets a guard, such as an engine with rules, decide about each tick of a drive: first about its events, as actions such as
 * `Driving.red_light_detected`, then about the change of the state. What it doesn't allow ends in an emergency stop.
 *
 * @example
 * await drive(scenario, planner, guardedBy(engine));
 */
export function guardedBy(guard: Guard): (tick: DrivingTick) => Promise<"go" | "stop"> {
  return async ({ before, after, events }) => {
    const context: GuardContext = {
      trajectory: [],
      prompt: "",
      state: after,
      now: after.time * 1000,
      signal: new AbortController().signal,
      decode: async (action) => ({ ok: true, action, repairs: [] }),
    };
    for (const event of events) {
      const verdict = await guard.before({ id: `${event}_${after.time}`, name: `Driving.${event}`, args: {} }, context);
      if (verdict.kind !== "allow") return "stop";
    }
    const verdict = await guard.stateChanged?.(before, after, context);
    return verdict === undefined || verdict.kind === "allow" ? "go" : "stop";
  };
}
