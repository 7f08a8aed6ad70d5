import type { ActionReturn, ArgumentParser } from "@helve/core";
import type { InstanceOrClass } from "@helve/core/internal";
import type { Tool } from "@helve/tool";
import { ActionExecutor } from "./action-executor.ts";
import { ExecutorError } from "./errors.ts";
import { optionIssue } from "./option-issue.ts";
import type { ExecuteOptions } from "./options.ts";
import type { DecodeOptions } from "./repairs.ts";
import type { ToolGroup } from "./tool-table.ts";

/**
 * Runs a single tool without creating an executor, and without guards (Lagent's `action(inputs, name)`).
 *
 * @param inputs - the input of the parser: text that a model wrote, or a value
 * @returns the action return; invalid inputs and errors of the tool don't throw
 * @throws ExecutorError if there is no tool, or an option is invalid or unknown
 *
 * @example
 * const ret = await runTool(interpreter, '("1 + 1",)', { parser: TupleParser });
 * ret.result; // [{ type: "text", content: "2" }]
 */
export function runTool(
  tool: Tool | ToolGroup,
  inputs: unknown,
  runOptions: RunToolOptions = {},
): Promise<ActionReturn> {
  if (typeof runOptions !== "object") {
    throw new ExecutorError([optionIssue("options", "must be an object, such as { name }", runOptions)]);
  }
  const { name = "run", parser, decode, id = "run", ...options } = runOptions;
  const toolWithParser = parser !== undefined && "tools" in tool ? withParser(tool, parser) : tool;
  const executor = new ActionExecutor([toolWithParser], { parser, decode, specialActions: false });
  const isSingle = !("tools" in tool) || tool.isToolkit === false;
  const isToolItself = isSingle && (name === "run" || name === tool.name);
  return executor.execute({ id, name: isToolItself ? tool.name : `${tool.name}.${name}`, arguments: inputs }, options);
}

/** Options of {@link runTool}. */
export interface RunToolOptions extends ExecuteOptions {
  /** The tool of a toolkit; by default `"run"`, which is also the name of a single tool's only method. */
  readonly name?: string | undefined;
  /** Parses the inputs: a parser or its class; by default the toolkit's parser, or else a `JsonParser`. */
  readonly parser?: InstanceOrClass<ArgumentParser> | undefined;
  /** Which repairs of the inputs are accepted; what the end of the text cut off is refused by default. */
  readonly decode?: DecodeOptions | undefined;
  /** The call's id in the action return; `"run"` by default. */
  readonly id?: string | undefined;
}

/** Returns a toolkit as a plain object with another parser; a spread of a class instance would lose its accessors. */
function withParser({ name, tools, enable, isToolkit }: ToolGroup, parser: InstanceOrClass<ArgumentParser>): ToolGroup {
  return {
    name,
    tools,
    parser,
    enable,
    isToolkit,
  };
}
