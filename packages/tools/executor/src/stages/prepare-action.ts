import type { Action, ArgumentParser, Issue, Repair, StageRecords } from "@helve/core";
import { markFrozenJson, recordedJson } from "@helve/core/internal";
import type { Tool } from "@helve/tool";
import { repairKindsOf } from "../repairs.ts";
import type { ToolEntry, ToolTable } from "../tool-table.ts";
import { decode } from "./decode.ts";
import { resolve } from "./resolve.ts";

/**
 * Returns a function that resolves and decodes actions that guards create. An action object that this function returned
 * before, or `prepared`, is returned as it is.
 *
 * @param id - the id that the prepared actions get
 */
export function actionPreparer(
  id: string,
  { tools, parser, refusedRepairs }: PreparationOptions,
  prepared?: PreparedAction,
): PrepareAction {
  const created = new Map<Action, PreparedAction>();
  return async (requested, text) => {
    const known = requested === prepared?.action ? prepared : created.get(requested);
    const before = text === undefined ? known : undefined;
    if (before !== undefined) return { ok: true, prepared: before, repairs: none, stages: preparedStages(before) };

    const resolved = resolve(requested.name, tools);
    if (!resolved.ok) {
      return { ok: false, issues: [resolved.failure.error], repairs: none, stages: { resolve: resolved.record } };
    }
    const entry = resolved.value;
    const { tool } = entry;
    if (text === undefined && (typeof requested.args !== "object" || requested.args === null)) {
      const issues = [{ code: "type", message: "its arguments must be an object" }];
      return { ok: false, issues, repairs: none, entry, stages: { resolve: resolved.record } };
    }
    const decoded = await decode(text ?? requested.args, tool, entry.parser ?? parser, refusedRepairs);
    const stages = { resolve: resolved.record, decode: decoded.record };
    const { repairs, issues } = decoded.record;
    if (!decoded.ok) return { ok: false, issues, repairs, entry, stages };
    const { replaces, invokedBy, invokedByProgram } = requested;
    const repairKinds = repairKindsOf(repairs, stringsIn(requested.repairKinds));
    const action = markFrozenJson({
      id,
      name: tool.name,
      args: decoded.value.args,
      ...(replaces !== undefined && { replaces: recordedJson(replaces) }),
      ...(invokedBy !== undefined && { invokedBy: String(invokedBy) }),
      ...(invokedByProgram !== undefined && { invokedByProgram: String(invokedByProgram) }),
      ...(repairKinds && { repairKinds }),
    });
    const preparation = { action, tool, entry, input: decoded.value.input };
    created.set(action, preparation);
    return { ok: true, prepared: preparation, repairs, stages };
  };
}

/** How actions are resolved and decoded; a part of the executor's configuration. */
interface PreparationOptions {
  readonly tools: ToolTable;
  readonly parser: ArgumentParser;
  readonly refusedRepairs: ReadonlySet<string>;
}

/** An action that is resolved and decoded, with everything that its run needs. */
export interface PreparedAction {
  readonly action: Action;
  readonly tool: Tool;
  readonly entry: ToolEntry;
  /** The value that `execute` of the tool receives. */
  readonly input: unknown;
}

/** Resolves and decodes an action. If `text` is passed, the arguments are decoded from it and not from `action.args`. */
export type PrepareAction = (action: Action, text?: string) => Promise<Preparation>;

/** The result of {@link PrepareAction}, with the records of resolve and decode. */
export type Preparation = { readonly repairs: readonly Repair[] } & (
  | { readonly ok: true; readonly prepared: PreparedAction; readonly stages: ActionStages }
  | {
      readonly ok: false;
      readonly issues: readonly Issue[];
      /** The tool that the action names; absent if there is no such tool. */
      readonly entry?: ToolEntry;
      readonly stages: Partial<ActionStages>;
    }
);

/** The records of the stages that turn a call into an action. */
export type ActionStages = Required<Pick<StageRecords, "resolve" | "decode">>;

/** Returns the stage records of an action that was prepared before. */
function preparedStages({ tool, action }: PreparedAction): ActionStages {
  return {
    resolve: { tool: tool.name, suggestions: none },
    decode: { args: action.args, repairs: none, issues: none },
  };
}

const none: readonly never[] = Object.freeze([]);

/** Returns the strings of a list that a guard passed; empty for anything else. */
function stringsIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((item) => typeof item === "string") : none;
}
