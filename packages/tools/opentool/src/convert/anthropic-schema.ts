/** Converts JSON Schema to the form that Anthropic's Messages API accepts as an `input_schema`. */
import type { JsonSchema } from "@helve/core";
import { quote, schemaPattern, withoutUndefined } from "@helve/core/internal";
import { allSubschemas, isSchema } from "../json-schema.ts";
import { wirePropertyName } from "../property-wire-names.ts";
import { mapSubschemas } from "../schema-keywords.ts";
import { type ObjectRoot, toObjectRoot } from "./object-root.ts";
import { addSchemaLoss, describedSchema, moveToDescription, type SchemaWriter } from "./schema-losses.ts";

/** The keywords that Anthropic refuses at the root. */
const refusedAtRoot: ReadonlySet<string> = new Set(["oneOf", "anyOf", "allOf"]);

/**
 * Converts the schema of a tool's arguments for Anthropic: the root is a plain object, and property names that Anthropic
 * refuses are replaced by their names on the wire.
 */
export function toAnthropicSchema(schema: JsonSchema, writer: SchemaWriter): ObjectRoot {
  const wires = wireTable(schema);
  if (wires.size === 0) return toObjectRoot(schema, refusedAtRoot, writer);
  const renamed = withWireNames(schema, wires, [], writer);
  const root = toObjectRoot(renamed, refusedAtRoot, { ...writer, root: renamed });
  const names = new Map(Array.from(wires, ([name, wire]) => [wire, name]));
  return { schema: withRemarks(root.schema, names), notes: root.notes };
}

/**
 * The names on the wire of the properties whose own names are not allowed. One table holds for the whole schema, because several
 * schemas may apply to one object.
 */
function wireTable(schema: JsonSchema): ReadonlyMap<string, string> {
  const parts = allSubschemas(schema);
  const names = [...new Set(parts.flatMap(({ schema: part }) => Object.keys(part.properties ?? {})))];
  const wires = names.map((name) => [name, wirePropertyName(name, names)] as const);
  return new Map(wires.filter(([name, wire]) => name !== wire));
}

/** Replaces the names of properties in a schema and the schemas inside it. */
function withWireNames(
  schema: JsonSchema,
  wires: ReadonlyMap<string, string>,
  path: readonly PropertyKey[],
  writer: SchemaWriter,
): JsonSchema {
  const inner = mapSubschemas(schema, (part, at) =>
    isSchema(part) ? withWireNames(part, wires, [...path, ...at], writer) : part,
  );
  const toWire = (name: string): string => wires.get(name) ?? name;
  const renamed = Object.keys(inner.properties ?? {}).filter((name) => wires.has(name));
  for (const name of renamed) {
    const wire = quote(toWire(name));
    addSchemaLoss("name", `the name ${quote(name)} (it becomes ${wire}, and is mapped back)`, at(path, name), writer);
    if (mayBeOther(toWire(name), inner)) {
      const what = `both ${quote(name)} and another property that the model calls ${wire}`;
      addSchemaLoss("name", what, at(path, name), writer);
    }
  }
  // The names of properties on the wire need not match a rule for their own names.
  const isKept = (keyword: string): boolean => keyword !== "propertyNames" || renamed.length === 0;
  const converted = moveToDescription(inner, path, isKept, writer);
  const { properties, required, dependentRequired, dependentSchemas } = converted;
  return {
    ...converted,
    ...withoutUndefined({
      properties: isSchema(properties) ? (renamedKeys(properties, toWire) as JsonSchema["properties"]) : undefined,
      required: Array.isArray(required) ? required.map(toWire) : undefined,
      dependentRequired: isSchema(dependentRequired) ? renamedKeys(dependentRequired, toWire) : undefined,
      dependentSchemas: isSchema(dependentSchemas) ? renamedKeys(dependentSchemas, toWire) : undefined,
    }),
  } as JsonSchema;
}

/** Adds the tool's own names to the descriptions of renamed properties. */
function withRemarks(schema: JsonSchema, names: ReadonlyMap<string, string>): JsonSchema {
  return mapSubschemas(schema, (part, path) => {
    if (!isSchema(part)) return part;
    const [keyword, wire] = path;
    const name = keyword === "properties" ? names.get(String(wire)) : undefined;
    const inner = withRemarks(part, names);
    return name === undefined ? inner : describedSchema(inner, `the tool calls it ${quote(name)}`);
  });
}

/** Returns the path of a property. */
function at(path: readonly PropertyKey[], name: string): readonly PropertyKey[] {
  return [...path, "properties", name];
}

/** Whether an object may also have a property with a name on the wire, which is then not mapped back. */
function mayBeOther(wire: string, { additionalProperties, patternProperties }: JsonSchema): boolean {
  const patterns = Object.keys(Object(patternProperties));
  return (additionalProperties ?? true) !== false || patterns.some((pattern) => patternMatches(pattern, wire));
}

/** Whether a pattern matches a name; one that is no regular expression may match any. */
function patternMatches(pattern: string, name: string): boolean {
  try {
    return schemaPattern(pattern).test(name);
  } catch {
    return true;
  }
}

/** Renames the keys of an object, and the names in its lists. */
function renamedKeys(value: object, toWire: (name: string) => string): unknown {
  const entries = Object.entries(value).map(([key, names]) => {
    return [toWire(key), Array.isArray(names) ? names.map((name) => toWire(String(name))) : names] as const;
  });
  return Object.fromEntries(entries);
}
