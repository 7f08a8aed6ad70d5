/** Describes tools and toolkits as the dictionaries that Lagent gives to a model. */
import type { JsonSchema } from "@helve/core";
import { parserInstance, withoutUndefined } from "@helve/core/internal";
import type { ActionExecutor } from "@helve/executor";
import { toOpenToolFunction } from "@helve/opentool";
import type { ParserOption, ReturnedValue, Tool, Toolkit } from "@helve/tool";
import { type LagentTool, type LagentToolkit, toLagentTools } from "./conversions.ts";

/** Lagent's dictionary of a tool. */
export interface LagentDescription extends LagentTool {
  /** The instruction for the model how to write the arguments (Lagent `parameter_description`). */
  readonly parameter_description?: string;
}

/** Lagent's dictionary of a toolkit. */
export interface LagentToolkitDescription extends LagentToolkit {
  readonly api_list: readonly LagentDescription[];
}

/** The options of `lagentDescription` and `lagentActionsInfo`. */
export interface LagentDescriptionOptions {
  /** The parser whose `parameterDescription` is included, or its class; by default that of the toolkit or the executor, if it has one. */
  readonly parser?: ParserOption;
}

/** The properties of a toolkit that its description needs. */
type ToolkitFacts = Pick<Toolkit, "name" | "description" | "tools" | "isToolkit" | "enable" | "parser">;

/**
 * Describes a tool or a toolkit as Lagent does for a model (`api_description`, `BaseAction.description`), with
 * the keys in Lagent's order: `name`, `description`, `parameters`, `required`, then `return_data` and
 * `parameter_description` if there are any; a toolkit has an `api_list`.
 *
 * @example
 * lagentDescription(bold); // { name: "bold", description: "make text bold", parameters: [{ name: "text", … }], required: ["text"] }
 */
export function lagentDescription(tool: Tool, options?: LagentDescriptionOptions): LagentDescription;
export function lagentDescription(
  toolkit: ToolkitFacts,
  options?: LagentDescriptionOptions,
): LagentDescription | LagentToolkitDescription;
export function lagentDescription(
  given: Tool | ToolkitFacts,
  options: LagentDescriptionOptions = {},
): LagentDescription | LagentToolkitDescription {
  if (!("tools" in given)) return toolDescription(given, given.name, options);
  const { name, description, tools, isToolkit } = given;
  const parser = options.parser ?? given.parser;
  const members = tools.map((tool) => toolDescription(tool, tool.name, parser === undefined ? {} : { parser }));
  return isToolkit
    ? { name, description, api_list: members }
    : (members[0] ?? { name, description, parameters: [], required: [] });
}

/**
 * Describes all tools as Lagent's executor does for a model (`get_actions_info`): the members of toolkits as
 * `Toolkit.Tool`, in order, without toolkits that are not enabled.
 *
 * @param given - an executor, or tools and toolkits
 */
export function lagentActionsInfo(
  given: Pick<ActionExecutor, "describedTools"> | Iterable<Tool | ToolkitFacts>,
  options: LagentDescriptionOptions = {},
): readonly LagentDescription[] {
  if ("describedTools" in given) {
    return given.describedTools.map(({ tool, parser }) =>
      toolDescription(tool, tool.name, { parser: options.parser ?? parser }),
    );
  }
  return Array.from(given).flatMap((one) => {
    if (!("tools" in one)) return [lagentDescription(one, options)];
    if (!one.enable) return [];
    const parser = options.parser ?? one.parser;
    return one.tools.map((tool) => {
      const name = one.isToolkit ? `${one.name}.${tool.name}` : tool.name;
      return toolDescription(tool, name, parser === undefined ? {} : { parser });
    });
  });
}

/** Describes one tool under a name, with the parser's instruction how to write arguments. */
function toolDescription(tool: Tool, name: string, { parser }: LagentDescriptionOptions): LagentDescription {
  const { description, parameters, returnData = [] } = tool;
  const described = convertToLagentTypes(description, parameters);
  const hint = (parser && parserInstance(parser))?.parameterDescription ?? "";
  return withoutUndefined({
    name,
    description,
    parameters: described.parameters,
    required: described.required,
    return_data: returnData.length > 0 ? returnData.map(lagentReturnValue) : undefined,
    parameter_description: hint !== "" ? hint : undefined,
  });
}

/** Describes a returned value as an entry of Lagent's `return_data`. */
function lagentReturnValue({
  name,
  description,
  schema,
}: ReturnedValue): NonNullable<LagentTool["return_data"]>[number] {
  const value = schema && convertToLagentTypes("", { type: "object", properties: { value: schema } });
  const type = value?.parameters[0]?.type;
  return withoutUndefined({ name, description, type });
}

/**
 * Converts JSON Schema parameters to Lagent's types. The tool's own name is not used: it may contain a dot, which
 * OpenTool does not allow.
 */
function convertToLagentTypes(description: string, parameters: JsonSchema): LagentTool {
  const { function: fn } = toOpenToolFunction({ name: "tool", description, parameters });
  const info = { title: "tool", version: "1.0.0" };
  const [described] = toLagentTools({ opentool: "1.0.0", info, functions: [fn] }).tools;
  if (described === undefined || "api_list" in described)
    throw new TypeError("a document of one function has one tool");
  return described;
}
