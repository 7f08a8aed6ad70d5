import type { Action, ArgumentParser, Issue, Repair, StageRecords } from "@helve/core";
import { recordedJson } from "@helve/core/internal";
import type { Tool } from "@helve/tool";

import { decode } from "./stages/decode.ts";
import { resolve } from "./stages/resolve.ts";
import type { Entry, ToolTable } from "./tool-table.ts";

/** An action with all that its run takes. */
export interface Runnable {
  readonly action: Action;
  readonly tool: Tool;
  readonly entry: Entry;
  /** What `execute` gets. */
  readonly input: unknown;
}

/** What became of an action that a guard put together, with the records of its stages. */
export type Prepared = { readonly repairs: readonly Repair[] } & (
  | { readonly ok: true; readonly runnable: Runnable; readonly stages: ActionStages }
  | {
      readonly ok: false;
      readonly issues: readonly Issue[];
      /** The tool that it names; absent when there is none. */
      readonly entry?: Entry;
      readonly stages: Partial<ActionStages>;
    }
);

/** @param text - what the arguments are read from, in place of those that the action has */
export type Preparer = (action: Action, text?: string) => Promise<Prepared>;

/** The records of the stages that make an action. */
export type ActionStages = Required<Pick<StageRecords, "resolve" | "decode">>;

/**
 * Makes actions runnable: the name to a tool, the arguments to what fits it. An action that was made here, or is
 * `known`, is as it is.
 *
 * @param id - what the actions get as theirs
 */
export function preparer(id: string, tools: ToolTable, parser: ArgumentParser, known?: Runnable): Preparer {
  const made = new Map(known === undefined ? [] : [[known.action, known]]);
  return async (given, text) => {
    const runnable = text === undefined ? made.get(given) : undefined;
    if (runnable !== undefined) return { ok: true, runnable, repairs: none, stages: stagesOf(runnable) };

    const resolved = resolve(given.name, tools);
    if (!resolved.ok) {
      return { ok: false, issues: [resolved.failure.error], repairs: none, stages: { resolve: resolved.record } };
    }
    const entry = resolved.made;
    const { tool } = entry;
    if (text === undefined && (typeof given.args !== "object" || given.args === null)) {
      const issues = [{ code: "type", message: "it has no arguments" }];
      return { ok: false, issues, repairs: none, entry, stages: { resolve: resolved.record } };
    }
    const decoded = await decode(text ?? given.args, tool, entry.parser ?? parser);
    const stages = { resolve: resolved.record, decode: decoded.record };
    const { repairs, issues } = decoded.record;
    if (!decoded.ok) return { ok: false, issues, repairs, entry, stages };
    const { replaces, invokedBy } = given;
    const action = Object.freeze({
      id,
      name: tool.name,
      args: decoded.made.args,
      ...(replaces !== undefined && { replaces: recordedJson(replaces) }),
      ...(invokedBy !== undefined && { invokedBy: String(invokedBy) }),
    });
    const prepared = { action, tool, entry, input: decoded.made.input };
    made.set(action, prepared);
    return { ok: true, runnable: prepared, repairs, stages };
  };
}

/** Of an action that was made before. */
function stagesOf({ tool, action }: Runnable): ActionStages {
  return {
    resolve: { tool: tool.name, suggestions: none },
    decode: { args: action.args, repairs: none, issues: none },
  };
}

const none: readonly never[] = Object.freeze([]);
