// Converts OpenTool documents to OpenAPI documents and back.

import type { Issue, JsonSchema } from "@helve/core";
import { ownMember, quote } from "@helve/core/internal";
import type { Info, OpenTool, OpenToolFunction, Server } from "../document.ts";
import { parametersSchema } from "../parameters-schema.ts";
import { wireNames } from "../wire-names.ts";
import {
  componentSchemas,
  descriptionField,
  fromComponentRefs,
  infoAndServers,
  readComponents,
  readInfo,
  readServer,
  toComponentRefs,
} from "./api-document.ts";
import { conversionLosses } from "./conversion-losses.ts";
import { createDocument, type ForeignTool, type FromTools } from "./foreign-document.ts";
import {
  addLoss,
  createReader,
  type ForeignReader,
  type Path,
  readObject,
  readOptionalString,
  readString,
  reportUnknownFields,
} from "./foreign-reader.ts";

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
 * @throws WireNameError if a name is not allowed on the wire, or two names become the same
 *
 * @example
 * const { openApi, losses } = toOpenApi(document);
 */
export function toOpenApi(document: OpenTool): { readonly openApi: OpenApi; readonly losses: readonly Issue[] } {
  const { functions, schemas = {} } = document;
  const names = wireNames(functions.map(({ name }) => name));
  const components = componentSchemas(schemas);
  const paths = functions.map((fn) => {
    const name = names.toWire(fn.name) ?? fn.name;
    return [`/${name}`, { post: toOperation({ ...fn, name }, schemas) }] as const;
  });
  const openApi = {
    openapi: "3.1.0",
    ...infoAndServers(document),
    paths: Object.fromEntries(paths),
    ...(components && { components: { schemas: components } }),
  };
  return { openApi, losses: conversionLosses(document, fromOpenApi(openApi).document, "OpenAPI documents") };
}

/** Converts one function to a POST operation. */
function toOperation(fn: OpenToolFunction, schemas: OpenTool["schemas"]): OpenApiOperation {
  const { $defs: _, ...body } = toComponentRefs(parametersSchema(fn, schemas));
  return {
    operationId: fn.name,
    description: fn.description,
    requestBody: { required: true, content: { "application/json": { schema: body } } },
    responses: toResponses(fn, schemas),
  };
}

/** Converts a function's return to the responses of its operation. */
function toResponses(fn: OpenToolFunction, schemas: OpenTool["schemas"]): OpenApiOperation["responses"] {
  if (fn.return === null) return { "204": { description: "" } };
  if (fn.return === undefined) return { "200": { description: "" } };
  const { schema, description = "" } = fn.return;
  const parameters = [{ name: "result", schema, required: true }];
  const root = toComponentRefs(parametersSchema({ name: fn.name, description: fn.description, parameters }, schemas));
  const result: JsonSchema = { ...Object(ownMember(root.properties, "result")) };
  return { "200": { description, content: { "application/json": { schema: result } } } };
}

/**
 * Converts an OpenAPI document to OpenTool: one function per POST operation. Other operations are losses, and so is
 * everything that is not go in a JSON body. Of several servers it names the first.
 *
 * @param input - the parsed OpenAPI document
 * @throws OpenToolError with every issue
 */
export function fromOpenApi(input: unknown): FromTools {
  const reader = createReader();
  const root = readObject(input, [], reader);
  reportUnknownFields(root, ["openapi", "info", "servers", "paths", "components"], [], reader);
  readString(root, "openapi", [], reader);
  const info = readInfo(root["info"], reader);
  const server = readServer(root["servers"], reader);
  const $defs = readComponents(root["components"], reader);
  const paths = Object.entries(readObject(root["paths"] ?? {}, ["paths"], reader));
  const tools = paths.flatMap(([path, item]) => {
    reportUnknownFields(readObject(item, ["paths", path], reader), ["post"], ["paths", path], reader);
    const post = ownMember(item, "post");
    return post === undefined ? [] : [readOperation(post, path, $defs, reader)];
  });
  return createDocument(tools, info, reader, { $defs, server });
}

/** Reads one POST operation as a tool, and records its issues and losses. */
function readOperation(
  value: unknown,
  url: string,
  $defs: Readonly<Record<string, JsonSchema | boolean>>,
  reader: ForeignReader,
): ForeignTool {
  const path = ["paths", url, "post"];
  const operation = readObject(value, path, reader);
  reportUnknownFields(operation, ["operationId", "description", "requestBody", "responses"], path, reader);
  const name = readOptionalString(operation, "operationId", path, reader) ?? url.replace(/^\//, "");
  if (url !== `/${name}`) addLoss("path", `the path ${quote(url)}`, ["paths", url], ["paths", url], reader);
  const body = [...path, "requestBody"];
  const parameters =
    operation["requestBody"] === undefined ? undefined : readBody(operation["requestBody"], body, reader);
  const returned = readResponses(operation["responses"] ?? {}, [...path, "responses"], reader);
  return {
    name,
    description: readOptionalString(operation, "description", path, reader) ?? "",
    parameters: { ...(parameters ?? { type: "object" }), $defs },
    ...(returned && { returns: { ...returned, schema: { ...returned.schema, $defs } } }),
    paths: {
      tool: path,
      name: operation["operationId"] === undefined ? ["paths", url] : [...path, "operationId"],
      parameters: [...body, ...jsonContentPath],
      returns: [...path, "responses", "200", ...jsonContentPath],
      definitions: ["components", "schemas"],
    },
  };
}

const jsonContentPath = ["content", "application/json", "schema"];

/** Reads the JSON Schema of a request body. */
function readBody(value: unknown, path: Path, reader: ForeignReader): JsonSchema | undefined {
  reportUnknownFields(readObject(value, path, reader), ["required", "content"], path, reader);
  return readContent(ownMember(value, "content"), [...path, "content"], reader);
}

/** Reads the JSON schema of a `content` object; other media types are losses. */
function readContent(value: unknown, path: Path, reader: ForeignReader): JsonSchema | undefined {
  if (value === undefined) return undefined;
  reportUnknownFields(readObject(value, path, reader), ["application/json"], path, reader);
  const media = ownMember(value, "application/json");
  if (media === undefined) return undefined;
  const mediaPath = [...path, "application/json"];
  reportUnknownFields(readObject(media, mediaPath, reader), ["schema"], mediaPath, reader);
  return fromComponentRefs(readObject(ownMember(media, "schema"), [...mediaPath, "schema"], reader));
}

/** Reads the responses of an operation: `200` is the return, `204` means that nothing is returned. */
function readResponses(value: unknown, path: Path, reader: ForeignReader): ForeignTool["returns"] {
  const responses = readObject(value, path, reader);
  const { "204": none, "200": ok } = responses;
  reportUnknownFields(responses, ok === undefined ? ["204"] : ["200"], path, reader);
  if (ok === undefined) return none === undefined ? undefined : { schema: { type: "null" } };
  const responsePath = [...path, "200"];
  reportUnknownFields(readObject(ok, responsePath, reader), ["description", "content"], responsePath, reader);
  const schema = readContent(ownMember(ok, "content"), [...responsePath, "content"], reader);
  const description = readOptionalString(ok, "description", responsePath, reader) ?? "";
  return schema && { ...descriptionField(description === "" ? undefined : description), schema };
}
