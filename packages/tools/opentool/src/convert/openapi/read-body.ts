import type { JsonSchema } from "@helve/core";
import { isObject, ownMember, withoutUndefined } from "@helve/core/internal";
import { type HttpBody, type HttpEncoding, httpStyles } from "../../http-operation.ts";
import { isSchema } from "../../json-schema.ts";
import { addIssue, addLoss, type ForeignReader, type Path, reportUnknownFields } from "../foreign-reader.ts";
import { directedDefinitions, directedSchema } from "./direction.ts";
import { type OpenApiSource, resolved } from "./read-schema.ts";

/** Reads the body of a request: its members become arguments if they are the whole body, or it is one argument. */
export function readBody(
  { value, path }: { readonly value: unknown; readonly path: Path },
  { properties, required }: { readonly properties: Map<string, JsonSchema | boolean>; readonly required: string[] },
  source: OpenApiSource,
  reader: ForeignReader,
): { readonly body: HttpBody; readonly path: Path } | undefined {
  if (value === undefined) return undefined;
  const body = resolved(value, source);
  const content = body && isObject(body["content"]) ? body["content"] : {};
  const mediaRange = mediaType(content);
  if (body === undefined || mediaRange === undefined) {
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
  const contentType = isWildcard(mediaRange) ? "application/json" : mediaRange;
  const schemaPath = [...path, "content", mediaRange, "schema"];
  const schema = directedSchema(ownMember(content[mediaRange], "schema") ?? {}, "request", source);
  const isRequired = body["required"] === true;
  const encoding = readEncoding(content[mediaRange], contentType, schemaPath.slice(0, -1), reader);
  const common = withoutUndefined({ required: isRequired || undefined, encoding });
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
    const writing: HttpEncoding = withoutUndefined({
      style,
      explode: typeof explode === "boolean" ? explode : undefined,
      json: json && !style ? (true as const) : undefined,
    });
    return [name, writing] as const;
  });
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

const formType = /^application\/x-www-form-urlencoded/i;

/** Returns the schema of a body whose properties can be arguments: a plain object; `undefined` for any other schema. */
function bodyMembers(schema: JsonSchema | boolean, source: OpenApiSource): JsonSchema | undefined {
  let target: unknown = schema;
  const definitions = directedDefinitions("request", source);
  for (let steps = 0; isSchema(target) && typeof target.$ref === "string" && steps < 50; steps++) {
    const name = decodeURIComponent(target.$ref.replace("#/$defs/", ""));
    target = definitions.get(name);
  }
  if (!isSchema(target) || target.type !== "object" || !isSchema(target.properties)) return undefined;
  const plain = ["type", "properties", "required", "title", "description", "examples", "default", "$comment"];
  const isPlain = Object.entries(target).every(
    ([keyword, value]) => plain.includes(keyword) || (keyword === "additionalProperties" && value === false),
  );
  const names = Object.keys(target.properties);
  return isPlain && (target.required ?? []).every((name) => names.includes(name)) ? target : undefined;
}

/** Returns the media type to send or to expect: JSON, else any type, else a form, else text. */
export function mediaType(content: Readonly<Record<string, unknown>>): string | undefined {
  const types = Object.keys(content);
  const orders = [
    ...[/^application\/json\b/i, /[/+]json\b/i, wildcard],
    ...[/^application\/x-www-form-urlencoded\b/i, /^text\/plain\b/i],
  ];
  return orders.map((order) => types.find((type) => order.test(type))).find((type) => type !== undefined);
}

const wildcard = /^(?:\*|application)\/\*/;

/** Whether a media type is a range that includes JSON, which some generators write for each response. */
export function isWildcard(mediaRange: string): boolean {
  return wildcard.test(mediaRange);
}

/** Returns a name for an argument that no other argument has. */
export function unusedName(wanted: string, suffix: string, taken: ReadonlyMap<string, unknown>): string {
  let name = wanted;
  for (let n = 1; taken.has(name); n++) name = n === 1 ? `${wanted}_${suffix}` : `${wanted}_${suffix}_${n}`;
  return name;
}
