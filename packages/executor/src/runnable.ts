import type { Action, ArgumentParser, Issue, Repair } from "@helve/core";
import type { Tool } from "@helve/tool";
import { record } from "./frozen-json.ts";
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

/** What became of an action that a guard put together. */
export type Prepared =
  | { readonly ok: true; readonly runnable: Runnable; readonly repairs: readonly Repair[] }
  | { readonly ok: false; readonly issues: readonly Issue[]; readonly repairs: readonly Repair[] };

/**
 * Makes actions runnable: the name to a tool, the arguments to what fits it. An action that was made here, or is in
 * `known`, is as it is.
 */
export function preparer(
  known: Runnable,
  tools: ToolTable,
  parser: ArgumentParser,
): (action: Action) => Promise<Prepared> {
  const made = new Map([[known.action, known]]);
  return async (given) => {
    const runnable = made.get(given);
    if (runnable !== undefined) return { ok: true, runnable, repairs: [] };

    const resolved = resolve(given.name, tools);
    if (!resolved.ok) return { ok: false, issues: [resolved.failure.error], repairs: [] };
    if (typeof given.args !== "object" || given.args === null) {
      return { ok: false, issues: [{ code: "type", message: "it has no arguments" }], repairs: [] };
    }
    const entry = resolved.made;
    const { tool } = entry;
    const decoded = await decode(given.args, tool, entry.parser ?? parser);
    const { repairs, issues } = decoded.record;
    if (!decoded.ok) return { ok: false, issues, repairs };
    const { insteadOf } = given;
    const action = Object.freeze({
      id: known.action.id,
      name: tool.name,
      args: decoded.made.args,
      ...(insteadOf !== undefined && { insteadOf: record(insteadOf) }),
    });
    const prepared = { action, tool, entry, input: decoded.made.input };
    made.set(action, prepared);
    return { ok: true, runnable: prepared, repairs };
  };
}
