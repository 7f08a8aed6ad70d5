/** Converts a test to what an engine reads: an action, the steps before it, the prompt, the state and the time. */
import type { Action, Args, DecodedAction, GuardContext, JsonValue, Observation, ResultPart, Step } from "@helve/core";
import { isObject, milliseconds } from "@helve/core/internal";
import type { RuleTest, TestStep, Value } from "@helve/core/program";

/** The time of a test that sets none. It is fixed, so that tests have the same result at any time. */
const defaultNow: number = Date.UTC(2026, 0, 1);

/** Creates the context of a test's decision. */
export function testContext({ prompt, state, now, steps = [], when }: RuleTest, signal: AbortSignal): GuardContext {
  const time = now === undefined ? defaultNow : Date.parse(String(now.value));
  const ended = withAges(steps).map(({ step, age }, index) => testStep(step, `step_${index + 1}`, time - age));
  const world = when.type === "test_state_change" ? when.after : state;
  return {
    // Steps in flight come last.
    trajectory: [...ended.filter(({ inFlight }) => !inFlight), ...ended.filter(({ inFlight }) => inFlight)],
    prompt: prompt === undefined ? "" : String(prompt.value),
    state: world === undefined ? undefined : constantOf(world),
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

/** Computes the ages of steps in milliseconds; a step without an age has that of the next one. */
function withAges(steps: readonly TestStep[]): readonly { readonly step: TestStep; readonly age: number }[] {
  let age = 0;
  const aged = steps.toReversed().map((step) => {
    if (step.ago !== undefined) age = milliseconds(step.ago);
    return { step, age };
  });
  return aged.reverse();
}

/** A step that ended at a time, or is in flight. */
export function testStep(step: TestStep, id: string, endedAt: number): Step {
  const { result, status } = step;
  const action = testAction(step, id);
  if (status === "in_flight") return { action, observation: { parts: [], isError: false }, ran: false, inFlight: true };
  return {
    action,
    observation: observationOf(result === undefined ? "" : constantOf(result), status !== undefined),
    ran: status !== "stopped",
    endedAt,
    status: status ?? "success",
  };
}

/** Wraps the result in a test as an observation: a text, or JSON. */
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
