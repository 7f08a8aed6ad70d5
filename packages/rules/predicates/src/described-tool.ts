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
  /** The members of an object, or of the objects in a list. */
  readonly members: readonly DescribedArgument[];
}

/** The most arguments of a tool that are inspected, and the most members of objects in them. */
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
      const schema = ownMember(parameter, "schema");
      return [new SchemaReader(schema).argument(name, schema, { description: ownMember(parameter, "description") })];
    });
  }
  const schema =
    ["inputSchema", "input_schema", "parametersJsonSchema"].map((member) => ownMember(tool, member)).find(isObject) ??
    parameters;
  // Bedrock has the schema in the member `json`.
  const root = isObject(ownMember(schema, "properties")) ? schema : (ownMember(schema, "json") ?? schema);
  return new SchemaReader(root).members([root], 0).slice(0, maxArguments);
}

/** Reads the arguments in a schema, also those within objects, lists, alternatives and definitions. */
class SchemaReader {
  readonly #root: unknown;
  #left = maxArguments;

  constructor(root: unknown) {
    this.#root = root;
  }

  /** Describes an argument by its name, type and description. */
  argument(
    name: string,
    schema: unknown,
    { description, depth = 0 }: { readonly description?: unknown; readonly depth?: number } = {},
  ): DescribedArgument {
    const outer = this.#alternatives(schema);
    const items = outer.flatMap((each) => [ownMember(each, "items")].flat()).filter(isObject);
    const isList = items.length > 0 || outer.some((each) => typeNames(each).includes("array"));
    const own = isList ? items.flatMap((each) => this.#alternatives(each)) : outer;
    // Gemini writes the names of types in capitals.
    const types = own.flatMap(typeNames);
    const isChoice = own.some((each) => Array.isArray(ownMember(each, "enum")));
    const all = isList ? [...outer, ...own] : own;
    const texts = [description, ...all.map((each) => ownMember(each, "description"))];
    return {
      name,
      description: texts
        .filter((text) => typeof text === "string")
        .join(" ")
        .slice(0, 2000),
      title: first(all.map((each) => textOf(ownMember(each, "title")))),
      format: first(own.map((each) => textOf(ownMember(each, "format")))),
      isText: (types.includes("string") || types.length === 0) && !isChoice,
      isChoice,
      isList,
      members: depth === deepest ? [] : this.members(own, depth + 1),
    };
  }

  /** The members of objects with these schemas. */
  members(schemas: readonly unknown[], depth: number): readonly DescribedArgument[] {
    const all = new Set(schemas.flatMap((schema) => this.#alternatives(schema)));
    return [...all]
      .flatMap((schema) => {
        const properties = ownMember(schema, "properties");
        return isObject(properties) ? Object.entries(properties) : [];
      })
      .flatMap(([name, property]) =>
        depth === 0 || this.#left-- > 0 ? [this.argument(name, property, { depth })] : [],
      );
  }

  /** A schema with what it refers to and the alternatives that it has, each once. */
  #alternatives(schema: unknown): readonly unknown[] {
    const found = new Set<unknown>([schema]);
    for (const each of found) {
      if (found.size > mostAlternatives) break;
      const target = this.#target(ownMember(each, "$ref"));
      if (target !== undefined) found.add(target);
      for (const keyword of ["allOf", "anyOf", "oneOf"]) {
        const list = ownMember(each, keyword);
        if (Array.isArray(list)) for (const alternative of list) found.add(alternative);
      }
    }
    return [...found];
  }

  /** What a reference within the document points to. */
  #target(reference: unknown): unknown {
    if (typeof reference !== "string" || !reference.startsWith("#/")) return undefined;
    const keys = reference.slice(2).split("/");
    return keys
      .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"))
      .reduce<unknown>((value, key) => ownMember(value, key), this.#root);
  }
}

/** Objects within objects are read up to here. */
const deepest = 8;
const mostAlternatives = 50;

function first(texts: readonly string[]): string {
  return texts.find((text) => text !== "") ?? "";
}

/** The types that a schema names, in lower case. */
function typeNames(schema: unknown): readonly string[] {
  return [ownMember(schema, "type")].flat().flatMap((type) => (typeof type === "string" ? [type.toLowerCase()] : []));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
