import type {
  Action,
  ArgumentParser,
  DecodeRecord,
  Guard,
  GuardContext,
  GuardRecord,
  StageRecords,
  ToolCall,
} from "@helve/core";
import type { Tool } from "@helve/tool";
import type { ExecuteOptions } from "./action-executor.ts";
import { type Ending, observation } from "./action-return.ts";
import { aborted, type Staged } from "./failure.ts";
import { decode, type Fitting } from "./stages/decode.ts";
import { guard, guardAfter } from "./stages/guard.ts";
import { resolve } from "./stages/resolve.ts";
import { run } from "./stages/run.ts";
import { settle } from "./stages/settle.ts";
import type { ToolTable } from "./tool-table.ts";

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
export async function carry(call: ToolCall, way: Way): Promise<Ending> {
  const stages: { -readonly [Stage in keyof StageRecords]: StageRecords[Stage] } = {};

  const resolved = resolve(call.name, way.tools);
  stages.resolve = resolved.record;
  if (!resolved.ok) return { action: null, outcome: resolved.failure, stages };

  const decoded = await decode(call.arguments, resolved.made, way.parser);
  stages.decode = decoded.record;
  if (!decoded.ok) return { action: null, outcome: decoded.failure, stages };

  const asked: Action = { id: call.id, name: resolved.made.name, args: decoded.made.args };
  const context = guardContext(way);
  const guarded = await guard(asked, way.guards, context);
  stages.guard = guarded.record;
  if (!guarded.ok) return { action: asked, outcome: guarded.failure, stages };

  // What a guard put in the action's place is decoded here too, whatever the guard said of it.
  const action = guarded.made;
  const fitting =
    action === asked ? { ok: true as const, made: { ...decoded.made, tool: resolved.made } } : await fit(action, way);
  if (!fitting.ok) return { action, outcome: fitting.failure, stages };
  const { tool, input } = fitting.made;

  const { signal } = context;
  if (signal.aborted) return { action, outcome: aborted("failed", tool.name), stages };
  const { timeout = tool.timeout ?? way.defaultTimeout, onProgress = () => undefined } = way.options;
  const ran = await run(tool, input, { actionId: action.id, timeout, signal, onProgress });
  stages.run = ran.record;
  if (!ran.ok)
    return look({ action, outcome: ran.failure, stages: { ...stages, guard: guarded.record } }, way, context);

  const settled = settle(ran.made, tool);
  stages.settle = settled.record;
  const outcome = settled.ok ? { status: "success" as const, result: settled.made } : settled.failure;
  return look({ action, outcome, stages: { ...stages, guard: guarded.record } }, way, context);
}

/** The guards' last look: what they withhold, the model does not see. */
async function look(ran: Ran, { guards }: Way, context: GuardContext): Promise<Ending> {
  const step = { action: ran.action, observation: observation(ran), ran: true };
  const { verdicts, failure } = await guardAfter(step, guards, context);
  const stages = { ...ran.stages, guard: { ...ran.stages.guard, after: verdicts } };
  return { action: ran.action, outcome: failure ?? ran.outcome, stages };
}

interface Ran extends Ending {
  readonly action: Action;
  readonly stages: StageRecords & { readonly guard: GuardRecord };
}

function guardContext(way: Way): GuardContext {
  const { trajectory = [], prompt = "", signal = new AbortController().signal } = way.options;
  return {
    trajectory,
    prompt,
    signal,
    ...("state" in way.options && { state: way.options.state }),
    decode: async (action) => {
      const fitting = await fit(action, way);
      const { repairs, issues } = fitting.record;
      return fitting.ok ? { ok: true, args: fitting.made.args, repairs } : { ok: false, issues, repairs };
    },
  };
}

/** An action that a guard made: its name to a tool, its arguments to what fits that tool. */
async function fit(action: Action, { tools, parser }: Way): Promise<Staged<DecodeRecord, Fitting & { tool: Tool }>> {
  const resolved = resolve(action.name, tools);
  if (!resolved.ok) {
    const { failure } = resolved;
    return { ok: false, record: { args: null, repairs: [], issues: [failure.error] }, failure };
  }
  const decoded = await decode(action.args, resolved.made, parser);
  return decoded.ok ? { ...decoded, made: { ...decoded.made, tool: resolved.made } } : decoded;
}
