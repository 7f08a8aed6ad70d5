import type { Action, ActionReturn, Args, DecodedAction, GuardContext, Step, ToolCall } from "@helve/core";
import { deepFreeze, frozenJson, jsonCopy } from "@helve/core/internal";
import { act, type Errand } from "./act.ts";
import { begin } from "./begin.ts";
import { type Failure, unexpected } from "./failure.ts";

import type { GuardContextOptions } from "./options.ts";
import { receive } from "./receive.ts";
import { type Prepared, type Preparer, preparer, type Runnable } from "./runnable.ts";
import type { Asking } from "./stages/guard.ts";
import { toStep } from "./step.ts";
import type { Way } from "./way.ts";

/** How deep actions may be invoked beside actions that were themselves invoked. */
const deepest = 4;

/** What the guards of an executor are asked with about an action. */
export function askingFor(asked: Runnable, { told, way, options, answers, depth }: Errand): Asking {
  const prepare = preparer(told.id, way.tools, way.parser, asked);
  const happened: Step[] = [];
  const invoked: ActionReturn[] = [];
  const context = contextOf({ id: told.id, way, options, depth, prepare, happened, invoked });
  return { context, prepare, answers, happened, invoked };
}

/** What a guard is asked with about what is no call. */
export function hostContext(id: string, way: Way, options: GuardContextOptions): GuardContext {
  const prepare = preparer(id, way.tools, way.parser);
  return contextOf({ id, way, options, depth: 0, prepare, happened: [], invoked: [] });
}

interface Surroundings {
  /** What the ids of invoked actions begin with. */
  readonly id: string;
  readonly way: Way;
  readonly options: GuardContextOptions;
  readonly depth: number;
  readonly prepare: Preparer;
  /** The steps that come after the options' trajectory. */
  readonly happened: Step[];
  readonly invoked: ActionReturn[];
}

function contextOf(surroundings: Surroundings): GuardContext {
  const { id, options, prepare, happened, invoked } = surroundings;
  const { trajectory = [], prompt = "", state, signal = new AbortController().signal } = options;
  let count = 0;
  return {
    trajectory,
    prompt,
    signal,
    ...(state !== undefined && { state }),
    decode: async (action) => decodedOf(await prepare(action)),
    decodeText: async (action, text) => decodedOf(await prepare(action, text)),
    run: async (action) => {
      const actionReturn = await invoke(action, `${id}.${++count}`, surroundings);
      invoked.push(actionReturn);
      const step = deepFreeze(toStep(actionReturn) ?? notRun(action, actionReturn));
      happened.push(step);
      return step;
    },
  };
}

/** An action that there is no tool for, or whose arguments do not fit. */
function notRun({ args }: Action, { id, type, observation }: ActionReturn): Step {
  return { action: { id, name: type, args: (frozenJson(args) ?? {}) as Args }, observation, ran: false };
}

function decodedOf(prepared: Prepared): DecodedAction {
  const { repairs } = prepared;
  return prepared.ok
    ? { ok: true, action: prepared.runnable.action, repairs }
    : { ok: false, issues: prepared.issues, repairs };
}

/** Runs an action that a rule invokes beside the one looked at: guard, run, settle, like any other, with its own id. */
async function invoke(
  given: Action,
  id: string,
  { way, options, depth, prepare, happened }: Surroundings,
): Promise<ActionReturn> {
  const started = performance.now();
  const { call, told } = receive({ id, name: given.name, arguments: given.args });
  const end = begin(told, way.observers, started);
  try {
    if (depth === deepest) return end({ action: null, outcome: tooDeep(told), stages: {} });
    const prepared = await prepare(given);
    const { stages } = prepared;
    if (way.observers.any) tellStages(prepared, told, way);
    if (!prepared.ok) {
      const { entry } = prepared;
      return end({ action: null, ...(entry && { entry }), outcome: unfit(told, prepared), stages });
    }
    const { runnable } = prepared;
    const own = {
      ...runnable,
      action: Object.freeze({ ...runnable.action, id }),
      input: jsonCopy(runnable.input) ?? runnable.input,
    };
    const { signal, prompt, state, trajectory = [] } = options;
    const ownOptions = { signal, prompt, state, trajectory: [...trajectory, ...happened] };
    return await act(
      own,
      prepared.stages,
      { call, told, way, options: ownOptions, answers: [], depth: depth + 1 },
      end,
    );
  } catch (error) {
    return end({ action: null, outcome: unexpected("failed", `${told.name} failed`, error), stages: {}, error });
  }
}

function tellStages({ stages: { resolve, decode } }: Prepared, call: ToolCall, { observers }: Way): void {
  if (resolve !== undefined) observers.tell("action:resolved", { call, record: resolve });
  if (decode !== undefined) observers.tell("action:decoded", { call, record: decode });
}

function tooDeep({ name }: ToolCall): Failure {
  const message = `${name} did not run: rules invoked actions for actions that they had invoked, more than ${deepest} deep.`;
  return { status: "stopped", error: { code: "stopped", message }, recoverable: "caller" };
}

/** What a rule invokes is the host's to mend. */
function unfit({ name }: ToolCall, { issues, entry }: Prepared & { readonly ok: false }): Failure {
  const status = entry === undefined ? "unknown_tool" : "invalid_arguments";
  const message = issues.map((issue) => (entry === undefined ? issue.message : `${name}: ${issue.message}`)).join("\n");
  return { status, error: { code: status, message, issues }, recoverable: "caller" };
}
