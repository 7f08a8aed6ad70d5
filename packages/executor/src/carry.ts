import type {
  Action,
  ActionReturn,
  ArgumentParser,
  DecodeRecord,
  Guard,
  GuardAnswer,
  GuardContext,
  GuardRecord,
  ResolveRecord,
  StageRecords,
  ToolCall,
} from "@helve/core";
import { type Ending, observation } from "./action-return.ts";
import type { ErrorRule } from "./errors/error-rules.ts";
import { aborted, unexpected } from "./failure.ts";
import { frozen } from "./frozen-json.ts";
import type { Ledger } from "./ledger.ts";
import type { Limits } from "./limits.ts";
import type { Middleware } from "./middleware.ts";
import { type Observers, quietly } from "./observers.ts";
import type { ExecuteOptions } from "./options.ts";
import type { RetryOptions } from "./retry.ts";
import { preparer, type Runnable } from "./runnable.ts";
import { decode } from "./stages/decode.ts";
import { type Asking, guard, guardAfter, unguarded } from "./stages/guard.ts";
import { resolve } from "./stages/resolve.ts";
import { type Ran, run } from "./stages/run.ts";
import type { ToolTable } from "./tool-table.ts";
import { unlessAborted } from "./unless-aborted.ts";

/** What every call of an executor meets on its way. */
export interface Way {
  readonly tools: ToolTable;
  readonly parser: ArgumentParser;
  readonly guards: readonly Guard[];
  /** The outermost first. */
  readonly middleware: readonly Middleware[];
  readonly observers: Observers;
  readonly limits: Limits;
  readonly ledger: Ledger | undefined;
  readonly errors: readonly ErrorRule[];
  readonly retry: RetryOptions;
  /** In milliseconds. */
  readonly timeout: number;
}

/**
 * The way of a call: resolve, decode, guard, run, settle, and no other order. It waits only for what takes its time.
 *
 * @param told - the call as JSON can say it, for observers
 * @param end - makes the action return
 */
export async function carry(
  call: ToolCall,
  told: ToolCall,
  way: Way,
  options: ExecuteOptions,
  answers: readonly GuardAnswer[],
  end: (ending: Ending) => ActionReturn,
): Promise<ActionReturn> {
  const { tools, guards, observers } = way;
  const { signal } = options;
  try {
    const resolved = resolve(told.name, tools);
    const found = resolved.record;
    if (observers.any) observers.tell("action:resolved", { call: told, record: found });
    if (!resolved.ok) return end({ action: null, outcome: resolved.failure, stages: { resolve: found } });

    const entry = resolved.made;
    const { tool } = entry;
    const decoding = signal?.aborted === true ? "aborted" : decode(call.arguments, tool, entry.parser ?? way.parser);
    const decoded = decoding instanceof Promise ? await unlessAborted(() => decoding, signal) : decoding;
    if (decoded === "aborted") {
      return end({ action: null, entry, outcome: aborted("failed", tool.name), stages: { resolve: found } });
    }
    const read = decoded.record;
    if (observers.any) observers.tell("action:decoded", { call: told, record: read });
    if (!decoded.ok) {
      return end({ action: null, entry, outcome: decoded.failure, stages: { resolve: found, decode: read } });
    }

    const { args, input } = decoded.made;
    const action = Object.freeze({ id: told.id, name: tool.name, args });
    const asked: Runnable = { action, tool, entry, input };
    const asking = guards.length === 0 ? undefined : askingFor(asked, way, options, answers);
    const guarded = asking === undefined ? unguarded(asked) : await guard(asked, guards, asking);
    const judged = { resolve: found, decode: read, guard: guarded.record };
    if (observers.any) observers.tell("action:guarded", { call: told, record: guarded.record });
    if (!guarded.ok) return end({ action: guarded.action, entry, outcome: guarded.failure, stages: judged });

    const running = perform(guarded.made, call, told, way, options);
    const ran = running instanceof Promise ? await running : running;
    const ending = endingOf(guarded.made, ran, judged);
    // A run that was given up has shown nothing that could be withheld.
    const hasEnded = ran.record?.outcome === "returned" || ran.record?.outcome === "threw";
    return end(hasEnded && asking !== undefined ? await look(ending, guards, asking) : ending);
  } catch (error) {
    return end({ action: null, outcome: unexpected("failed", `${told.name} failed`, error), stages: {}, error });
  }
}

/** Runs an action when its turn has come, unless it has run before. */
function perform(
  runnable: Runnable,
  call: ToolCall,
  told: ToolCall,
  way: Way,
  options: ExecuteOptions,
): Ran | Promise<Ran> {
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

type Judged = Pick<StageRecords, "resolve" | "decode"> & { readonly guard: GuardRecord };

function endingOf({ action, entry }: Runnable, ran: Ran, { resolve, decode, guard }: Required<Judged>): Looked {
  const stages = stagesOf(resolve, decode, guard, ran);
  const { endedAt } = ran;
  if (!ran.ok) return { action, entry, outcome: ran.failure, stages, endedAt, error: ran.error };
  return { action, entry, outcome: { status: "success", result: ran.parts }, stages, endedAt, value: ran.value };
}

/** What was not reached is absent. */
function stagesOf(
  resolve: ResolveRecord,
  decode: DecodeRecord,
  guard: GuardRecord,
  { record: run, settle }: Ran,
): Looked["stages"] {
  if (run === undefined) return { resolve, decode, guard };
  return settle === undefined ? { resolve, decode, guard, run } : { resolve, decode, guard, run, settle };
}

function askingFor(
  asked: Runnable,
  { tools, parser }: Way,
  options: ExecuteOptions,
  answers: readonly GuardAnswer[],
): Asking {
  const { trajectory = [], prompt = "", state, signal = new AbortController().signal } = options;
  const prepare = preparer(asked, tools, parser);
  const decodeAction: GuardContext["decode"] = async (action) => {
    const prepared = await prepare(action);
    return prepared.ok ? { ok: true, action: prepared.runnable.action, repairs: prepared.repairs } : prepared;
  };
  const context = { trajectory, prompt, signal, decode: decodeAction, ...(state !== undefined && { state }) };
  return { context, prepare, answers };
}

interface Looked extends Ending {
  readonly action: Action;
  readonly stages: StageRecords & { readonly guard: GuardRecord };
}

/** The guards' last look: what they withhold, the model does not see. */
async function look(ran: Looked, guards: readonly Guard[], { context }: Asking): Promise<Ending> {
  const step = { action: ran.action, observation: frozen(observation(ran)), ran: true };
  const { verdicts, failure } = await guardAfter(step, guards, context);
  const stages = { ...ran.stages, guard: { ...ran.stages.guard, after: verdicts } };
  return { ...ran, outcome: failure ?? ran.outcome, stages, endedAt: undefined };
}
