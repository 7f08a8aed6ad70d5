import type { JsonSchema } from "@helve/core";
import { isObject, ownMember, withoutUndefined } from "@helve/core/internal";
import { type HttpBody, type HttpParameter, httpStyles } from "../../http-operation.ts";
import { isSchema } from "../../json-schema.ts";
import { addIssue, type ForeignReader, type Path } from "../foreign-reader.ts";
import { directedSchema, withDirectedDefinitions } from "./direction.ts";
import { readBody, unusedName } from "./read-body.ts";
import { hasExternalReference, type OpenApiSource, resolved } from "./read-schema.ts";

/** Reads the parameters and the body of an operation. */
export function readArguments(
  { operation, item, template }: { readonly operation: Fields; readonly item: Fields; readonly template: string },
  source: OpenApiSource,
  path: Path,
  reader: ForeignReader,
): OperationArguments {
  const properties = new Map<string, JsonSchema | boolean>();
  const required: string[] = [];
  const places: HttpParameter[] = [];
  const parameters = new Map<string, Fields>();
  for (const owner of [item, operation]) {
    const list = owner["parameters"];
    for (const value of Array.isArray(list) ? list : []) {
      const parameter = resolved(value, source);
      if (parameter === undefined)
        addIssue("ref", "must name a parameter of the document", [...path, "parameters"], reader);
      else parameters.set(`${parameter["in"]} ${parameter["name"]}`, parameter);
    }
  }
  for (const name of pathVariables(template)) {
    // The path can't be built without it.
    if (!parameters.has(`path ${name}`))
      parameters.set(`path ${name}`, { name, in: "path", schema: { type: "string" } });
  }
  for (const parameter of parameters.values()) {
    const place = readPlace(parameter, properties, path, reader);
    if (place === undefined) continue;
    places.push(place);
    properties.set(place.argument, parameterSchema(parameter, source));
    if (parameter["required"] === true || place.in === "path") required.push(place.argument);
  }
  const body = readBody(
    { value: operation["requestBody"], path: [...path, "requestBody"] },
    { properties, required },
    source,
    reader,
  );
  const schema: JsonSchema = withoutUndefined({
    type: "object",
    properties: Object.fromEntries(properties),
    required: required.length > 0 ? required : undefined,
    additionalProperties: false,
  });
  const whole = withDirectedDefinitions(schema, "request", source);
  if (hasExternalReference(whole)) addIssue("ref", "must refer to schemas of the document only", path, reader);
  return withoutUndefined({ schema: whole, path: body?.path ?? [...path, "parameters"], places, body: body?.body });
}

/** The names in the braces of a path template. */
function pathVariables(template: string): readonly string[] {
  return Array.from(template.matchAll(/\{([^{}]+)\}/g), ([, name = ""]) => name);
}

/** The arguments of an operation: their schema, and where each goes. */
interface OperationArguments {
  readonly schema: JsonSchema;
  readonly path: Path;
  readonly places: readonly HttpParameter[];
  readonly body?: HttpBody;
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads where a parameter goes; `undefined` for headers that OpenAPI tells to ignore, and invalid parameters. */
function readPlace(
  { name, in: place, style, explode, content }: Fields,
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
  return withoutUndefined({
    argument: unusedName(name, place, properties),
    name,
    in: place,
    style: known,
    explode: typeof explode === "boolean" ? explode : undefined,
    json: isObject(content) ? (true as const) : undefined,
  });
}

/** Returns the schema of a parameter, with the parameter's description. */
function parameterSchema(parameter: Fields, source: OpenApiSource): JsonSchema | boolean {
  const [media] = Object.values(isObject(parameter["content"]) ? parameter["content"] : {});
  const schema = directedSchema(parameter["schema"] ?? ownMember(media, "schema") ?? {}, "request", source);
  const { description } = parameter;
  return isSchema(schema) && typeof description === "string" ? { ...schema, description } : schema;
}
