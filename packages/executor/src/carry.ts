import type { Action, ArgumentParser, Guard, GuardContext, GuardRecord, StageRecords, ToolCall } from "@helve/core";
import type { ExecuteOptions } from "./action-executor.ts";
import { type Ending, observation } from "./action-return.ts";
import { aborted } from "./failure.ts";
import { preparer, type Runnable } from "./runnable.ts";
import { decode } from "./stages/decode.ts";
import { guard, guardAfter } from "./stages/guard.ts";
import { resolve } from "./stages/resolve.ts";
import { run } from "./stages/run.ts";
import { settle } from "./stages/settle.ts";
import type { ToolTable } from "./tool-table.ts";
import { unlessAborted } from "./unless-aborted.ts";

/** What a call meets on its way. */
export interface Way {
  readonly tools: ToolTable;
  readonly parser: ArgumentParser;
  readonly guards: readonly Guard[];
  /** In milliseconds. */
  readonly defaultTimeout: number;
  readonly options: ExecuteOptions;
}

/** The way of a call: resolve, decode, guard, run, settle, and no other order. */
export async function carry(call: ToolCall, { tools, parser, guards, defaultTimeout, options }: Way): Promise<Ending> {
  const { trajectory = [], prompt = "", state, signal = new AbortController().signal } = options;

  const resolved = resolve(call.name, tools);
  const found = { resolve: resolved.record };
  if (!resolved.ok) return { action: null, outcome: resolved.failure, stages: found };

  const decoded = await unlessAborted(() => decode(call.arguments, resolved.made, parser), signal);
  if (decoded === "aborted") return { action: null, outcome: aborted("failed", resolved.made.name), stages: found };
  const read = { ...found, decode: decoded.record };
  if (!decoded.ok) return { action: null, outcome: decoded.failure, stages: read };

  const { args, input } = decoded.made;
  const asked: Runnable = { action: { id: call.id, name: resolved.made.name, args }, tool: resolved.made, input };
  const prepare = preparer(asked, tools, parser);
  const decodeAction: GuardContext["decode"] = async (action) => {
    const prepared = await prepare(action);
    return prepared.ok ? { ok: true, action: prepared.runnable.action, repairs: prepared.repairs } : prepared;
  };
  const context = { trajectory, prompt, signal, decode: decodeAction, ...(state !== undefined && { state }) };
  const guarded = await guard(asked, guards, context, prepare);
  const judged = { ...read, guard: guarded.record };
  if (!guarded.ok) return { action: guarded.action, outcome: guarded.failure, stages: judged };

  const { action, tool, input: given } = guarded.made;
  if (signal.aborted) return { action, outcome: aborted("failed", tool.name), stages: judged };
  const { timeout = tool.timeout ?? defaultTimeout, onProgress = () => undefined } = options;
  const ran = await run(tool, given, { actionId: action.id, timeout, signal, onProgress });
  const done = { ...judged, run: ran.record };
  // A run that was given up has shown nothing that could be withheld.
  if (!ran.ok && ran.record.outcome !== "threw") return { action, outcome: ran.failure, stages: done };
  if (!ran.ok) return look({ action, outcome: ran.failure, stages: done }, guards, context);

  const settled = settle(ran.made, tool);
  const outcome = settled.ok ? { status: "success" as const, result: settled.made } : settled.failure;
  return look({ action, outcome, stages: { ...done, settle: settled.record } }, guards, context);
}

interface Ran extends Ending {
  readonly action: Action;
  readonly stages: StageRecords & { readonly guard: GuardRecord };
}

/** The guards' last look: what they withhold, the model does not see. */
async function look(ran: Ran, guards: readonly Guard[], context: GuardContext): Promise<Ending> {
  const step = { action: ran.action, observation: observation(ran), ran: true };
  const { verdicts, failure } = await guardAfter(step, guards, context);
  const stages = { ...ran.stages, guard: { ...ran.stages.guard, after: verdicts } };
  return { action: ran.action, outcome: failure ?? ran.outcome, stages };
}
