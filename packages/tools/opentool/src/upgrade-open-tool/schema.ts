/** Upgrades a schema: removes wrappers, moves `required` to the object, and converts types and enum values. */
import { isObject, quote, withoutUndefined } from "@helve/core/internal";
import { jsonSchemaField, type SchemaType, schemaTypes } from "../document.ts";
import { isOfType } from "../json-value.ts";
import { valueText } from "../value-text.ts";
import { addChange, isWrapper, type JsonFields, type Path, type UpgradeLog } from "./upgrade-log.ts";

/** The maximum nesting depth of schemas that are upgraded. */
const maxDepth = 100;

/**
 * Upgrades a schema and the schemas inside it to OpenTool 1.0.0 §Schema: without wrappers, with `required` as a list
 * of names on the object, and with OpenTool's types.
 */
export function upgradeSchema(value: unknown, path: Path, log: UpgradeLog, depth = 0): unknown {
  const { schema, required } = unwrapSchema(value, path, log);
  if (required !== undefined) {
    const reason = `left out: neither a parameter nor a property, it can't be required (got ${required})`;
    addChange(log, "required", [...path, "required"], { before: required, reason });
  }
  return upgradeUnwrappedSchema(schema, path, log, depth);
}

/** A schema without its wrappers. */
export interface UnwrappedSchema {
  readonly schema: unknown;
  /** The `required` flag that the schema or its wrapper had. */
  readonly required: boolean | undefined;
}

/** Removes the wrappers around a schema, and a boolean `required` from the schema. */
export function unwrapSchema(value: unknown, path: Path, log: UpgradeLog): UnwrappedSchema {
  let schema = value;
  let required: boolean | undefined;
  for (;;) {
    const flag = isObject(schema) ? schema["required"] : undefined;
    if (isObject(schema) && typeof flag === "boolean") {
      const { required: _, ...rest } = schema;
      schema = rest;
      required ??= flag;
    } else if (isWrapper(schema)) {
      const after = mergeWrapper(schema);
      addChange(log, "wrapper", path, { before: schema, after, reason: 'was in a wrapper, {"schema": …}' });
      log.dialects.add("S2");
      schema = after;
    } else {
      return { schema, required };
    }
  }
}

/** Merges a wrapper's fields into its schema. The schema's own fields win; two descriptions are joined. */
function mergeWrapper({ schema, ...wrapper }: JsonFields & { readonly schema: JsonFields }): JsonFields {
  const added = Object.entries(wrapper).filter(([key]) => !Object.hasOwn(schema, key));
  const texts = [wrapper["description"], schema["description"]].filter((text) => typeof text === "string");
  return {
    ...schema,
    ...Object.fromEntries(added),
    ...withoutUndefined({ description: texts.length === 2 ? [...new Set(texts)].join("\n") : undefined }),
  };
}

/** Upgrades a schema from `unwrapSchema`, and every schema inside it. */
export function upgradeUnwrappedSchema(value: unknown, path: Path, log: UpgradeLog, depth = 0): unknown {
  if (!isObject(value) || depth > maxDepth) return value;
  const schema = upgradeProperties(upgradeTypeAndEnum(value, path, log), path, log, depth);
  if (!isObject(schema["items"])) return schema;
  return { ...schema, items: upgradeSchema(schema["items"], [...path, "items"], log, depth + 1) };
}

/** Upgrades the properties of an object schema, and moves their boolean `required` to the object's list of names. */
function upgradeProperties(schema: JsonFields, path: Path, log: UpgradeLog, depth: number): JsonFields {
  const { properties, required: before } = schema;
  if (!isObject(properties)) return schema;
  const requiredFlags = new Map<string, boolean>();
  const upgraded = Object.entries(properties).map(([name, property]) => {
    const propertyPath = [...path, "properties", name];
    const unwrapped = unwrapSchema(property, propertyPath, log);
    if (unwrapped.required !== undefined) requiredFlags.set(name, unwrapped.required);
    return [name, upgradeUnwrappedSchema(unwrapped.schema, propertyPath, log, depth + 1)] as const;
  });
  const result = { ...schema, properties: Object.fromEntries(upgraded) };
  if (requiredFlags.size === 0) return result;
  log.dialects.add("S2");
  const names = [...requiredFlags.keys()];
  const after = addRequiredNames(
    before,
    names.filter((name) => requiredFlags.get(name)),
  );
  const reason = `was on each property (${names.map(quote).join(", ")}): now on the object`;
  addChange(log, "required", [...path, "required"], { before, after, reason });
  return after === undefined ? result : { ...result, required: after };
}

