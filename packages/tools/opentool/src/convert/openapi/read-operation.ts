/** Reads one operation of an OpenAPI document as a tool. */
import type { JsonSchema } from "@helve/core";
import { isObject, ownMember, withoutUndefined } from "@helve/core/internal";
import { type HttpOperation, httpField, httpOperationProblems, serverProblem } from "../../http-operation.ts";
import { pathText } from "../../json-path.ts";
import { isSchema } from "../../json-schema.ts";
import type { ForeignTool } from "../foreign-document.ts";
import { addIssue, addLoss, type ForeignReader, type Path, reportUnknownFields } from "../foreign-reader.ts";
import { directedSchema, withDirectedDefinitions } from "./direction.ts";
import { readArguments } from "./read-arguments.ts";
import { isWildcard, mediaType } from "./read-body.ts";
import { type OpenApiSource, resolved } from "./read-schema.ts";

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
  const returned = readResponses(operation["responses"], source, [...path, "responses"]);
  const { operationId, summary, description } = operation;
  const url = serverUrl(operation) ?? serverUrl(found.item) ?? serverUrl(source.root);
  const hasServer = url !== undefined && serverProblem(url) === undefined;
  if (url !== undefined && !hasServer) addLoss("server", `the server ${JSON.stringify(url)}`, path, path, reader);
  const http: HttpOperation = withoutUndefined({
    method: method.toUpperCase(),
    path: template,
    server: hasServer ? url : undefined,
    operationId: typeof operationId === "string" ? operationId : undefined,
    parameters: args.places.length > 0 ? args.places : undefined,
    body: args.body,
  });
  for (const { at, problem } of httpOperationProblems(http)) {
    addIssue("http", `can't be called over HTTP: ${pathText(at)} ${problem}`, path, reader);
  }
  const texts = [description, summary].filter((text) => typeof text === "string" && text !== "");
  return withoutUndefined({
    name,
    description: String(texts[0] ?? ""),
    parameters: args.schema,
    returns: returned?.returns,
    paths: withoutUndefined({
      tool: path,
      name: typeof operationId === "string" ? [...path, "operationId"] : path,
      parameters: args.path,
      returns: returned?.path,
      definitions: ["components", "schemas"],
    }),
    parameterOrder: Object.keys(args.schema.properties ?? {}),
    extensions: { [httpField]: http },
  });
}

/** Reads what an operation returns: the JSON of its first response of success; `null` if it has no content. */
function readResponses(
  value: unknown,
  source: OpenApiSource,
  path: Path,
): { readonly returns: NonNullable<ForeignTool["returns"]>; readonly path: Path } | undefined {
  const codes = Object.keys(isObject(value) ? value : {}).filter((code) => /^2(?:\d\d|XX)$/i.test(code));
  const responses = codes.map((code) => ({ code, response: resolved(ownMember(value, code), source) }));
  for (const { code, response } of responses) {
    const content = response && isObject(response["content"]) ? response["content"] : {};
    const type = mediaType(content);
    if (response === undefined || type === undefined || !(/json/i.test(type) || isWildcard(type))) continue;
    const schema = directedSchema(ownMember(content[type], "schema") ?? {}, "response", source);
    const root: JsonSchema = isSchema(schema) ? schema : schema ? {} : { not: {} };
    const whole = withDirectedDefinitions(root, "response", source);
    const schemaPath = [...path, code, "content", type, "schema"];
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
