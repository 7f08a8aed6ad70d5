// Converts JSON Schema to the form that Anthropic's Messages API accepts as an `input_schema`.

import type { JsonSchema } from "@helve/core";
import { quote } from "@helve/core/internal";
import { isSchema } from "../json-schema.ts";
import { wirePropertyName } from "../property-wire-names.ts";
import { mapSubschemas } from "../schema-keywords.ts";
import { type ObjectRoot, toObjectRoot } from "./object-root.ts";
import { addSchemaLoss, describedSchema, type SchemaWriter } from "./schema-losses.ts";

/** The keywords that Anthropic refuses at the root. */
const refusedAtRoot: ReadonlySet<string> = new Set(["oneOf", "anyOf", "allOf"]);

/**
 * Converts the schema of a tool's arguments for Anthropic: the root is a plain object, and property names that Anthropic
 * refuses are replaced by their names on the wire.
 */
export function toAnthropicSchema(schema: JsonSchema, writer: SchemaWriter): ObjectRoot {
  const root = toObjectRoot(schema, refusedAtRoot, writer);
  return { schema: withWireNames(root.schema, [], writer), notes: root.notes };
}

/** Replaces the names of properties in a schema and the schemas inside it. */
function withWireNames(schema: JsonSchema, path: readonly PropertyKey[], writer: SchemaWriter): JsonSchema {
  const converted = mapSubschemas(schema, (part, at) =>
    isSchema(part) ? withWireNames(part, [...path, ...at], writer) : part,
  );
  const { properties, required, dependentRequired, dependentSchemas } = converted;
  const names = Object.keys(properties ?? {});
  const wires = new Map(names.map((name) => [name, wirePropertyName(name, names)]));
  const renamed = names.filter((name) => wires.get(name) !== name);
  if (renamed.length === 0) return converted;
  const toWire = (name: string): string => wires.get(name) ?? name;
  for (const name of renamed) {
    const wire = quote(toWire(name));
    addSchemaLoss("name", `the name ${quote(name)} (it becomes ${wire}, and is mapped back)`, at(path, name), writer);
    if (mayBeOther(toWire(name), converted)) {
      const what = `both ${quote(name)} and another property that the model calls ${wire}`;
      addSchemaLoss("name", what, at(path, name), writer);
    }
  }
  return {
    ...converted,
    properties: Object.fromEntries(
      Object.entries(properties ?? {}).map(([name, property]) => [
        toWire(name),
        renamed.includes(name) && isSchema(property)
          ? describedSchema(property, `the tool calls it ${quote(name)}`)
          : property,
      ]),
    ),
    ...(required && { required: required.map(toWire) }),
    ...(isSchema(dependentRequired) && { dependentRequired: renamedKeys(dependentRequired, toWire) }),
    ...(isSchema(dependentSchemas) && { dependentSchemas: renamedKeys(dependentSchemas, toWire) }),
  };
}

function at(path: readonly PropertyKey[], name: string): readonly PropertyKey[] {
  return [...path, "properties", name];
}

/** Whether an object may also have a property with a name on the wire, which is then not mapped back. */
function mayBeOther(wire: string, { additionalProperties, patternProperties }: JsonSchema): boolean {
  const patterns = Object.keys(Object(patternProperties));
  return (additionalProperties ?? true) !== false || patterns.some((pattern) => new RegExp(pattern, "u").test(wire));
}

/** Renames the keys of an object, and the names in its lists. */
function renamedKeys(value: object, toWire: (name: string) => string): unknown {
  const entries = Object.entries(value).map(([key, names]) => {
    return [toWire(key), Array.isArray(names) ? names.map((name) => toWire(String(name))) : names] as const;
  });
  return Object.fromEntries(entries);
}