/** Adds names to the list of required names that exists. */
function addRequiredNames(before: unknown, names: readonly string[]): unknown {
  if (names.length === 0) return before;
  return [...new Set<unknown>([...(Array.isArray(before) ? before : []), ...names])];
}

/**
 * Sets the OpenTool type of a schema if it is unambiguous, and converts its enum values to that type.
 *
 * Dart's `"dynamic"` and `"null"` have no counterpart: the other keywords decide, or it becomes an object, as
 * in `toOpenToolFunction`. The values of `"dynamic"` and of a type or null are kept in `x-json-schema`.
 */
function upgradeTypeAndEnum(input: JsonFields, path: Path, log: UpgradeLog): JsonFields {
  if ((input["$ref"] ?? undefined) !== undefined) return input;
  const schema = upgradeEnum(upgradeTypeKeyword(input, path, log), path, log);
  if (schema["type"] !== "object" || (schema["properties"] ?? undefined) !== undefined) return schema;
  addChange(log, "missing", [...path, "properties"], { after: {}, reason: "was missing: an object has properties" });
  return { ...schema, properties: {} };
}

/** Replaces a type that OpenTool doesn't have, and fills in a missing type if the other keywords imply it. */
function upgradeTypeKeyword(schema: JsonFields, path: Path, log: UpgradeLog): JsonFields {
  const before = schema["type"] ?? undefined;
  const after = toOpenToolType(before, schema);
  if (after === before) return schema;
  const reason =
    before === undefined
      ? `was missing: the other keywords imply ${after}`
      : `was ${JSON.stringify(before)}, which OpenTool can't represent: now ${after}`;
  addChange(log, before === undefined ? "missing" : "type", [...path, "type"], { before, after, reason });
  return { ...schema, type: after, ...valuesOfType(before, after, schema) };
}

/** Returns the fields that keep the values of a type that OpenTool doesn't have: any value, or `null` as well. */
function valuesOfType(before: unknown, after: unknown, schema: JsonFields): JsonFields {
  const { enum: choices, description: _, ...rest } = schema;
  if (before === "dynamic" && impliedType(schema) === undefined) return { [jsonSchemaField]: true };
  const isScalar = after !== "array" && after !== "object";
  if (!Array.isArray(before) || !before.includes("null") || !isScalar) return {};
  return Array.isArray(choices)
    ? { enum: [...choices.filter((choice) => choice !== null), null] }
    : { [jsonSchemaField]: { ...rest, type: before } };
}

/** Returns the OpenTool type for the value of `type`; the input if it is already valid or can't be converted. */
function toOpenToolType(type: unknown, schema: JsonFields): unknown {
  if (type === undefined) return impliedType(schema);
  if (type === "dynamic" || type === "null") return impliedType(schema) ?? "object";
  if (!Array.isArray(type)) return type;
  const knownTypes = schemaTypes.filter((name) => type.includes(name));
  const hasNoOtherType = type.every((name) => name === knownTypes[0] || name === "null");
  return knownTypes.length === 1 && hasNoOtherType ? knownTypes[0] : type;
}

/** Returns the type that the other keywords of a schema imply; `undefined` if they imply none. */
function impliedType({ properties, items, enum: choices }: JsonFields): SchemaType | undefined {
  if (isObject(properties)) return "object";
  if (isObject(items)) return "array";
  const values = Array.isArray(choices) ? choices.filter((choice) => choice !== null) : [];
  // `schemaTypes` has `integer` before `number`, so integers become `integer`.
  return values.length === 0 ? undefined : schemaTypes.find((type) => values.every((value) => isOfType(type, value)));
}

/** Converts enum values to the schema's type; `null` is allowed beside them. */
function upgradeEnum(schema: JsonFields, path: Path, log: UpgradeLog): JsonFields {
  const { type, enum: before } = schema;
  if (typeof type !== "string" || !Array.isArray(before)) return schema;
  const after = before.map((choice) => convertToType(choice, type));
  const changed = before.filter((choice) => convertToType(choice, type) !== choice);
  if (changed.length === 0) return schema;
  const reason = `had values that are not of type "${type}": ${changed.map(valueText).join(", ")}`;
  addChange(log, "enum", [...path, "enum"], { before, after, reason });
  return { ...schema, enum: after };
}

/**
 * Converts a value to a type if both have the same text: `"1"` becomes 1 for an integer. Other values are returned
 * unchanged.
 */
function convertToType(choice: unknown, type: string): unknown {
  if (type === "string") return typeof choice === "number" || typeof choice === "boolean" ? String(choice) : choice;
  if (typeof choice !== "string" || !/^(?:integer|number|boolean)$/.test(type)) return choice;
  const value = type === "boolean" ? choice === "true" : Number(choice);
  return String(value) === choice && isOfType(type, value) ? value : choice;
}
