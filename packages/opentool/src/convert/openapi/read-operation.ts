// Reads one operation of an OpenAPI document as a tool.

import type { JsonSchema } from "@helve/core";
import { isObject, ownMember } from "@helve/core/internal";
import {
  type HttpBody,
  type HttpEncoding,
  type HttpOperation,
  type HttpParameter,
  httpField,
  httpOperationProblems,
  httpStyles,
  serverProblem,
} from "../../http-operation.ts";
import { pathText } from "../../json-path.ts";
import { allSubschemas, isSchema } from "../../json-schema.ts";
import { schemaProblems } from "../../schema-problems.ts";
import { reachableDefinitions } from "../document-schemas.ts";
import type { ForeignTool } from "../foreign-document.ts";
import { addIssue, addLoss, type ForeignReader, type Path, reportUnknownFields } from "../foreign-reader.ts";
import { type OpenApiSource, resolved, toJsonSchema } from "./read-schema.ts";

/** One operation and where it is in the document. */
export interface OpenApiOperationSource {
  readonly operation: Readonly<Record<string, unknown>>;
  /** The path item, whose parameters and servers the operation shares. */
  readonly item: Readonly<Record<string, unknown>>;
  /** The path template, such as `/pets/{id}`. */
  readonly template: string;
  /** In lower case, as in the document. */
  readonly method: string;
  /** The name of the function. */
  readonly name: string;
}

const operationFields = ["operationId", "summary", "description", "parameters", "requestBody", "responses", "servers"];

/** Reads an operation as a tool, and records its issues and losses. */
export function readOperation(
  found: OpenApiOperationSource,
  source: OpenApiSource,
  reader: ForeignReader,
): ForeignTool {
  const { operation, template, method, name } = found;
  const path = ["paths", template, method];
  reportUnknownFields(operation, operationFields, path, reader);
  const args = readArguments(found, source, path, reader);
  const returned = readResponses(operation["responses"], source, [...path, "responses"], reader);
  const { operationId, summary, description } = operation;
  const url = serverUrl(operation) ?? serverUrl(found.item) ?? serverUrl(source.root);
  const hasServer = url !== undefined && serverProblem(url) === undefined;
  if (url !== undefined && !hasServer) addLoss("server", `the server ${JSON.stringify(url)}`, path, path, reader);
  const http: HttpOperation = {
    method: method.toUpperCase(),
    path: template,
    ...(hasServer && { server: url }),
    ...(typeof operationId === "string" && { operationId }),
    ...(args.places.length > 0 && { parameters: args.places }),
    ...(args.body && { body: args.body }),
  };
  for (const { at, problem } of httpOperationProblems(http)) {
    addIssue("http", `can't be called over HTTP: ${pathText(at)} ${problem}`, path, reader);
  }
  const texts = [description, summary].filter((text) => typeof text === "string" && text !== "");
  return {
    name,
    description: String(texts[0] ?? ""),
    parameters: args.schema,
    ...(returned && { returns: returned.returns }),
    paths: {
      tool: path,
      name: typeof operationId === "string" ? [...path, "operationId"] : path,
      parameters: args.path,
      ...(returned && { returns: returned.path }),
      definitions: ["components", "schemas"],
    },
    parameterOrder: Object.keys(args.schema.properties ?? {}),
    extensions: { [httpField]: http },
  };
}

/** The arguments of an operation: their schema, and where each goes. */
interface OperationArguments {
  readonly schema: JsonSchema;
  readonly path: Path;
  readonly places: readonly HttpParameter[];
  readonly body?: HttpBody;
}

