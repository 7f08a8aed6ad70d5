/** Converts OpenTool documents to OpenRPC documents and back. */
import type { Issue, JsonSchema } from "@helve/core";
import { ownMember, quote, withoutUndefined } from "@helve/core/internal";
import type { Info, OpenTool, OpenToolFunction, Server } from "../document.ts";
import { parametersSchema } from "../parameters-schema.ts";
import { wireNames } from "../wire-names.ts";
import {
  componentsField,
  descriptionField,
  fromComponentRefs,
  infoAndServers,
  readComponents,
  readInfo,
  readServer,
  toComponentRefs,
  withNamedDefinitions,
} from "./api-document.ts";
import { conversionLosses } from "./conversion-losses.ts";
import { createDocument, type ForeignTool, type FromTools } from "./foreign-document.ts";
import {
  addIssue,
  addLoss,
  createReader,
  type ForeignReader,
  type Path,
  readList,
  readObject,
  readOptionalString,
  readString,
  reportUnknownFields,
} from "./foreign-reader.ts";
import { assertValidFunctions } from "./tool-source.ts";

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
  /** Has the type `"null"` if the function returns nothing. */
  readonly result?: { readonly name: string; readonly description?: string; readonly schema: JsonSchema };
}

/**
 * Converts a document to OpenRPC, with a method for each function (OpenRPC 1.3.2).
 *
 * @returns the OpenRPC document, and a loss for everything that it can't represent
 * @throws InvalidSchemaError if a schema is invalid
 * @throws WireNameError if a name is not allowed on the wire, or two names become the same
 *
 * @example
 * const { openRpc, losses } = toOpenRpc(document);
 */
export function toOpenRpc(document: OpenTool): { readonly openRpc: OpenRpc; readonly losses: readonly Issue[] } {
  assertValidFunctions(document);
  const { functions, schemas = {} } = document;
  const names = wireNames(functions.map(({ name }) => name));
  const definitions = new Map<string, JsonSchema | boolean>();
  const openRpc = {
    openrpc: "1.3.2",
    ...infoAndServers(document),
    methods: functions.map((fn) => toMethod({ ...fn, name: names.toWire(fn.name) ?? fn.name }, schemas, definitions)),
    ...componentsField(schemas, definitions),
  };
  return { openRpc, losses: conversionLosses(document, fromOpenRpc(openRpc).document, "OpenRPC documents") };
}

/** Converts one function to an OpenRPC method. */
function toMethod(
  fn: OpenToolFunction,
  schemas: NonNullable<OpenTool["schemas"]>,
  definitions: Map<string, JsonSchema | boolean>,
): OpenRpcMethod {
  const toRefs = (schema: JsonSchema): JsonSchema =>
    toComponentRefs(withNamedDefinitions(schema, fn.name, schemas, definitions));
  const { properties } = toRefs(parametersSchema(fn, schemas));
  const result =
    fn.return &&
    parametersSchema(
      { name: fn.name, description: fn.description, parameters: [{ ...fn.return, required: true }] },
      schemas,
    );
  return {
    name: fn.name,
    description: fn.description,
    paramStructure: "by-name",
    params: fn.parameters.map(({ name, required }) => {
      const { description, ...schema } = Object(ownMember(properties, name));
      return { name, ...descriptionField(description), required, schema };
    }),
    ...withoutUndefined({
      result:
        fn.return === null
          ? { name: "result", schema: { type: "null" as const } }
          : fn.return && result
            ? toResult(fn.return.name, toRefs(result))
            : undefined,
    }),
  };
}

/**
 * Converts a return to the `result` of a method.
 *
 * @param root - an arguments schema whose property `name` is the return's schema
 */
function toResult(name: string, root: JsonSchema): NonNullable<OpenRpcMethod["result"]> {
  const { description, ...schema } = Object(ownMember(root.properties, name));
  return { name, ...descriptionField(description), schema };
}

