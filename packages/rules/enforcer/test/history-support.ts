import { parseProgram } from "@helve/agentspec";
import {
  type Action,
  type GuardContext,
  type JsonValue,
  type Predicate,
  type RuleRecord,
  type Step,
  type Truth,
  withHistory,
} from "@helve/core";
import { Engine } from "@helve/enforcer";

/** A step: `step("Bank.Transfer", { amount: 5 })`, by default one that succeeded at time 0. */
export function step(
  name: string,
  args: Action["args"] = {},
  { result = null, ...rest }: Partial<Step> & { readonly result?: JsonValue } = {},
): Step {
  const observation = { parts: [{ type: "json", content: result }], isError: rest.status === "failed" } as const;
  return { action: { id: name, name, args }, observation, ran: rest.status !== "stopped", endedAt: 0, ...rest };
}

/** A step in flight. */
export function running(name: string, args: Action["args"] = {}): Step {
  return { action: { id: name, name, args }, observation: { parts: [], isError: false }, ran: false, inFlight: true };
}

/** The situation in which a check is evaluated. */
export interface Situation {
  readonly steps?: readonly Step[];
  readonly history?: object;
  readonly args?: Action["args"];
  readonly now?: number;
  readonly state?: unknown;
  readonly prompt?: string;
  readonly earlier?: readonly JsonValue[];
  readonly header?: string;
  readonly predicates?: readonly Predicate[];
}

/** An engine with one rule for all tools. */
export function engineWith(check: string, { header = "", predicates = [] }: Situation = {}): Engine {
  return new Engine(parseProgram(`${header}\nrule @r trigger any.any check ${check} enforce stop end`), { predicates });
}

/** The value of a check. */
export async function truthOf(check: string, situation: Situation = {}): Promise<Truth> {
  return (await recordOf(engineWith(check, situation), situation)).check;
}

/** The record of the rule of an engine. */
export async function recordOf(engine: Engine, situation: Situation): Promise<RuleRecord> {
  const action = { id: "call", name: "Any.Tool", args: situation.args ?? {} };
  const { decision } = await engine.before(action, contextOf(situation));
  const record = decision.passes[0]?.rules[0];
  if (record === undefined) throw new Error("the rule was not evaluated");
  return record;
}

function contextOf({ steps = [], history, now, state, prompt = "", earlier }: Situation): GuardContext {
  return {
    trajectory: withHistory(steps, history),
    prompt,
    state,
    ...(now !== undefined && { now }),
    ...(earlier !== undefined && { earlier }),
    signal: new AbortController().signal,
    decode: async (action) => ({ ok: true, action, repairs: [] }),
  };
}