/** Reads the parameters and the body of an operation. */
function readArguments(
  { operation, item }: OpenApiOperationSource,
  source: OpenApiSource,
  path: Path,
  reader: ForeignReader,
): OperationArguments {
  const properties = new Map<string, JsonSchema | boolean>();
  const required: string[] = [];
  const places: HttpParameter[] = [];
  const parameters = new Map<string, Readonly<Record<string, unknown>>>();
  for (const owner of [item, operation]) {
    const list = owner["parameters"];
    for (const value of Array.isArray(list) ? list : []) {
      const parameter = resolved(value, source);
      if (parameter === undefined)
        addIssue("ref", "must name a parameter of the document", [...path, "parameters"], reader);
      else parameters.set(`${parameter["in"]} ${parameter["name"]}`, parameter);
    }
  }
  for (const parameter of parameters.values()) {
    const place = readPlace(parameter, properties, path, reader);
    if (place === undefined) continue;
    places.push(place);
    properties.set(place.argument, parameterSchema(parameter, source));
    if (parameter["required"] === true || place.in === "path") required.push(place.argument);
  }
  const body = readBody(operation["requestBody"], { properties, required }, source, path, reader);
  const schema: JsonSchema = {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
  const $defs = reachableDefinitions(schema, Object.fromEntries(source.$defs));
  const whole = Object.keys($defs).length === 0 ? schema : { ...schema, $defs };
  if (hasExternalReference(whole)) addIssue("ref", "must refer to schemas of the document only", path, reader);
  return { schema: whole, path: body?.path ?? [...path, "parameters"], places, ...(body && { body: body.body }) };
}

/** Whether a schema refers to another document. */
function hasExternalReference(schema: JsonSchema): boolean {
  return allSubschemas(schema).some(({ schema: { $ref } }) => typeof $ref === "string" && !$ref.startsWith("#"));
}

/** Reads where a parameter goes; `undefined` for headers that OpenAPI tells to ignore, and invalid parameters. */
function readPlace(
  { name, in: place, style, explode, content }: Readonly<Record<string, unknown>>,
  properties: ReadonlyMap<string, unknown>,
  path: Path,
  reader: ForeignReader,
): HttpParameter | undefined {
  if (typeof name !== "string" || (place !== "path" && place !== "query" && place !== "header" && place !== "cookie")) {
    addIssue("parameter", "must have parameters with a name, in path, query, header or cookie", path, reader);
    return undefined;
  }
  if (place === "header" && /^(?:accept|content-type|authorization)$/i.test(name)) return undefined;
  const known = httpStyles[place].find((other) => other === style);
  if (style !== undefined && known === undefined) {
    addIssue("style", `has a parameter of the unsupported style ${JSON.stringify(style)}`, path, reader);
    return undefined;
  }
  return {
    argument: unusedName(name, place, properties),
    name,
    in: place,
    ...(known !== undefined && { style: known }),
    ...(typeof explode === "boolean" && { explode }),
    ...(isObject(content) && { json: true as const }),
  };
}

/** Returns a name for an argument that no other argument has. */
function unusedName(wanted: string, suffix: string, taken: ReadonlyMap<string, unknown>): string {
  let name = wanted;
  for (let n = 1; taken.has(name); n++) name = n === 1 ? `${wanted}_${suffix}` : `${wanted}_${suffix}_${n}`;
  return name;
}

/** Returns the schema of a parameter, with the parameter's description. */
function parameterSchema(parameter: Readonly<Record<string, unknown>>, source: OpenApiSource): JsonSchema | boolean {
  const [media] = Object.values(isObject(parameter["content"]) ? parameter["content"] : {});
  const schema = toJsonSchema(parameter["schema"] ?? ownMember(media, "schema") ?? {}, source);
  const { description } = parameter;
  return isSchema(schema) && typeof description === "string" ? { ...schema, description } : schema;
}

/** Reads the body of a request: its members become arguments if they are the whole body, or it is one argument. */
function readBody(
  value: unknown,
  { properties, required }: { readonly properties: Map<string, JsonSchema | boolean>; readonly required: string[] },
  source: OpenApiSource,
  operationPath: Path,
  reader: ForeignReader,
): { readonly body: HttpBody; readonly path: Path } | undefined {
  if (value === undefined) return undefined;
  const path = [...operationPath, "requestBody"];
  const body = resolved(value, source);
  const content = body && isObject(body["content"]) ? body["content"] : {};
  const contentType = mediaType(content);
  if (body === undefined || contentType === undefined) {
    const types = Object.keys(content).join(", ");
    if (body === undefined || body["required"] === true) {
      addIssue(
        "content",
        `must have a body of JSON, of a form or of text (got ${JSON.stringify(types)})`,
        path,
        reader,
      );
    } else if (types !== "") addLoss("content", `a body of the type ${types}`, path, path, reader);
    return undefined;
  }
  const schemaPath = [...path, "content", contentType, "schema"];
  const schema = toJsonSchema(ownMember(content[contentType], "schema") ?? {}, source);
  const isRequired = body["required"] === true;
  const encoding = readEncoding(content[contentType], contentType, schemaPath.slice(0, -1), reader);
  const common = { ...(isRequired && { required: true }), ...(encoding && { encoding }) };
  const members = bodyMembers(schema, source);
  const names = Object.keys(members?.properties ?? {});
  const requiredNames = members?.required ?? [];
  const isSpread = names.every((name) => !properties.has(name)) && (isRequired || requiredNames.length === 0);
  if (members !== undefined && isSpread && !/^text\//i.test(contentType)) {
    for (const name of names) properties.set(name, members.properties?.[name] ?? true);
    required.push(...requiredNames);
    return { body: { contentType, arguments: names, ...common }, path: schemaPath };
  }
  const argument = unusedName("body", "content", properties);
  const { description } = body;
  properties.set(argument, isSchema(schema) && typeof description === "string" ? { description, ...schema } : schema);
  if (isRequired) required.push(argument);
  return { body: { contentType, argument, ...common }, path: schemaPath };
}

/** Reads how the fields of a form are written; what a request can't have is a loss. */
function readEncoding(
  media: unknown,
  contentType: string,
  path: Path,
  reader: ForeignReader,
): Readonly<Record<string, HttpEncoding>> | undefined {
  const encoding = ownMember(media, "encoding");
  if (!isObject(encoding) || !formType.test(contentType)) return undefined;
  const fields = Object.entries(encoding).map(([name, field]) => {
    const fieldPath = [...path, "encoding", name];
    const style = httpStyles.query.find((known) => known === ownMember(field, "style"));
    const explode = ownMember(field, "explode");
    const json = /[/+]json\b/i.test(String(ownMember(field, "contentType")));
    const known = [...(style ? ["style"] : []), ...(typeof explode === "boolean" ? ["explode"] : [])];
    reportUnknownFields(field, json ? [...known, "contentType"] : known, fieldPath, reader);
    const writing: HttpEncoding = {
      ...(style && { style }),
      ...(typeof explode === "boolean" && { explode }),
      ...(json && !style && { json: true as const }),
    };
    return [name, writing] as const;
  });
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

const formType = /^application\/x-www-form-urlencoded/i;

/** Returns the schema of a body whose properties can be arguments: a plain object; `undefined` for any other schema. */
function bodyMembers(schema: JsonSchema | boolean, source: OpenApiSource): JsonSchema | undefined {
  let target: unknown = schema;
  for (let steps = 0; isSchema(target) && typeof target.$ref === "string" && steps < 50; steps++) {
    const name = decodeURIComponent(target.$ref.replace("#/$defs/", ""));
    target = source.$defs.get(name);
  }
  if (!isSchema(target) || target.type !== "object" || !isSchema(target.properties)) return undefined;
  const plain = ["type", "properties", "required", "title", "description", "examples", "default", "$comment"];
  const isPlain = Object.entries(target).every(
    ([keyword, value]) => plain.includes(keyword) || (keyword === "additionalProperties" && value === false),
  );
  const names = Object.keys(target.properties);
  return isPlain && (target.required ?? []).every((name) => names.includes(name)) ? target : undefined;
}

/** Returns the media type to send or to expect: JSON, else a form, else text. */
function mediaType(content: Readonly<Record<string, unknown>>): string | undefined {
  const types = Object.keys(content);
  const orders = [/^application\/json\b/i, /[/+]json\b/i, /^application\/x-www-form-urlencoded\b/i, /^text\/plain\b/i];
  return orders.map((order) => types.find((type) => order.test(type))).find((type) => type !== undefined);
}

/** Reads what an operation returns: the JSON of its first response of success; `null` if it has no content. */
function readResponses(
  value: unknown,
  source: OpenApiSource,
  path: Path,
  reader: ForeignReader,
): { readonly returns: NonNullable<ForeignTool["returns"]>; readonly path: Path } | undefined {
  const codes = Object.keys(isObject(value) ? value : {}).filter((code) => /^2(?:\d\d|XX)$/i.test(code));
  const responses = codes.map((code) => ({ code, response: resolved(ownMember(value, code), source) }));
  for (const { code, response } of responses) {
    const content = response && isObject(response["content"]) ? response["content"] : {};
    const type = mediaType(content);
    if (response === undefined || type === undefined || !/json/i.test(type)) continue;
    const schema = toJsonSchema(ownMember(content[type], "schema") ?? {}, source);
    const root: JsonSchema = isSchema(schema) ? schema : schema ? {} : { not: {} };
    const $defs = reachableDefinitions(root, Object.fromEntries(source.$defs));
    const whole = Object.keys($defs).length === 0 ? root : { ...root, $defs };
    const problems = schemaProblems(whole).filter(({ intended }) => intended === undefined);
    const schemaPath = [...path, code, "content", type, "schema"];
    if (problems.length > 0 || hasExternalReference(whole)) {
      addLoss("schema", "an invalid schema of the result", schemaPath, schemaPath, reader);
      return undefined;
    }
    const { description } = response;
    const text = typeof description === "string" && description !== "" ? { description } : {};
    return { returns: { ...text, schema: whole }, path: schemaPath };
  }
  const isEmpty = codes.length > 0 && codes.every((code) => code === "204");
  return isEmpty ? { returns: { schema: { type: "null" } }, path } : undefined;
}

/** Returns the URL of the first server of an object, with the defaults of its variables. */
function serverUrl({ servers }: Readonly<Record<string, unknown>>): string | undefined {
  const server: unknown = Array.isArray(servers) ? servers[0] : undefined;
  const url = ownMember(server, "url");
  if (typeof url !== "string") return undefined;
  const variables = ownMember(server, "variables");
  return url.replace(/\{([^{}]*)\}/g, (variable, name: string) => {
    const value = ownMember(ownMember(variables, name), "default");
    return typeof value === "string" ? value : variable;
  });
}
