/** The changes that `toolWith` can make to a tool or a toolkit. */
import { type ToolOptions, toolOptionNames } from "../tool-options.ts";
import type { OptionNames } from "../unknown-options.ts";

/** The second argument of `toolWith`: the changes to a tool. Absent members stay unchanged. */
export interface ToolChanges extends ToolOptions {
  readonly name?: string;
  readonly description?: string;
  /** New parameter descriptions, by parameter name. */
  readonly parameters?: Readonly<Record<string, string>>;
}

/** The changes to a toolkit. Those of its tools are by tool name; a single tool that is a class is changed like a tool. */
export interface ToolkitChanges extends ToolChanges {
  readonly tools?: Readonly<Record<string, ToolChanges>>;
}

/** The names of the changes to a tool. */
export const toolChangeNames: OptionNames<ToolChanges> = {
  ...toolOptionNames,
  name: true,
  description: true,
  parameters: true,
};

/** The names of the changes to a toolkit. */
export const toolkitChangeNames: OptionNames<ToolkitChanges> = { ...toolChangeNames, tools: true };
