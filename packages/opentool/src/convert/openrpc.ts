import type { Issue, JsonSchema } from "@helve/core";
import { quote } from "@helve/core/internal";
import type { Info, OpenTool, OpenToolFunction, Server } from "../document.ts";
import { member } from "../json-path.ts";
import { parametersSchema } from "../parameters-schema.ts";
import { wireNames } from "../wire-names.ts";
import {
  componentsOf,
  described,
  fromComponentRefs,
  headOf,
  readComponents,
  readInfo,
  readServer,
  toComponentRefs,
} from "./api-document.ts";
import { lostBetween } from "./conversion-losses.ts";
import { documentOf, type ForeignTool, type FromTools } from "./foreign-document.ts";
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

/** A document of OpenRPC. */
export interface OpenRpc {
  readonly openrpc: string;
  readonly info: Info;
  readonly servers?: readonly Server[];
  readonly methods: readonly OpenRpcMethod[];
  readonly components?: { readonly schemas: Readonly<Record<string, JsonSchema | boolean>> };
}

/** One method of an OpenRPC document. */
export interface OpenRpcMethod {
  readonly name: string;
  readonly description: string;
  readonly paramStructure: "by-name";
  readonly params: readonly {
    readonly name: string;
    readonly description?: string;
    readonly required: boolean;
    readonly schema: JsonSchema;
  }[];
  /** Of type `"null"` where nothing is returned. */
  readonly result?: { readonly name: string; readonly description?: string; readonly schema: JsonSchema };
}

/**
 * A document as one of OpenRPC, with a method for each function (OpenRPC 1.3.2).
 *
 * @returns the other document, and everything in the first that it can't say
 * @throws WireNameError for names that can't go on the wire, or would be one there
 *
 * @example
 * const { openRpc, losses } = toOpenRpc(document);
 */
export function toOpenRpc(document: OpenTool): { readonly openRpc: OpenRpc; readonly losses: readonly Issue[] } {
  const { functions, schemas = {} } = document;
  const names = wireNames(functions.map(({ name }) => name));
  const components = componentsOf(schemas);
  const openRpc = {
    openrpc: "1.3.2",
    ...headOf(document),
    methods: functions.map((fn) => methodOf({ ...fn, name: names.toWire(fn.name) ?? fn.name }, schemas)),
    ...(components && { components: { schemas: components } }),
  };
  return { openRpc, losses: lostBetween(document, fromOpenRpc(openRpc).document, "OpenRPC documents") };
}

function methodOf(fn: OpenToolFunction, schemas: OpenTool["schemas"]): OpenRpcMethod {
  const { properties } = toComponentRefs(parametersSchema(fn, schemas));
  const result = fn.return && parametersSchema({ ...fn, parameters: [{ ...fn.return, required: true }] }, schemas);
  return {
    name: fn.name,
    description: fn.description,
    paramStructure: "by-name",
    params: fn.parameters.map(({ name, required }) => {
      const { description, ...schema } = Object(member(properties, name));
      return { name, ...described(description), required, schema };
    }),
    ...(fn.return === null && { result: { name: "result", schema: { type: "null" } } }),
    ...(fn.return && result && { result: resultOf(fn.return.name, toComponentRefs(result)) }),
  };
}

function resultOf(name: string, root: JsonSchema): NonNullable<OpenRpcMethod["result"]> {
  const { description, ...schema } = Object(member(root.properties, name));
  return { name, ...described(description), schema };
}

/**
 * A document of one of OpenRPC. Of several servers it names the first.
 *
 * @param input - the other document, parsed already
 * @throws OpenToolError naming everything that is wrong
 */
export function fromOpenRpc(input: unknown): FromTools {
  const into = reading();
  const root = objectAt(input, [], into);
  loseOthers(root, ["openrpc", "info", "servers", "methods", "components"], [], into);
  textAt(root, "openrpc", [], into);
  const info = readInfo(root["info"], into);
  const server = readServer(root["servers"], into);
  const $defs = readComponents(root["components"], into);
  const tools = itemsAt(root["methods"], ["methods"], into).map((method, index) =>
    readMethod(method, ["methods", index], $defs, into),
  );
  return documentOf(tools, info, into, { $defs, server });
}

function readMethod(value: unknown, path: Path, $defs: ForeignTool["parameters"]["$defs"], into: Reading): ForeignTool {
  const method = objectAt(value, path, into);
  loseOthers(method, ["name", "description", "paramStructure", "params", "result"], path, into);
  if (method["paramStructure"] === "by-position") {
    lose("paramStructure", "parameters by position", [...path, "paramStructure"], path, into);
  }
  const params = itemsAt(method["params"], [...path, "params"], into).map((param, index) => {
    const at = [...path, "params", index];
    loseOthers(objectAt(param, at, into), ["name", "description", "required", "schema"], at, into);
    return { ...readDescriptor(param, at, into), isRequired: member(param, "required") === true };
  });
  const names = params.map(({ name }) => name);
  for (const [index, name] of names.entries()) {
    const at = [...path, "params", index, "name"];
    if (names.indexOf(name) < index) report("duplicate", `repeats ${quote(name)}`, at, into);
  }
  const result = method["result"] === undefined ? undefined : readResult(method["result"], [...path, "result"], into);
  return {
    name: textAt(method, "name", path, into),
    description: optionalTextAt(method, "description", path, into) ?? "",
    parameters: {
      type: "object",
      properties: Object.fromEntries(
        params.map(({ name, description, schema }) => [name, { ...schema, ...described(description) }] as const),
      ),
      required: params.filter(({ isRequired }) => isRequired).map(({ name }) => name),
      ...($defs && { $defs }),
    },
    ...(result && { returns: { ...result, schema: { ...result.schema, ...($defs && { $defs }) } } }),
    at: {
      name: [...path, "name"],
      parameters: [...path, "params"],
      returns: [...path, "result", "schema"],
      definitions: ["components", "schemas"],
    },
    list: names,
  };
}

interface Descriptor {
  readonly name: string;
  readonly description?: string;
  readonly schema: JsonSchema;
}

function readResult(value: unknown, path: Path, into: Reading): Descriptor {
  loseOthers(objectAt(value, path, into), ["name", "description", "schema"], path, into);
  return readDescriptor(value, path, into);
}

function readDescriptor(value: unknown, path: Path, into: Reading): Descriptor {
  const description = optionalTextAt(value, "description", path, into);
  const schema = fromComponentRefs(objectAt(member(value, "schema"), [...path, "schema"], into));
  const own = member(schema, "description");
  if (description !== undefined && own !== undefined && own !== description) {
    lose("description", "this description", [...path, "schema", "description"], [...path, "schema"], into);
  }
  return { name: textAt(value, "name", path, into), ...described(description), schema };
}
