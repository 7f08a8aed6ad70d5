import { isObject, ownMember } from "@helve/core/internal";

/**
 * A tool as its author describes it: an OpenTool Function (`parameters` is a list), or a tool with a JSON Schema of its arguments, as
 * MCP (`inputSchema`), OpenAI (`parameters`) and Anthropic (`input_schema`) have it.
 */
export interface DescribedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly parameters?: unknown;
  readonly inputSchema?: unknown;
  readonly input_schema?: unknown;
}

/** One argument of a described tool. */
export interface DescribedArgument {
  readonly name: string;
  /** The description in the schema or of the parameter; an empty string if there is none. */
  readonly description: string;
  /** The `format` of the schema: `uri`. */
  readonly format: string;
  /** Whether its value is a text of any content, or a list of such texts. */
  readonly isText: boolean;
  readonly isList: boolean;
}

/** The most arguments of a tool that are inspected. */
const maxArguments = 200;

/** The arguments of a tool, by its OpenTool parameters or its JSON Schema; empty if it has neither. */
export function describedArguments(tool: DescribedTool): readonly DescribedArgument[] {
  const { parameters, inputSchema, input_schema: anthropicSchema } = tool;
  if (Array.isArray(parameters)) {
    return parameters.slice(0, maxArguments).flatMap((parameter: unknown) => {
      const name = ownMember(parameter, "name");
      if (typeof name !== "string") return [];
      return [describedArgument(name, ownMember(parameter, "schema"), ownMember(parameter, "description"))];
    });
  }
  const properties = ownMember(inputSchema ?? anthropicSchema ?? parameters, "properties");
  if (!isObject(properties)) return [];
  return Object.entries(properties)
    .slice(0, maxArguments)
    .map(([name, schema]) => describedArgument(name, schema));
}

function describedArgument(name: string, schema: unknown, description?: unknown): DescribedArgument {
  const items = ownMember(schema, "items");
  const isList = isObject(items) || [ownMember(schema, "type")].flat().includes("array");
  const own = isList ? items : schema;
  const types = [ownMember(own, "type")].flat();
  return {
    name,
    description: [description, ownMember(schema, "description"), ownMember(own, "description")]
      .filter((text) => typeof text === "string")
      .join(" ")
      .slice(0, 2000),
    format: textOf(ownMember(own, "format")),
    isText: (types.includes("string") || types.includes(undefined)) && !Array.isArray(ownMember(own, "enum")),
    isList,
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
