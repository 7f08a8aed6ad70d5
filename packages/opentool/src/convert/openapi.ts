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
  lose,
  loseOthers,
  objectAt,
  optionalTextAt,
  type Path,
  type Reading,
  reading,
  textAt,
} from "./foreign-input.ts";

/** A document of OpenAPI 3.1. */
export interface OpenApi {
  readonly openapi: string;
  readonly info: Info;
  readonly servers?: readonly Server[];
  readonly paths: Readonly<Record<string, { readonly post: OpenApiOperation }>>;
  readonly components?: { readonly schemas: Readonly<Record<string, JsonSchema | boolean>> };
}

/** One function, called by a POST with its arguments as a JSON object. */
export interface OpenApiOperation {
  readonly operationId: string;
  readonly description: string;
  readonly requestBody: { readonly required: true; readonly content: JsonContent };
  /** `"200"`; `"204"` where nothing is returned. */
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: JsonContent }>>;
}

interface JsonContent {
  readonly "application/json": { readonly schema: JsonSchema };
}

/**
 * A document as one of OpenAPI, with a path and a POST for each function (OpenAPI 3.1.0).
 *
 * @returns the other document, and everything in the first that it can't say
 * @throws WireNameError for names that can't go on the wire, or would be one there
 *
 * @example
 * const { openApi, losses } = toOpenApi(document);
 */
export function toOpenApi(document: OpenTool): { readonly openApi: OpenApi; readonly losses: readonly Issue[] } {
  const { functions, schemas = {} } = document;
  const names = wireNames(functions.map(({ name }) => name));
  const components = componentsOf(schemas);
  const paths = functions.map((fn) => {
    const name = names.toWire(fn.name) ?? fn.name;
    return [`/${name}`, { post: operationOf({ ...fn, name }, schemas) }] as const;
  });
  const openApi = {
    openapi: "3.1.0",
    ...headOf(document),
    paths: Object.fromEntries(paths),
    ...(components && { components: { schemas: components } }),
  };
  return { openApi, losses: lostBetween(document, fromOpenApi(openApi).document, "OpenAPI documents") };
}

function operationOf(fn: OpenToolFunction, schemas: OpenTool["schemas"]): OpenApiOperation {
  const { $defs: _, ...body } = toComponentRefs(parametersSchema(fn, schemas));
  return {
    operationId: fn.name,
    description: fn.description,
    requestBody: { required: true, content: { "application/json": { schema: body } } },
    responses: responsesOf(fn, schemas),
  };
}

function responsesOf(fn: OpenToolFunction, schemas: OpenTool["schemas"]): OpenApiOperation["responses"] {
  if (fn.return === null) return { "204": { description: "" } };
  if (fn.return === undefined) return { "200": { description: "" } };
  const { schema, description = "" } = fn.return;
  const parameters = [{ name: "result", schema, required: true }];
  const root = toComponentRefs(parametersSchema({ ...fn, parameters }, schemas));
  const result: JsonSchema = { ...Object(member(root.properties, "result")) };
  return { "200": { description, content: { "application/json": { schema: result } } } };
}

/**
 * A document of one of OpenAPI: a function for each POST. Other operations are losses, and so is everything that does not
 * go in a JSON body. Of several servers it names the first.
 *
 * @param input - the other document, parsed already
 * @throws OpenToolError naming everything that is wrong
 */
export function fromOpenApi(input: unknown): FromTools {
  const into = reading();
  const root = objectAt(input, [], into);
  loseOthers(root, ["openapi", "info", "servers", "paths", "components"], [], into);
  textAt(root, "openapi", [], into);
  const info = readInfo(root["info"], into);
  const server = readServer(root["servers"], into);
  const $defs = readComponents(root["components"], into);
  const paths = Object.entries(objectAt(root["paths"] ?? {}, ["paths"], into));
  const tools = paths.flatMap(([path, item]) => {
    loseOthers(objectAt(item, ["paths", path], into), ["post"], ["paths", path], into);
    const post = member(item, "post");
    return post === undefined ? [] : [readOperation(post, path, $defs, into)];
  });
  return documentOf(tools, info, into, { $defs, server });
}

function readOperation(
  value: unknown,
  url: string,
  $defs: Readonly<Record<string, JsonSchema>>,
  into: Reading,
): ForeignTool {
  const path = ["paths", url, "post"];
  const operation = objectAt(value, path, into);
  loseOthers(operation, ["operationId", "description", "requestBody", "responses"], path, into);
  const name = optionalTextAt(operation, "operationId", path, into) ?? url.replace(/^\//, "");
  if (url !== `/${name}`) lose("path", `the path ${quote(url)}`, ["paths", url], ["paths", url], into);
  const body = [...path, "requestBody"];
  const parameters =
    operation["requestBody"] === undefined ? undefined : readBody(operation["requestBody"], body, into);
  const returned = readResponses(operation["responses"] ?? {}, [...path, "responses"], into);
  return {
    name,
    description: optionalTextAt(operation, "description", path, into) ?? "",
    parameters: { ...(parameters ?? { type: "object" }), $defs },
    ...(returned && { returns: { ...returned, schema: { ...returned.schema, $defs } } }),
    at: {
      name: operation["operationId"] === undefined ? ["paths", url] : [...path, "operationId"],
      parameters: [...body, ...json],
      returns: [...path, "responses", "200", ...json],
      definitions: ["components", "schemas"],
    },
  };
}

const json = ["content", "application/json", "schema"];

function readBody(value: unknown, path: Path, into: Reading): JsonSchema | undefined {
  loseOthers(objectAt(value, path, into), ["required", "content"], path, into);
  return readContent(member(value, "content"), [...path, "content"], into);
}

/** What is in JSON; other media are losses. */
function readContent(value: unknown, path: Path, into: Reading): JsonSchema | undefined {
  if (value === undefined) return undefined;
  loseOthers(objectAt(value, path, into), ["application/json"], path, into);
  const media = member(value, "application/json");
  if (media === undefined) return undefined;
  const at = [...path, "application/json"];
  loseOthers(objectAt(media, at, into), ["schema"], at, into);
  return fromComponentRefs(objectAt(member(media, "schema"), [...at, "schema"], into));
}

function readResponses(value: unknown, path: Path, into: Reading): ForeignTool["returns"] {
  const responses = objectAt(value, path, into);
  const { "204": none, "200": ok } = responses;
  loseOthers(responses, ok === undefined ? ["204"] : ["200"], path, into);
  if (ok === undefined) return none === undefined ? undefined : { schema: { type: "null" } };
  const at = [...path, "200"];
  loseOthers(objectAt(ok, at, into), ["description", "content"], at, into);
  const schema = readContent(member(ok, "content"), [...at, "content"], into);
  const description = optionalTextAt(ok, "description", at, into) ?? "";
  return schema && { ...described(description === "" ? undefined : description), schema };
}
