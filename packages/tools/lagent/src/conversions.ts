/** Converts OpenTool documents to Lagent's descriptions of tools and toolkits and back. */
import type { Issue, JsonSchema } from "@helve/core";
import { ownMember, quote, withoutUndefined } from "@helve/core/internal";
import {
  type FromTools,
  type FromToolsOptions,
  type FunctionSource,
  type OpenTool,
  type OpenToolFunction,
  type Schema,
  type SchemaType,
  wireNames,
} from "@helve/opentool";
import {
  addIssue,
  addLoss,
  conversionLosses,
  createDocument,
  createReader,
  defaultInfo,
  type ForeignReader,
  type ForeignTool,
  type Path,
  readList,
  readObject,
  readOptionalString,
  readString,
  reportUnknownFields,
  schemaShape,
  valueList,
  valueText,
} from "@helve/opentool/internal";

/** The names of Lagent's types. `NUMBER` is an integer, `FLOAT` any number; an `Array` has no item type. */
export type LagentType = "STRING" | "NUMBER" | "FLOAT" | "BOOLEAN" | "Array";

/** Lagent's description of a tool. */
export interface LagentTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly { readonly name: string; readonly type: LagentType; readonly description: string }[];
  readonly required: readonly string[];
  readonly return_data?: readonly {
    readonly name?: string;
    readonly description: string;
    readonly type?: LagentType;
  }[];
}

/** Lagent's description of a toolkit. */
export interface LagentToolkit {
  readonly name: string;
  readonly description: string;
  readonly api_list: readonly LagentTool[];
}

/** Options of `toLagentTools`. */
export interface LagentOptions {
  /** Whether to return one toolkit with all functions, named by the document's title. Default: `false`. */
  readonly toolkit?: boolean;
}

/**
 * Converts the functions of a document to Lagent's descriptions of tools (Lagent 0.2.4 §tool_api), with the keys in
 * Lagent's order.
 *
 * An object has no type in Lagent: it becomes a `STRING`, which is a loss.
 *
 * @returns the descriptions in the document's order, and a loss for everything that they can't represent
 * @throws WireNameError if a name is not allowed on the wire, or two names become the same
 *
 * @example
 * const { tools, losses } = toLagentTools(document, { toolkit: true });
 */
export function toLagentTools(
  document: OpenTool,
  options: LagentOptions = {},
): { readonly tools: readonly (LagentTool | LagentToolkit)[]; readonly losses: readonly Issue[] } {
  const { info, functions, schemas } = document;
  const names = wireNames(functions.map(({ name }) => name));
  const members = functions.map((fn) => toLagentTool({ ...fn, name: names.toWire(fn.name) ?? fn.name }, schemas));
  const toolkit = { name: info.title, description: info.description ?? "", api_list: members };
  const tools = options.toolkit === true ? [toolkit] : members;
  return { tools, losses: conversionLosses(document, fromLagentTools(tools).document, "Lagent tools") };
}

const lagentTypes: ReadonlyMap<unknown, LagentType> = new Map<SchemaType, LagentType>([
  ["boolean", "BOOLEAN"],
  ["integer", "NUMBER"],
  ["number", "FLOAT"],
  ["array", "Array"],
]);

/** Converts one function to Lagent's description of a tool. */
function toLagentTool(fn: OpenToolFunction, schemas: OpenTool["schemas"] = {}): LagentTool {
  const parameters = fn.parameters.map(({ name, description, schema }) => {
    const texts = [description, schema.description].filter((text) => text !== undefined);
    return { name, type: toLagentType(schema, schemas), description: [...new Set(texts)].join("\n") };
  });
  const { return: returned } = fn;
  return withoutUndefined({
    name: fn.name,
    description: fn.description,
    parameters,
    required: fn.parameters.filter(({ required }) => required).map(({ name }) => name),
    return_data: returned
      ? [
          {
            name: returned.name,
            description: returned.description ?? "",
            type: toLagentType(returned.schema, schemas),
          },
        ]
      : undefined,
  });
}

/** Follows a schema's references and returns Lagent's type for it; `STRING` if Lagent has no such type. */
function toLagentType(schema: Schema, schemas: NonNullable<OpenTool["schemas"]>): LagentType {
  const shape = schemaShape(schema, schemas);
  return lagentTypes.get(shape.isUnresolved ? undefined : shape.type) ?? "STRING";
}

/** Returns the `description` of a schema or toolkit; `""` if it has none. */
function descriptionText(schema: unknown): string {
  const text = ownMember(schema, "description");
  return typeof text === "string" ? text : "";
}

/**
 * Converts Lagent's descriptions of tools and toolkits to a document.
 *
 * A single toolkit becomes the document, and its name the title. If there are several items, a toolkit's tools are
 * named `Toolkit-Tool`.
 *
 * @param tools - the list of descriptions, as parsed JSON
 * @throws OpenToolError with every issue
 */
export function fromLagentTools(tools: unknown, options: FromToolsOptions = {}): FromTools {
  const reader = createReader("tools");
  const items = readList(tools, [], reader);
  const isAlone = items.length === 1 && ownMember(items[0], "api_list") !== undefined;
  const found = items.flatMap((item, index) =>
    ownMember(item, "api_list") === undefined
      ? [readTool(item, [index], reader)]
      : readToolkit(item, index, isAlone, reader),
  );
  return createDocument(found, options.info ?? (isAlone ? infoFromToolkit(items[0]) : defaultInfo), reader);
}

