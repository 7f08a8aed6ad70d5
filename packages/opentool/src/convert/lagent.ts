import type { Issue, JsonSchema } from "@helve/core";
import { quote } from "@helve/core/internal";
import type { OpenTool, OpenToolFunction, SchemaType } from "../document.ts";
import { member } from "../json-path.ts";
import { parametersSchema, returnSchema } from "../parameters-schema.ts";
import { referenced } from "../schema-references.ts";
import type { FunctionSource } from "../to-open-tool-function.ts";
import { listed, shown } from "../value-text.ts";
import { wireNames } from "../wire-names.ts";
import { lostBetween } from "./conversion-losses.ts";
import { documentOf, type ForeignTool, type FromTools, type FromToolsOptions, usualInfo } from "./foreign-document.ts";
import {
  itemsAt,
  lose,
  loseOthers,
  objectAt,
  optionalTextAt,
  type Path,
  type Reading,
  reading,
  report,
  textAt,
} from "./foreign-input.ts";

/** The names of Lagent's types. `NUMBER` is an integer, `FLOAT` any number; an `Array` does not say of what. */
export type LagentType = "STRING" | "NUMBER" | "FLOAT" | "BOOLEAN" | "Array";

/** The description of one of Lagent's tools. */
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

/** The description of one of Lagent's toolkits. */
export interface LagentToolkit {
  readonly name: string;
  readonly description: string;
  readonly api_list: readonly LagentTool[];
}

/** How Lagent's descriptions are written. */
export interface LagentOptions {
  /** One toolkit of all the functions, with the document's title for a name. `false` when not given. */
  readonly toolkit?: boolean;
}

/**
 * The functions of a document as Lagent describes tools (Lagent 0.2.4 §tool_api), with the keys in Lagent's order.
 *
 * An object has no type in Lagent: it becomes a `STRING`, which is a loss.
 *
 * @returns the descriptions, in the document's order, and everything in the document that they can't say
 * @throws WireNameError for names that can't go on the wire, or would be one there
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
  const members = functions.map((fn) => lagentTool({ ...fn, name: names.toWire(fn.name) ?? fn.name }, schemas));
  const toolkit = { name: info.title, description: info.description ?? "", api_list: members };
  const tools = options.toolkit === true ? [toolkit] : members;
  return { tools, losses: lostBetween(document, fromLagentTools(tools).document, "Lagent tools") };
}

const types: ReadonlyMap<unknown, LagentType> = new Map<SchemaType, LagentType>([
  ["boolean", "BOOLEAN"],
  ["integer", "NUMBER"],
  ["number", "FLOAT"],
  ["array", "Array"],
]);

function lagentTool(fn: OpenToolFunction, schemas: OpenTool["schemas"]): LagentTool {
  const root = parametersSchema(fn, schemas);
  const parameters = fn.parameters.map(({ name }) => {
    const schema = member(root.properties, name);
    return { name, type: lagentType(schema, root), description: textOf(schema) };
  });
  const { return: returned } = fn;
  return {
    name: fn.name,
    description: fn.description,
    parameters,
    required: fn.parameters.filter(({ required }) => required).map(({ name }) => name),
    ...(returned && {
      return_data: [
        {
          name: returned.name,
          description: returned.description ?? "",
          type: lagentType(returnSchema(returned, schemas), {}),
        },
      ],
    }),
  };
}

function lagentType(schema: unknown, root: JsonSchema): LagentType {
  let target = schema;
  const passed = new Set<unknown>();
  for (let ref = member(target, "$ref"); typeof ref === "string" && !passed.has(ref); ref = member(target, "$ref")) {
    passed.add(ref);
    target = referenced(ref, root);
  }
  return types.get(member(target, "type")) ?? "STRING";
}

function textOf(schema: unknown): string {
  const text = member(schema, "description");
  return typeof text === "string" ? text : "";
}

/**
 * A document of Lagent's descriptions of tools and toolkits.
 *
 * A toolkit that stands alone becomes the document: its name is the title. Beside others, its members are called
 * `Toolkit-Tool`.
 *
 * @param tools - the list of descriptions, parsed already
 * @throws OpenToolError naming everything that is wrong
 */
export function fromLagentTools(tools: unknown, options: FromToolsOptions = {}): FromTools {
  const into = reading("tools");
  const items = itemsAt(tools, [], into);
  const isAlone = items.length === 1 && member(items[0], "api_list") !== undefined;
  const found = items.flatMap((item, index) =>
    member(item, "api_list") === undefined ? [readTool(item, [index], into)] : readToolkit(item, index, isAlone, into),
  );
  return documentOf(found, options.info ?? (isAlone ? infoOf(items[0]) : usualInfo), into);
}

