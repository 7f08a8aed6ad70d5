import type { ActionReturn, ArgumentParser } from "@helve/core";
import type { Tool } from "@helve/tool";
import { ActionExecutor } from "./action-executor.ts";
import type { ExecuteOptions } from "./options.ts";
import type { ToolGroup } from "./tool-table.ts";

/** What the run of one tool by itself depends on. */
export interface RunToolOptions extends ExecuteOptions {
  /** Which tool of a toolkit; `"run"`, the only one of a single tool, by default. */
  readonly name?: string | undefined;
  /** Reads the inputs; the toolkit's own, or a `JsonParser`, by default. */
  readonly parser?: ArgumentParser | undefined;
  /** The call's id in the record; `"run"` by default. */
  readonly id?: string | undefined;
}

/**
 * Runs one tool by itself, without guards (Lagent's `action(inputs, name)`).
 *
 * @param inputs - what the parser reads: text that a model wrote, or a value
 * @returns what came of it; never throws for the inputs or for what the tool does
 *
 * @example
 * const ret = await runTool(interpreter, '("1 + 1",)', { parser: new TupleParser() });
 * ret.result; // [{ type: "text", content: "2" }]
 */
export function runTool(
  tool: Tool | ToolGroup,
  inputs: unknown,
  { name = "run", parser, id = "run", ...options }: RunToolOptions = {},
): Promise<ActionReturn> {
  const own = parser !== undefined && "tools" in tool ? withParser(tool, parser) : tool;
  const executor = new ActionExecutor([own], { parser, specialActions: false });
  const isSingle = !("tools" in tool) || tool.isToolkit === false;
  const called = isSingle && name === "run" ? tool.name : `${tool.name}.${name}`;
  return executor.execute({ id, name: isSingle && name === tool.name ? name : called, arguments: inputs }, options);
}

/** A toolkit is a class: what it is made of is taken from it, not copied. */
function withParser({ name, tools, enable, isToolkit }: ToolGroup, parser: ArgumentParser): ToolGroup {
  return {
    name,
    tools,
    parser,
    ...(enable !== undefined && { enable }),
    ...(isToolkit !== undefined && { isToolkit }),
  };
}
