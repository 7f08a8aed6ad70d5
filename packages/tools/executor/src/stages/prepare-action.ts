/** The resolve and decode stages: from a model's call, or from an action that a guard created, to an action that can run. */
import type { Action, Issue, StageRecords } from "@helve/core";
import { freezeCopy, markFrozenJson, withoutUndefined } from "@helve/core/internal";
import type { Tool } from "@helve/tool";
import { abortedFailure, type Failure } from "../failure.ts";
import type { OpenCall } from "../open-call.ts";
import { repairKindsOf } from "../repairs.ts";
import { timeoutOf } from "../timeout-of.ts";
import type { ToolEntry } from "../tool-table.ts";
import { decode, misnamedArguments } from "./decode.ts";
import { placeOf } from "./place-of.ts";
import { resolve } from "./resolve.ts";

/** Resolves and decodes a model's call. */
export async function prepareCall(call: OpenCall): Promise<Preparation> {
  const { recordedCall, pipeline, options, misnamed } = call;
  const resolved = resolve(recordedCall.name, pipeline.tools, misnamed);
  const { record } = resolved;
  call.emitStages({ resolve: record });
  if (!resolved.ok) return { ok: false, failure: resolved.failure, stages: { resolve: record } };

  const entry = resolved.value;
  const { tool } = entry;
  const { signal } = options;
  if (signal?.aborted === true) {
    return { ok: false, failure: abortedFailure("failed", tool.name), entry, stages: { resolve: record } };
  }
  if (misnamed !== undefined) {
    const { failure, record: decodeRecord } = misnamedArguments(tool, misnamed);
    call.emitStages({ decode: decodeRecord });
    return { ok: false, failure, entry, stages: { resolve: record, decode: decodeRecord } };
  }
  const parser = entry.parser ?? pipeline.parser;
  const decoded = await decode(call.call.arguments, tool, {
    parser,
    refused: pipeline.refusedRepairs,
    timeout: timeoutOf(tool, call),
    signal,
  });
  if (decoded.record === undefined) {
    return { ok: false, failure: decoded.failure, entry, stages: { resolve: record } };
  }
  const stages = { resolve: record, decode: decoded.record };
  call.emitStages({ decode: decoded.record });
  if (!decoded.ok) return { ok: false, failure: decoded.failure, entry, stages };
  const { args, input } = decoded.value;
  const repairKinds = repairKindsOf(decoded.record.repairs);
  const placing = placeOf(tool, call);
  const place = placing && (await placing);
  const action = markFrozenJson(withoutUndefined({ id: recordedCall.id, name: tool.name, args, repairKinds, place }));
  return { ok: true, prepared: { action, tool, entry, input }, stages };
}

/** An action that is resolved and decoded, with everything that its run needs. */
export interface PreparedAction {
  readonly action: Action;
  readonly tool: Tool;
  readonly entry: ToolEntry;
  /** The value that `execute` of the tool receives. */
  readonly input: unknown;
}

/** A call or an action that was resolved and decoded, or the reason why it can't run, with the records of the stages. */
export type Preparation =
  | { readonly ok: true; readonly prepared: PreparedAction; readonly stages: ActionStages }
  | {
      readonly ok: false;
      readonly failure: Failure;
      /** The tool that the action names; absent if there is no such tool. */
      readonly entry?: ToolEntry | undefined;
      readonly stages: Partial<ActionStages>;
    };

/** The records of the stages that turn a call into an action. */
export type ActionStages = Required<Pick<StageRecords, "resolve" | "decode">>;

/** Returns the issues of an action that can't run. */
export function preparationIssues({ failure, stages }: Preparation & { readonly ok: false }): readonly Issue[] {
  return stages.decode?.issues ?? [failure.error];
}

/** Resolves and decodes an action. If `text` is passed, the arguments are decoded from it and not from `action.args`. */
export type PrepareAction = (action: Action, text?: string) => Promise<Preparation>;

/**
 * Returns a function that resolves and decodes the actions of a call that guards create. An action object that this function
 * returned before, or `prepared`, is returned unchanged.
 */
export function actionPreparer(call: OpenCall, prepared?: PreparedAction): PrepareAction {
  const { recordedCall, pipeline, options } = call;
  const { id } = recordedCall;
  const { tools, parser, refusedRepairs } = pipeline;
  const created = new Map<Action, PreparedAction>();
  return async (requested, text) => {
    const known = requested === prepared?.action ? prepared : created.get(requested);
    const before = text === undefined ? known : undefined;
    if (before !== undefined) return { ok: true, prepared: before, stages: preparedStages(before) };

    const resolved = resolve(requested.name, tools);
    if (!resolved.ok) return { ok: false, failure: resolved.failure, stages: { resolve: resolved.record } };
    const entry = resolved.value;
    const { tool } = entry;
    if (text === undefined && (typeof requested.args !== "object" || requested.args === null)) {
      const error = { code: "type", message: "its arguments must be an object" };
      const failure: Failure = { status: "invalid_arguments", error, recoverable: "caller" };
      return { ok: false, failure, entry, stages: { resolve: resolved.record } };
    }
    const decoded = await decode(text ?? requested.args, tool, {
      parser: entry.parser ?? parser,
      refused: refusedRepairs,
      timeout: timeoutOf(tool, { options, pipeline }),
      signal: options.signal,
    });
    const { record } = decoded;
    if (record === undefined)
      return { ok: false, failure: decoded.failure, entry, stages: { resolve: resolved.record } };
    const stages = { resolve: resolved.record, decode: record };
    if (!decoded.ok) return { ok: false, failure: decoded.failure, entry, stages };
    const { replaces, invokedBy, invokedByProgram } = requested;
    const repairKinds = repairKindsOf(record.repairs, stringsIn(requested.repairKinds));
    const placing = placeOf(tool, call);
    const place = placing && (await placing);
    const action = markFrozenJson(
      withoutUndefined({
        id,
        name: tool.name,
        args: decoded.value.args,
        replaces: replaces && freezeCopy(replaces, "convert"),
        invokedBy: invokedBy === undefined ? undefined : String(invokedBy),
        invokedByProgram: invokedByProgram === undefined ? undefined : String(invokedByProgram),
        repairKinds,
        place,
      }),
    );
    const preparation = { action, tool, entry, input: decoded.value.input };
    created.set(action, preparation);
    return { ok: true, prepared: preparation, stages };
  };
}

/** Returns the records of how an action was decoded and prepared earlier. */
function preparedStages({ tool, action }: PreparedAction): ActionStages {
  return {
    resolve: { tool: tool.name, suggestions: none },
    decode: { args: action.args, repairs: none, issues: none },
  };
}

const none: readonly never[] = Object.freeze([]);

/** Returns the strings in a list; an empty list for anything else. */
function stringsIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((item) => typeof item === "string") : none;
}
