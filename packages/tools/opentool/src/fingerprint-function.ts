import { canonicalJson, type JsonObject } from "@helve/core";
import { quote, sha256, withoutUndefined } from "@helve/core/internal";
import { canonicalSchemas } from "./canonical-schemas.ts";
import { jsonSchemaField, type OpenTool, type OpenToolFunction, type Parameter, type Return } from "./document.ts";
import { OpenToolError } from "./open-tool-error.ts";
import { unknownFields, wholeArguments } from "./schema-shape.ts";

/**
 * Computes a hash of a function's meaning. Compare it with a stored hash to notice that a remote tool has changed since
 * it was reviewed.
 *
 * Two functions with the same meaning have the same hash: names of schemas, unused schemas, and the order of keys,
 * parameters, enum values and required properties don't count. Every text counts, since a model reads it, and so do
 * fields that OpenTool does not know.
 *
 * @param schemas - the `schemas` of the function's document
 * @returns `sha256:` and 64 hexadecimal digits (FIPS 180-4, over the canonical JSON of RFC 8785)
 * @throws OpenToolError with every reference that names no schema
 * @throws NotJsonError if an enum or an unknown field holds a value that JSON can't represent
 *
 * @example
 * const { functions, schemas } = parseOpenTool(text);
 * const prints = await Promise.all(functions.map((fn) => fingerprintFunction(fn, schemas)));
 */
export async function fingerprintFunction(fn: OpenToolFunction, schemas: OpenTool["schemas"] = {}): Promise<string> {
  return `sha256:${await sha256(canonicalJson(canonicalFunction(fn, schemas)))}`;
}

/** Converts a function to JSON that is equal for functions with the same meaning. */
function canonicalFunction(fn: OpenToolFunction, schemas: NonNullable<OpenTool["schemas"]>): JsonObject {
  const parameters = fn.parameters.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const events = Object.entries(fn.stream ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const returned = fn.return ? [fn.return] : [];
  const holders = [...parameters, ...returned, ...events.map(([, event]) => event)];
  const whole = fn[jsonSchemaField] === undefined ? [] : [wholeArguments(fn)];
  const { roots, table, unresolved } = canonicalSchemas([...holders.map(({ schema }) => schema), ...whole], schemas);
  if (unresolved.length > 0) throw unresolvedError(fn.name, unresolved);
  const shapes = new Map<Parameter | Return, number>(holders.map((holder, index) => [holder, roots[index] ?? 0]));
  const holderJson = (holder: Parameter | Return, kind: "parameter" | "return"): JsonObject =>
    withoutUndefined({
      name: holder.name,
      required: "required" in holder ? holder.required : undefined,
      description: holder.description,
      schema: shapes.get(holder) ?? 0,
      ...unknownFieldsJson(holder, kind),
    });
  return withoutUndefined({
    name: fn.name,
    description: fn.description,
    parameters: parameters.map((parameter) => holderJson(parameter, "parameter")),
    return: fn.return === undefined ? undefined : fn.return && holderJson(fn.return, "return"),
    stream: fn.stream === undefined ? undefined : events.map(([name, event]) => [name, holderJson(event, "return")]),
    arguments: whole.length > 0 ? (roots[holders.length] ?? 0) : undefined,
    ...unknownFieldsJson(fn, "function"),
    schemas: table,
  });
}

/** Returns the fields that OpenTool doesn't define, as a member `unknown`; no member if there are none. */
function unknownFieldsJson(object: object, kind: "function" | "parameter" | "return"): JsonObject {
  const unknown = unknownFields(object, kind);
  return unknown.size === 0 ? {} : { unknown: canonicalJson(Object.fromEntries(unknown)) };
}

/** Creates the error for references that name no schema. */
function unresolvedError(name: string, refs: readonly string[]): OpenToolError {
  return new OpenToolError(
    refs.map((ref) => ({
      code: "ref",
      message: `${name}: ${quote(ref)} must name one of the schemas passed with the function`,
    })),
  );
}