/** Returns the `info` of a document that is made from a single toolkit. */
function infoFromToolkit(toolkit: unknown): {
  readonly title: string;
  readonly description?: string;
  readonly version: string;
} {
  const description = descriptionText(toolkit);
  const title = String(ownMember(toolkit, "name"));
  return withoutUndefined({
    title,
    description: description === "" ? undefined : description,
    version: defaultInfo.version,
  });
}

/** Reads the tools of one toolkit. Their names get the toolkit's name as a prefix, unless it is the only item. */
function readToolkit(value: unknown, index: number, isAlone: boolean, reader: ForeignReader): readonly ForeignTool[] {
  const name = readString(value, "name", [index], reader);
  const description = readOptionalString(value, "description", [index], reader) ?? "";
  if (!isAlone && description !== "") {
    addLoss("description", "the description of a toolkit", [index, "description"], [index], reader);
  }
  reportUnknownFields(value, ["name", "description", "api_list"], [index], reader);
  const path = [index, "api_list"];
  const members = readList(ownMember(value, "api_list"), path, reader).map((item, toolIndex) =>
    readTool(item, [...path, toolIndex], reader),
  );
  return isAlone ? members : members.map((tool) => ({ ...tool, name: `${name}.${tool.name}` }));
}

/** Reads one description of a tool, and records its issues and losses. */
function readTool(value: unknown, path: Path, reader: ForeignReader): ForeignTool {
  const tool = readObject(value, path, reader);
  reportUnknownFields(tool, ["name", "description", "parameters", "required", "return_data"], path, reader);
  const parametersPath = [...path, "parameters"];
  const parameters = readList(tool["parameters"], parametersPath, reader).map((item, index) =>
    readParameter(item, [...parametersPath, index], reader),
  );
  const names = parameters.map(([name]) => name);
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) < index)
      addIssue("duplicate", `repeats ${quote(name)}`, [...parametersPath, index, "name"], reader);
  }
  const required = tool["required"] === undefined ? [] : readList(tool["required"], [...path, "required"], reader);
  for (const [index, name] of required.entries()) {
    if (typeof name === "string" && names.includes(name)) continue;
    addIssue(
      "required",
      `must be the name of a parameter (got ${valueText(name)})`,
      [...path, "required", index],
      reader,
    );
  }
  return {
    name: readString(tool, "name", path, reader),
    description: readOptionalString(tool, "description", path, reader) ?? "",
    parameters: { type: "object", properties: Object.fromEntries(parameters), required: required.map(String) },
    ...readReturn(tool["return_data"], [...path, "return_data"], reader),
    paths: { tool: path, name: [...path, "name"], parameters: parametersPath },
    parameterOrder: names,
  };
}

/**
 * Reads one parameter.
 *
 * @returns its name and its JSON Schema
 */
function readParameter(value: unknown, path: Path, reader: ForeignReader): readonly [string, JsonSchema] {
  readObject(value, path, reader);
  reportUnknownFields(value, ["name", "type", "description"], path, reader);
  const schema = readType(ownMember(value, "type"), path, reader);
  const description = readOptionalString(value, "description", path, reader) ?? "";
  return [readString(value, "name", path, reader), { ...schema, ...(description !== "" && { description }) }];
}

/** Converts the name of a Lagent type to JSON Schema, and reports an unknown name. */
function readType(type: unknown, path: Path, reader: ForeignReader): JsonSchema {
  if (type === "STRING") return { type: "string" };
  const schemaType = [...lagentTypes].find(([, name]) => name === type)?.[0];
  if (schemaType === "boolean" || schemaType === "integer" || schemaType === "number") return { type: schemaType };
  if (schemaType === "array") {
    addLoss("items", "a list of any values", path, path, reader);
    return { type: "array", items: { type: "object", properties: {} } };
  }
  addIssue(
    "enum",
    `must be one of ${valueList(["STRING", ...lagentTypes.values()])} (got ${valueText(type)})`,
    [...path, "type"],
    reader,
  );
  return { type: "string" };
}

/** Reads `return_data`: one result is the return itself; several results become the properties of an object. */
function readReturn(value: unknown, path: Path, reader: ForeignReader): Pick<ForeignTool, "returns"> {
  if (value === undefined) return {};
  const items = readList(value, path, reader).map((item, index) => readResult(item, [...path, index], reader));
  const [first, ...others] = items;
  if (first === undefined) return {};
  if (others.length === 0) return { returns: first };
  const members = items.map(
    ({ name, description, schema }) =>
      [name, withoutUndefined({ ...schema, description: description ?? schema.description })] as const,
  );
  const names = members.map(([name]) => name);
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) < index) addIssue("duplicate", `repeats ${quote(name)}`, [...path, index, "name"], reader);
  }
  return { returns: { schema: { type: "object", properties: Object.fromEntries(members), required: names } } };
}

/** Reads one item of `return_data`. */
function readResult(
  value: unknown,
  path: Path,
  reader: ForeignReader,
): NonNullable<FunctionSource["returns"]> & { readonly name: string } {
  readObject(value, path, reader);
  reportUnknownFields(value, ["name", "type", "description"], path, reader);
  const type = ownMember(value, "type");
  const description = readOptionalString(value, "description", path, reader) ?? "";
  return withoutUndefined({
    name: readOptionalString(value, "name", path, reader) ?? "result",
    description: description === "" ? undefined : description,
    schema: readType(type === undefined ? "STRING" : type, path, reader),
  });
}
