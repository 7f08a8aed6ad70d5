import type { JsonSchema } from "@helve/core";
import { type LagentTool, type LagentToolkit, toLagentTools, toOpenToolFunction } from "@helve/opentool";
import type { ReturnedValue, Tool } from "./tool.ts";
import type { ParameterDescriber, Toolkit } from "./toolkit.ts";

/** Lagent's dictionary of a tool. */
export interface LagentDescription extends LagentTool {
  /** How the model is to write the arguments. */
  readonly parameter_description?: string;
}

/** Lagent's dictionary of a toolkit. */
export interface LagentToolkitDescription extends LagentToolkit {
  readonly api_list: readonly LagentDescription[];
}

/** What goes into a description beside the tool. */
export interface LagentDescriptionOptions {
  /** Whose `parameterDescription` is put in; a toolkit's own parser when absent, if it has one. */
  readonly parser?: ParameterDescriber;
}

/** A toolkit as far as a description of it goes. */
type Kit = Pick<Toolkit, "name" | "description" | "tools" | "isToolkit" | "enable" | "parser">;

/**
 * The description of a tool or a toolkit as Lagent gives it to a model (`api_description`, `BaseAction.description`), with
 * the keys in Lagent's order: `name`, `description`, `parameters`, `required`, then `return_data` and
 * `parameter_description` if there are any; a toolkit has an `api_list`.
 *
 * @example
 * lagentDescription(bold); // { name: "bold", description: "make text bold", parameters: [{ name: "text", … }], required: ["text"] }
 */
export function lagentDescription(tool: Tool, options?: LagentDescriptionOptions): LagentDescription;
export function lagentDescription(
  toolkit: Kit,
  options?: LagentDescriptionOptions,
): LagentDescription | LagentToolkitDescription;
export function lagentDescription(
  given: Tool | Kit,
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
 * What Lagent's executor tells a model of all its tools (`get_actions_info`): the members of toolkits as
 * `Toolkit.Tool`, in order, without toolkits that are not enabled.
 */
export function lagentActionsInfo(
  given: Iterable<Tool | Kit>,
  options: LagentDescriptionOptions = {},
): readonly LagentDescription[] {
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

function toolDescription(tool: Tool, name: string, { parser }: LagentDescriptionOptions): LagentDescription {
  const { description, parameters, returnData = [] } = tool;
  const described = inLagentsTypes(description, parameters);
  const hint = parser?.parameterDescription ?? "";
  return {
    name,
    description,
    parameters: described.parameters,
    required: described.required,
    ...(returnData.length > 0 && { return_data: returnData.map(returned) }),
    ...(hint !== "" && { parameter_description: hint }),
  };
}

function returned({ name, description, schema }: ReturnedValue): NonNullable<LagentTool["return_data"]>[number] {
  const value = schema && inLagentsTypes("", { type: "object", properties: { value: schema } });
  const type = value?.parameters[0]?.type;
  return { ...(name !== undefined && { name }), description, ...(type !== undefined && { type }) };
}

/** Under a name that any document may use: the tool's own may have a dot. */
function inLagentsTypes(description: string, parameters: JsonSchema): LagentTool {
  const { function: fn } = toOpenToolFunction({ name: "tool", description, parameters });
  const info = { title: "tool", version: "1.0.0" };
  const [described] = toLagentTools({ opentool: "1.0.0", info, functions: [fn] }).tools;
  if (described === undefined || "api_list" in described)
    throw new TypeError("a document of one function has one tool");
  return described;
}
