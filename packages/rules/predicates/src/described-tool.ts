/** Reads tools as their authors describe them, and derives a policy's view of their arguments. */
import { isObject, ownMember } from "@helve/core/internal";

/**
 * A tool as its author describes it: an OpenTool Function (`parameters` is a list), or a tool with a JSON Schema of its arguments, in the
 * form of MCP (`inputSchema`), Anthropic (`input_schema`), OpenAI (`parameters`, also within `function`), Gemini (`parametersJsonSchema`)
 * or Bedrock (within `toolSpec`).
 */
export interface DescribedTool {
  /** Required, here or within `function` or `toolSpec`. */
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly parameters?: unknown;
  readonly inputSchema?: unknown;
  readonly input_schema?: unknown;
  readonly parametersJsonSchema?: unknown;
  readonly function?: unknown;
  readonly toolSpec?: unknown;
}

/** A tool with its name, its description and its arguments. */
export interface ToolDescription {
  readonly name: string;
  /** May be an empty string. */
  readonly description: string;
  readonly arguments: readonly DescribedArgument[];
}

/** One argument of a described tool. */
export interface DescribedArgument {
  readonly name: string;
  /** The description in the schema or of the parameter, or an empty string. */
  readonly description: string;
  /** The `title` of the schema, or an empty string. */
  readonly title: string;
  /** The `format` of the schema: `uri`. */
  readonly format: string;
  /** Whether its value is a string that is not restricted to some values, or a list of such strings. */
  readonly isText: boolean;
  /** Whether the schema lists its values. */
  readonly isChoice: boolean;
  readonly isList: boolean;
}

/** The most arguments of a tool that are inspected. */
const maxArguments = 200;

/**
 * Reads the descriptions of tools, in any of the forms of `DescribedTool`.
 *
 * @throws TypeError if a tool has no name
 */
export function describedTools(tools: readonly DescribedTool[]): readonly ToolDescription[] {
  if (!Array.isArray(tools)) throw new TypeError("The tools must be a list: pass the tools of a server or an API");
  return tools.map((tool, index) => {
    const described = ownMember(tool, "function") ?? ownMember(tool, "toolSpec") ?? tool;
    const name = ownMember(described, "name");
    if (typeof name !== "string" || name === "") {
      const forms = "pass OpenTool Functions, or tools in the form of MCP, OpenAI, Anthropic, Gemini or Bedrock";
      throw new TypeError(`The tool at index ${index} has no name: ${forms}`);
    }
    return { name, description: textOf(ownMember(described, "description")), arguments: describedArguments(described) };
  });
}

/** The arguments of a tool, by its OpenTool parameters or its JSON Schema; empty if it has neither. */
function describedArguments(tool: unknown): readonly DescribedArgument[] {
  const parameters = ownMember(tool, "parameters");
  if (Array.isArray(parameters)) {
    return parameters.slice(0, maxArguments).flatMap((parameter: unknown) => {
      const name = ownMember(parameter, "name");
      if (typeof name !== "string") return [];
      return [describedArgument(name, ownMember(parameter, "schema"), ownMember(parameter, "description"))];
    });
  }
  const schema =
    ["inputSchema", "input_schema", "parametersJsonSchema"].map((member) => ownMember(tool, member)).find(isObject) ??
    parameters;
  // Bedrock has the schema in the member `json`.
  const properties = ownMember(schema, "properties") ?? ownMember(ownMember(schema, "json"), "properties");
  if (!isObject(properties)) return [];
  return Object.entries(properties)
    .slice(0, maxArguments)
    .map(([name, property]) => describedArgument(name, property));
}

/** Describes an argument by its name, type and description. */
function describedArgument(name: string, schema: unknown, description?: unknown): DescribedArgument {
  const items = ownMember(schema, "items");
  const isList = isObject(items) || typeNames(schema).includes("array");
  const own = isList ? items : schema;
  // Gemini writes the names of types in capitals.
  const types = typeNames(own);
  const isChoice = Array.isArray(ownMember(own, "enum"));
  return {
    name,
    description: [description, ownMember(schema, "description"), ownMember(own, "description")]
      .filter((text) => typeof text === "string")
      .join(" ")
      .slice(0, 2000),
    title: textOf(ownMember(schema, "title") ?? ownMember(own, "title")),
    format: textOf(ownMember(own, "format")),
    isText: (types.includes("string") || types.length === 0) && !isChoice,
    isChoice,
    isList,
  };
}

/** The types that a schema names, in lower case. */
function typeNames(schema: unknown): readonly string[] {
  return [ownMember(schema, "type")].flat().flatMap((type) => (typeof type === "string" ? [type.toLowerCase()] : []));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
