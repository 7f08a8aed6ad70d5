import type { Action, ActionReturn, GuardAnswer, GuardRecord, StageRecords, ToolCall } from "@helve/core";
import { deepFreeze } from "@helve/core/internal";
import { type Ending, observation } from "./action-return.ts";

import { askingFor } from "./guard-context.ts";
import { quietly } from "./observers.ts";
import type { ExecuteOptions } from "./options.ts";
import type { ActionStages, Runnable } from "./runnable.ts";
import { type Asking, guard, guardAfter, unguarded } from "./stages/guard.ts";
import { type Ran, run } from "./stages/run.ts";
import type { Way } from "./way.ts";

/** What an action belongs to. */
export interface Errand {
  readonly call: ToolCall;
  /** The call as JSON can say it, for observers. */
  readonly told: ToolCall;
  readonly way: Way;
  readonly options: ExecuteOptions;
  /** What guards that waited were answered. */
  readonly answers: readonly GuardAnswer[];
  /** How many actions deep guards invoked it; 0 for what the model called. */
  readonly depth: number;
}

/**
 * The way of an action: guard, run, settle, and the guards' last look.
 *
 * @param stages - how it became one
 * @param end - makes the action return
 * @returns a promise only if a guard is asked or the tool takes its time
 */
export function act(
  asked: Runnable,
  stages: ActionStages,
  errand: Errand,
  end: (ending: Ending) => ActionReturn,
): ActionReturn | Promise<ActionReturn> {
  const { told, way } = errand;
  if (way.guards.length > 0) return actGuarded(asked, stages, errand, end);
  const judged = { ...stages, guard: unguarded(asked.action) };
  if (way.observers.any) way.observers.tell("action:guarded", { call: told, record: judged.guard });
  const running = perform(asked, errand);
  const ended = (ran: Ran): ActionReturn => end(endingOf(asked, ran, judged));
  return running instanceof Promise ? running.then(ended) : ended(running);
}

async function actGuarded(
  asked: Runnable,
  stages: ActionStages,
  errand: Errand,
  end: (ending: Ending) => ActionReturn,
): Promise<ActionReturn> {
  const { told, way } = errand;
  const asking = askingFor(asked, errand);
  const guarded = await guard(asked, way.guards, asking);
  const judged = { ...stages, guard: guarded.record };
  if (way.observers.any) way.observers.tell("action:guarded", { call: told, record: guarded.record });
  if (!guarded.ok) return end({ action: guarded.action, entry: asked.entry, outcome: guarded.failure, stages: judged });

  const running = perform(guarded.made, errand);
  const ran = running instanceof Promise ? await running : running;
  const ending = endingOf(guarded.made, ran, judged, guarded.notes);
  // A run that was given up has shown nothing that could be withheld.
  const hasEnded = ran.record?.outcome === "returned" || ran.record?.outcome === "threw";
  return end(hasEnded ? await look(ending, errand, asking) : ending);
}

/** Runs an action when its turn has come, unless it has run before. */
function perform(runnable: Runnable, { call, told, way, options }: Errand): Ran | Promise<Ran> {
  const { tool, action } = runnable;
  const { limits, ledger, middleware, errors, retry, observers } = way;
  const { signal, timeout = tool.timeout ?? way.timeout, onProgress: own } = options;
  const onProgress = (update: unknown): void => {
    if (own !== undefined) quietly(own, update);
    if (observers.any) observers.tell("action:progress", { call: told, update });
  };
  const runOptions = { call, timeout, signal, onProgress, middleware, errors, retry };
  if (ledger === undefined && !limits.concern(tool)) return run(runnable, runOptions);
  const inTurn = (): Ran | Promise<Ran> => limits.inTurn(tool, signal, () => run(runnable, runOptions));
  return ledger === undefined ? inTurn() : ledger.once(action, signal, inTurn);
}

type Judged = ActionStages & { readonly guard: GuardRecord };

interface Acted extends Ending {
  readonly action: Action;
  readonly stages: StageRecords & { readonly guard: GuardRecord };
}

function endingOf({ action, entry }: Runnable, ran: Ran, judged: Judged, notes: readonly string[] = []): Acted {
  const stages = stagesOf(judged, ran);
  const { endedAt } = ran;
  if (!ran.ok) return { action, entry, outcome: ran.failure, stages, notes, endedAt, error: ran.error };
  const outcome = { status: "success", result: ran.parts } as const;
  return { action, entry, outcome, stages, notes, endedAt, value: ran.value };
}

/** What was not reached is absent. */
function stagesOf({ resolve, decode, guard }: Judged, { record: run, settle }: Ran): Acted["stages"] {
  if (run === undefined) return { resolve, decode, guard };
  return settle === undefined ? { resolve, decode, guard, run } : { resolve, decode, guard, run, settle };
}

/** The guards' last look: what they withhold, the model does not see. */
async function look(acted: Acted, { way }: Errand, { context, invoked, happened }: Asking): Promise<Ending> {
  const step = { action: acted.action, observation: deepFreeze(observation(acted)), ran: true };
  happened.push(step);
  const { verdicts, notes, failure } = await guardAfter(step, way.guards, context);
  const guard = { ...acted.stages.guard, after: verdicts, ...(invoked.length > 0 && { invoked: [...invoked] }) };
  const stages = { ...acted.stages, guard };
  const looked = { ...acted, stages, lastNotes: notes, endedAt: undefined };
  // What is withheld is not in what the tool threw, either.
  return failure === undefined ? looked : { ...looked, outcome: failure, value: undefined, error: undefined };
}
