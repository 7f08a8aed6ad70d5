import { textParser } from "@helve/core/internal";
import { ToolError, tool } from "@helve/tool";
import type { ToolEntry } from "./tool-table.ts";

/**
 * Creates Lagent's `FinishAction` and `NoAction`. They accept any text as their argument. Lagent's `InvalidAction` is a
 * call of an unknown tool.
 */
export function specialActions(options: SpecialActionOptions): readonly ToolEntry[] {
  const { finish = "FinishAction", none = "NoAction", finishInActions = false } = options;
  return [
    ...(finish === false ? [] : [finishAction(finish, finishInActions)]),
    ...(none === false ? [] : [noAction(none)]),
  ];
}

/** The names of Lagent's special actions; `false` turns one off. */
export interface SpecialActionOptions {
  /** The action that ends the agent, with the answer as its only argument; `"FinishAction"` by default. */
  readonly finish?: string | false | undefined;
  /** The action that a protocol calls if the model's text contains no action; `"NoAction"` by default. */
  readonly none?: string | false | undefined;
  /** Whether `actionsInfo` describes `finish` to models (Lagent `finish_in_action`); false by default. */
  readonly finishInActions?: boolean | undefined;
}

/** Creates Lagent's `FinishAction`: it returns its argument as the final result. */
function finishAction(name: string, isListed: boolean): ToolEntry {
  const finish = tool({
    name,
    description: "Return the final result.",
    parameters: textSchema("response", "The final result."),
    execute: ({ response }) => String(response),
  });
  return { tool: finish, parser: textParser("response"), special: "finish", isListed };
}

/** Creates Lagent's `NoAction`: it fails with its argument as the message, so that the model tries again. */
function noAction(name: string): ToolEntry {
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

/** Returns the schema of arguments with one optional text. */
function textSchema(name: string, description: string) {
  return { type: "object", properties: { [name]: { type: "string", description } }, required: [name] } as const;
}