/**
 * Converts an OpenRPC document to OpenTool. Only the first server is kept.
 *
 * @param input - the parsed OpenRPC document
 * @throws OpenToolError with every issue
 */
export function fromOpenRpc(input: unknown): FromTools {
  const reader = createReader();
  const root = readObject(input, [], reader);
  reportUnknownFields(root, ["openrpc", "info", "servers", "methods", "components"], [], reader);
  readString(root, "openrpc", [], reader);
  const info = readInfo(root["info"], reader);
  const server = readServer(root["servers"], reader);
  const $defs = readComponents(root["components"], reader);
  const tools = readList(root["methods"], ["methods"], reader).map((method, index) =>
    readMethod(method, ["methods", index], $defs, reader),
  );
  return createDocument(tools, info, reader, { $defs, server });
}

/** Reads one OpenRPC method as a tool, and records its issues and losses. */
function readMethod(
  value: unknown,
  path: Path,
  $defs: ForeignTool["parameters"]["$defs"],
  reader: ForeignReader,
): ForeignTool {
  const method = readObject(value, path, reader);
  reportUnknownFields(method, ["name", "description", "paramStructure", "params", "result"], path, reader);
  if (method["paramStructure"] === "by-position") {
    addLoss("paramStructure", "parameters by position", [...path, "paramStructure"], path, reader);
  }
  const params = readList(method["params"], [...path, "params"], reader).map((param, index) => {
    const paramPath = [...path, "params", index];
    reportUnknownFields(
      readObject(param, paramPath, reader),
      ["name", "description", "required", "schema"],
      paramPath,
      reader,
    );
    return { ...readDescriptor(param, paramPath, reader), isRequired: ownMember(param, "required") === true };
  });
  const names = params.map(({ name }) => name);
  for (const [index, name] of names.entries()) {
    const namePath = [...path, "params", index, "name"];
    if (names.indexOf(name) < index) addIssue("duplicate", `repeats ${quote(name)}`, namePath, reader);
  }
  const result = method["result"] === undefined ? undefined : readResult(method["result"], [...path, "result"], reader);
  return withoutUndefined({
    name: readString(method, "name", path, reader),
    description: readOptionalString(method, "description", path, reader) ?? "",
    parameters: withoutUndefined({
      type: "object",
      properties: Object.fromEntries(
        params.map(({ name, description, schema }) => [name, { ...schema, ...descriptionField(description) }] as const),
      ),
      required: params.filter(({ isRequired }) => isRequired).map(({ name }) => name),
      $defs,
    }),
    returns: result ? { ...result, schema: { ...result.schema, ...withoutUndefined({ $defs }) } } : undefined,
    paths: {
      tool: path,
      name: [...path, "name"],
      parameters: [...path, "params"],
      returns: [...path, "result", "schema"],
      definitions: ["components", "schemas"],
    },
    parameterOrder: names,
  });
}

interface ContentDescriptor {
  readonly name: string;
  readonly description?: string;
  readonly schema: JsonSchema;
}

/** Reads the `result` of a method, and reports its unknown fields. */
function readResult(value: unknown, path: Path, reader: ForeignReader): ContentDescriptor {
  reportUnknownFields(readObject(value, path, reader), ["name", "description", "schema"], path, reader);
  return readDescriptor(value, path, reader);
}

/** Reads the name, description and schema of a parameter or result. */
function readDescriptor(value: unknown, path: Path, reader: ForeignReader): ContentDescriptor {
  const description = readOptionalString(value, "description", path, reader);
  const schema = fromComponentRefs(readObject(ownMember(value, "schema"), [...path, "schema"], reader));
  const ownDescription = ownMember(schema, "description");
  if (description !== undefined && ownDescription !== undefined && ownDescription !== description) {
    addLoss("description", "this description", [...path, "schema", "description"], [...path, "schema"], reader);
  }
  return { name: readString(value, "name", path, reader), ...descriptionField(description), schema };
}