function infoOf(toolkit: unknown): { readonly title: string; readonly description?: string; readonly version: string } {
  const description = textOf(toolkit);
  const title = String(member(toolkit, "name"));
  return { title, ...(description !== "" && { description }), version: usualInfo.version };
}

function readToolkit(value: unknown, index: number, isAlone: boolean, into: Reading): readonly ForeignTool[] {
  const name = textAt(value, "name", [index], into);
  const description = optionalTextAt(value, "description", [index], into) ?? "";
  if (!isAlone && description !== "") {
    lose("description", "the description of a toolkit", [index, "description"], [index], into);
  }
  loseOthers(value, ["name", "description", "api_list"], [index], into);
  const path = [index, "api_list"];
  const members = itemsAt(member(value, "api_list"), path, into).map((item, at) => readTool(item, [...path, at], into));
  return isAlone ? members : members.map((tool) => ({ ...tool, name: `${name}.${tool.name}` }));
}

function readTool(value: unknown, path: Path, into: Reading): ForeignTool {
  const tool = objectAt(value, path, into);
  loseOthers(tool, ["name", "description", "parameters", "required", "return_data"], path, into);
  const at = [...path, "parameters"];
  const parameters = itemsAt(tool["parameters"], at, into).map((item, index) =>
    readParameter(item, [...at, index], into),
  );
  const names = parameters.map(([name]) => name);
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) < index) report("duplicate", `repeats ${quote(name)}`, [...at, index, "name"], into);
  }
  const required = tool["required"] === undefined ? [] : itemsAt(tool["required"], [...path, "required"], into);
  for (const [index, name] of required.entries()) {
    if (typeof name === "string" && names.includes(name)) continue;
    report("required", `must be the name of a parameter (got ${shown(name)})`, [...path, "required", index], into);
  }
  return {
    name: textAt(tool, "name", path, into),
    description: optionalTextAt(tool, "description", path, into) ?? "",
    parameters: { type: "object", properties: Object.fromEntries(parameters), required: required.map(String) },
    ...readReturn(tool["return_data"], [...path, "return_data"], into),
    at: { name: [...path, "name"], parameters: at },
    list: names,
  };
}

function readParameter(value: unknown, path: Path, into: Reading): readonly [string, JsonSchema] {
  objectAt(value, path, into);
  loseOthers(value, ["name", "type", "description"], path, into);
  const schema = schemaOf(member(value, "type"), path, into);
  const description = optionalTextAt(value, "description", path, into) ?? "";
  return [textAt(value, "name", path, into), { ...schema, ...(description !== "" && { description }) }];
}

function schemaOf(type: unknown, path: Path, into: Reading): JsonSchema {
  if (type === "STRING") return { type: "string" };
  const own = [...types].find(([, name]) => name === type)?.[0];
  if (own === "boolean" || own === "integer" || own === "number") return { type: own };
  if (own === "array") {
    lose("items", "a list of any values", path, path, into);
    return { type: "array", items: { type: "object", properties: {} } };
  }
  report(
    "enum",
    `must be one of ${listed(["STRING", ...types.values()])} (got ${shown(type)})`,
    [...path, "type"],
    into,
  );
  return { type: "string" };
}

/** One thing that is returned, or the members of an object. */
function readReturn(value: unknown, path: Path, into: Reading): Pick<ForeignTool, "returns"> {
  if (value === undefined) return {};
  const items = itemsAt(value, path, into).map((item, index) => readResult(item, [...path, index], into));
  const [first, ...others] = items;
  if (first === undefined) return {};
  if (others.length === 0) return { returns: first };
  const members = items.map(
    ({ name, description, schema }) =>
      [name, { ...schema, ...(description !== undefined && { description }) }] as const,
  );
  const names = members.map(([name]) => name);
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) < index) report("duplicate", `repeats ${quote(name)}`, [...path, index, "name"], into);
  }
  return { returns: { schema: { type: "object", properties: Object.fromEntries(members), required: names } } };
}

function readResult(
  value: unknown,
  path: Path,
  into: Reading,
): NonNullable<FunctionSource["returns"]> & { readonly name: string } {
  objectAt(value, path, into);
  loseOthers(value, ["name", "type", "description"], path, into);
  const type = member(value, "type");
  const description = optionalTextAt(value, "description", path, into) ?? "";
  return {
    name: optionalTextAt(value, "name", path, into) ?? "result",
    ...(description !== "" && { description }),
    schema: schemaOf(type === undefined ? "STRING" : type, path, into),
  };
}
