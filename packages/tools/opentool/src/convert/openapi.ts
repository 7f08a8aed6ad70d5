/** Converts OpenTool documents to OpenAPI documents and back. */
import type { Issue, JsonSchema } from "@helve/core";
import { ownMember, quote } from "@helve/core/internal";
import type { Info, OpenTool, OpenToolFunction, Server } from "../document.ts";
import { parametersSchema } from "../parameters-schema.ts";
import { wireNames } from "../wire-names.ts";
import {
  componentsField,
  infoAndServers,
  readInfo,
  readServer,
  toComponentRefs,
  withNamedDefinitions,
} from "./api-document.ts";
import { conversionLosses } from "./conversion-losses.ts";
import { createDocument, type FromTools } from "./foreign-document.ts";
import { addIssue, createReader, readObject, readString, reportUnknownFields } from "./foreign-reader.ts";
import { freeName, legalName } from "./function-names.ts";
import { directedDefinitions } from "./openapi/direction.ts";
import { readOperation } from "./openapi/read-operation.ts";
import { readSource, resolved } from "./openapi/read-schema.ts";
import { assertValidFunctions } from "./tool-source.ts";

/** A document of OpenAPI 3.1. */
export interface OpenApi {
  readonly openapi: string;
  readonly info: Info;
  readonly servers?: readonly Server[];
  readonly paths: Readonly<Record<string, { readonly post: OpenApiOperation }>>;
  readonly components?: { readonly schemas: Readonly<Record<string, JsonSchema | boolean>> };
}

/** The operation of one function: a POST with the arguments as a JSON object. */
export interface OpenApiOperation {
  readonly operationId: string;
  readonly description: string;
  readonly requestBody: { readonly required: true; readonly content: JsonContent };
  /** `"200"`, or `"204"` if the function returns nothing. */
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: JsonContent }>>;
}

interface JsonContent {
  readonly "application/json": { readonly schema: JsonSchema };
}

/**
 * Converts a document to OpenAPI, with a path and a POST operation for each function (OpenAPI 3.1.0).
 *
 * @returns the OpenAPI document, and a loss for everything that it can't represent
 * @throws InvalidSchemaError if a schema is invalid
 * @throws WireNameError if a name is not allowed on the wire, or two names become the same
 *
 * @example
 * const { openApi, losses } = toOpenApi(document);
 */
export function toOpenApi(document: OpenTool): { readonly openApi: OpenApi; readonly losses: readonly Issue[] } {
  assertValidFunctions(document);
  const { functions, schemas = {} } = document;
  const names = wireNames(functions.map(({ name }) => name));
  const definitions = new Map<string, JsonSchema | boolean>();
  const paths = functions.map((fn) => {
    const name = names.toWire(fn.name) ?? fn.name;
    return [`/${name}`, { post: toOperation({ ...fn, name }, schemas, definitions) }] as const;
  });
  const openApi = {
    openapi: "3.1.0",
    ...infoAndServers(document),
    paths: Object.fromEntries(paths),
    ...componentsField(schemas, definitions),
  };
  return { openApi, losses: conversionLosses(document, fromOpenApi(openApi).document, "OpenAPI documents") };
}

/** Converts one function to a POST operation. */
function toOperation(
  fn: OpenToolFunction,
  schemas: NonNullable<OpenTool["schemas"]>,
  definitions: Map<string, JsonSchema | boolean>,
): OpenApiOperation {
  const { $defs: _, ...body } = toComponentRefs(
    withNamedDefinitions(parametersSchema(fn, schemas), fn.name, schemas, definitions),
  );
  return {
    operationId: fn.name,
    description: fn.description,
    requestBody: { required: true, content: { "application/json": { schema: body } } },
    responses: toResponses(fn, schemas, definitions),
  };
}

/** Converts a function's return to the responses of its operation. */
function toResponses(
  fn: OpenToolFunction,
  schemas: NonNullable<OpenTool["schemas"]>,
  definitions: Map<string, JsonSchema | boolean>,
): OpenApiOperation["responses"] {
  if (fn.return === null) return { "204": { description: "" } };
  if (fn.return === undefined) return { "200": { description: "" } };
  const { schema, description = "" } = fn.return;
  const parameters = [{ name: "result", schema, required: true }];
  const whole = parametersSchema({ name: fn.name, description: fn.description, parameters }, schemas);
  const root = toComponentRefs(withNamedDefinitions(whole, `${fn.name}_result`, schemas, definitions));
  const result: JsonSchema = { ...Object(ownMember(root.properties, "result")) };
  return { "200": { description, content: { "application/json": { schema: result } } } };
}

/**
 * Converts an OpenAPI document of version 3 to OpenTool: one function per operation, for every HTTP method.
 *
 * Parameters in the path, query, headers and cookies become parameters of the function, and so do the members of a JSON or
 * form body that is a plain object; any other body is one parameter, `body`. The function's field `x-http` says how to
 * call it again: `httpRequest` builds the request. A function is named by `operationId`, or by the method and path; other
 * characters than `a-z`, `A-Z`, `0-9`, `-` and `_` are replaced. It returns the JSON of the first response of success.
 *
 * References to other documents are not followed: an operation that needs them is left out, and reported in `issues`. Of
 * several servers the first is used.
 *
 * @param input - the parsed OpenAPI document
 * @throws OpenToolError with every issue if the document itself is invalid, or no operation is valid
 *
 * @example
 * const { document, issues } = fromOpenApi(JSON.parse(await readFile("petstore.json", "utf8")));
 */
export function fromOpenApi(input: unknown): FromTools {
  const reader = createReader();
  const root = readObject(input, [], reader);
  reportUnknownFields(root, ["openapi", "info", "servers", "paths", "components"], [], reader);
  const version = readString(root, "openapi", [], reader);
  if (version !== "" && !version.startsWith("3."))
    addIssue("version", `must be 3.x (got ${quote(version)})`, ["openapi"], reader);
  const info = readInfo(root["info"], reader);
  const server = readServer(root["servers"], reader);
  const source = readSource(root);
  const paths = Object.entries(readObject(root["paths"] ?? {}, ["paths"], reader));
  const names = new Set<string>();
  const tools = paths.flatMap(([template, value]) => {
    const item = resolved(value, source) ?? readObject(value, ["paths", template], reader);
    reportUnknownFields(item, pathItemFields, ["paths", template], reader);
    return methods.flatMap((method) => {
      if (item[method] === undefined) return [];
      const operation = readObject(item[method], ["paths", template, method], reader);
      const name = operationName(operation["operationId"], method, template, names);
      return [readOperation({ operation, item, template, method, name }, source, reader)];
    });
  });
  const $defs = Object.fromEntries(directedDefinitions("response", source));
  return createDocument(tools, info, reader, { $defs, otherForms: [directedDefinitions("request", source)], server });
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
const pathItemFields = [...methods, "parameters", "servers", "summary", "description", "$ref"];

/** Creates the name of a function from its operation's id, or its method and path. */
function operationName(operationId: unknown, method: string, template: string, taken: Set<string>): string {
  const text =
    typeof operationId === "string" && operationId !== "" ? operationId : `${method}_${template.replace(/^\//, "")}`;
  return freeName(legalName(text), taken);
}
