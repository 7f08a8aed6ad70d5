import type { ArgumentParser } from "@helve/core";
import { ToolError, tool } from "@helve/tool";
import type { Entry } from "./tool-table.ts";

/** The names of Lagent's special actions; `false` for one that there is not to be. */
export interface SpecialActionOptions {
  /** By which a model says that it is done, with its answer as the only argument; `"FinishAction"` by default. */
  readonly finish?: string | false | undefined;
  /** What a protocol calls when it found no action in the model's text; `"NoAction"` by default. */
  readonly none?: string | false | undefined;
  /** Whether `finish` is among the tools that models are told of (Lagent `finish_in_action`); false by default. */
  readonly finishInActions?: boolean | undefined;
}

/**
 * Lagent's `FinishAction` and `NoAction`. Its `InvalidAction` is any call of a tool that there is not. Their argument is
 * text that is taken as it comes.
 */
export function specialActions(options: SpecialActionOptions): readonly Entry[] {
  const { finish = "FinishAction", none = "NoAction", finishInActions = false } = options;
  return [
    ...(finish === false ? [] : [finishAction(finish, finishInActions)]),
    ...(none === false ? [] : [noAction(none)]),
  ];
}

function finishAction(name: string, isListed: boolean): Entry {
  const finish = tool({
    name,
    description: "Return the final result.",
    parameters: textSchema("response", "The final result."),
    execute: ({ response }) => String(response),
  });
  return { tool: finish, parser: textParser("response"), special: "finish", isListed };
}

function noAction(name: string): Entry {
  const none = tool({
    name,
    description: "Say that no action was found.",
    parameters: textSchema("message", "What the model is to read."),
    execute: ({ message }) => {
      throw new ToolError(message === "" ? "Please follow the format" : String(message));
    },
  });
  return { tool: none, parser: textParser("message"), special: "none" };
}

function textSchema(name: string, description: string) {
  return { type: "object", properties: { [name]: { type: "string", description } }, required: [name] } as const;
}

/** Whatever comes, as the text of the only parameter (Lagent `BaseParser`). */
function textParser(name: string): ArgumentParser {
  return {
    decode: (raw) => ({ ok: true, args: { [name]: textOf(raw, name) }, repairs: [] }),
  };
}

function textOf(raw: unknown, name: string): string {
  if (typeof raw === "string") return raw;
  if (typeof raw !== "object" || raw === null) return raw === undefined || raw === null ? "" : String(raw);
  const own: unknown = Object.hasOwn(raw, name) ? Reflect.get(raw, name) : undefined;
  return typeof own === "string" ? own : JSON.stringify(raw);
}
