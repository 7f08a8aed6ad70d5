// Converts a test to what an engine reads: an action, the steps before it, the prompt, the state and the time.

import type { Action, Args, DecodedAction, GuardContext, JsonValue, Observation, ResultPart, Step } from "@helve/core";
import { isObject } from "@helve/core/internal";
import type { Duration, RuleTest, TestStep, Value } from "@helve/core/program";

/** The time of a test that gives none, so that tests have the same result at any time. */
export const defaultNow: number = Date.UTC(2026, 0, 1);

/** The context of the decision that a test is about. */
export function testContext({ prompt, state, now, steps = [], when }: RuleTest, signal: AbortSignal): GuardContext {
  const time = now === undefined ? defaultNow : Date.parse(String(now.value));
  const ended = steps.map((step, index) => testStep(step, `step_${index + 1}`, time));
  const world = when.type === "test_state_change" ? when.after : state;
  return {
    // Steps in flight come last.
    trajectory: [...ended.filter(({ inFlight }) => !inFlight), ...ended.filter(({ inFlight }) => inFlight)],
    prompt: prompt === undefined ? "" : String(prompt.value),
    ...(world !== undefined && { state: constantOf(world) }),
    now: time,
    signal,
    decode: async (action) => ({ ok: true, action, repairs: [] }),
    decodeText: async (action, text) => decodeJson(action, text),
  };
}

/** The action of a call or of a step. */
export function testAction({ tool, args }: Pick<TestStep, "tool" | "args">, id = "call"): Action {
  return { id, name: tool, args: constantOf(args) as Args };
}

/** A step that has ended before a time, or is in flight. */
export function testStep(step: TestStep, id: string, now: number): Step {
  const { result, status, ago } = step;
  const action = testAction(step, id);
  if (status === "in_flight") return { action, observation: { parts: [], isError: false }, ran: false, inFlight: true };
  return {
    action,
    observation: observationOf(result === undefined ? "" : constantOf(result), status !== undefined),
    ran: status !== "stopped",
    endedAt: now - (ago === undefined ? 0 : milliseconds(ago)),
    status: status ?? "success",
  };
}

function observationOf(result: JsonValue, isError: boolean): Observation {
  const part: ResultPart =
    typeof result === "string" ? { type: "text", content: result } : { type: "json", content: result };
  return { parts: [part], isError };
}

/** The value of a constant in a test, which contains only literals, lists and objects. */
export function constantOf(value: Value): JsonValue {
  switch (value.type) {
    case "literal":
      return value.value;
    case "list":
      return value.items.map(constantOf);
    case "object":
      return Object.fromEntries(value.entries.map((entry) => [entry.key, constantOf(entry.value)]));
    default:
      throw new TypeError(`a test has no ${value.type}: read it with parseProgram or parseProgramJson`);
  }
}

const unitMilliseconds: Readonly<Record<Duration["unit"], number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

function milliseconds({ amount, unit }: Duration): number {
  return amount * unitMilliseconds[unit];
}

/** Decodes the arguments of an action that a rule invokes with a text. */
function decodeJson(action: Action, text: string): DecodedAction {
  try {
    const args: unknown = JSON.parse(text);
    if (isObject(args) && !Array.isArray(args))
      return { ok: true, action: { ...action, args: args as Args }, repairs: [] };
  } catch {
    // Reported below.
  }
  const message = "the arguments are not a JSON object";
  return { ok: false, issues: [{ code: "undecodable_arguments", message }], repairs: [] };
}
