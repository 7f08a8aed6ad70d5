import { isObject, quote } from "@helve/core/internal";
import { type SchemaType, schemaTypes } from "../document.ts";
import { isOfType } from "../json-value.ts";
import { valueText } from "../value-text.ts";
import { addChange, isWrapper, type JsonFields, type Path, type UpgradeLog } from "./upgrade-log.ts";

/** The maximum nesting depth of schemas that are upgraded. */
const maxDepth = 100;

/**
 * Brings a schema and those within it to the form of OpenTool 1.0.0 §Schema: no wrappers, `required` as a list of the
 * object's, types that OpenTool knows.
 */
export function upgradeSchema(value: unknown, path: Path, log: UpgradeLog, depth = 0): unknown {
  const { schema, required } = unwrapSchema(value, path, log);
  if (required !== undefined) {
    const reason = `left out: neither a parameter nor a property, it can't be required (got ${required})`;
    addChange(log, "required", [...path, "required"], { before: required, reason });
  }
  return upgradeUnwrapped(schema, path, log, depth);
}

/** A schema without its wrappers. */
export interface UnwrappedSchema {
  readonly schema: unknown;
  /** The `required` flag that the schema or its wrapper had. */
  readonly required: boolean | undefined;
}

/** Takes a schema out of its wrappers, and `required: true` out of the schema. */
export function unwrapSchema(value: unknown, path: Path, log: UpgradeLog): UnwrappedSchema {
  let schema = value;
  let required: boolean | undefined;
  for (;;) {
    const said = isObject(schema) ? schema["required"] : undefined;
    if (isObject(schema) && typeof said === "boolean") {
      const { required: _, ...rest } = schema;
      schema = rest;
      required ??= said;
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
function mergeWrapper({ schema, ...beside }: JsonFields & { readonly schema: JsonFields }): JsonFields {
  const added = Object.entries(beside).filter(([key]) => !Object.hasOwn(schema, key));
  const texts = [beside["description"], schema["description"]].filter((text) => typeof text === "string");
  return {
    ...schema,
    ...Object.fromEntries(added),
    ...(texts.length === 2 && { description: [...new Set(texts)].join("\n") }),
  };
}

/** Upgrades a schema from `unwrapSchema`, and every schema inside it. */
export function upgradeUnwrapped(value: unknown, path: Path, log: UpgradeLog, depth = 0): unknown {
  if (!isObject(value) || depth > maxDepth) return value;
  const schema = upgradeProperties(upgradeTypeAndEnum(value, path, log), path, log, depth);
  if (!isObject(schema["items"])) return schema;
  return { ...schema, items: upgradeSchema(schema["items"], [...path, "items"], log, depth + 1) };
}

function upgradeProperties(schema: JsonFields, path: Path, log: UpgradeLog, depth: number): JsonFields {
  const { properties, required: before } = schema;
  if (!isObject(properties)) return schema;
  const said = new Map<string, boolean>();
  const upgraded = Object.entries(properties).map(([name, property]) => {
    const at = [...path, "properties", name];
    const bare = unwrapSchema(property, at, log);
    if (bare.required !== undefined) said.set(name, bare.required);
    return [name, upgradeUnwrapped(bare.schema, at, log, depth + 1)] as const;
  });
  const result = { ...schema, properties: Object.fromEntries(upgraded) };
  if (said.size === 0) return result;
  log.dialects.add("S2");
  const names = [...said.keys()];
  const after = addRequiredNames(
    before,
    names.filter((name) => said.get(name)),
  );
  const reason = `was on each property (${names.map(quote).join(", ")}): now on the object`;
  addChange(log, "required", [...path, "required"], { before, after, reason });
  return after === undefined ? result : { ...result, required: after };
}

/** The list that there was, and the names that are not in it yet. */
function addRequiredNames(before: unknown, names: readonly string[]): unknown {
  if (names.length === 0) return before;
  return [...new Set<unknown>([...(Array.isArray(before) ? before : []), ...names])];
}

/**
 * Gives a schema an OpenTool type where it is unambiguous, and converts its enum values to that type.
 *
 * Dart's `"dynamic"` and `"null"` have no counterpart: the other keywords decide, or it becomes an object, as
 * in `toOpenToolFunction`.
 */
function upgradeTypeAndEnum(input: JsonFields, path: Path, log: UpgradeLog): JsonFields {
  if (input["$ref"] !== undefined) return input;
  const schema = upgradeEnum(upgradeTypeKeyword(input, path, log), path, log);
  if (schema["type"] !== "object" || schema["properties"] !== undefined) return schema;
  addChange(log, "missing", [...path, "properties"], { after: {}, reason: "was missing: an object has properties" });
  return { ...schema, properties: {} };
}

function upgradeTypeKeyword(schema: JsonFields, path: Path, log: UpgradeLog): JsonFields {
  const before = schema["type"];
  const after = toKnownType(before, schema);
  if (after === before) return schema;
  const reason =
    before === undefined
      ? `was missing: the other keywords imply ${after}`
      : `was ${JSON.stringify(before)}, which OpenTool can't represent: now ${after}`;
  addChange(log, before === undefined ? "missing" : "type", [...path, "type"], { before, after, reason });
  return { ...schema, type: after };
}

/** The OpenTool type for a type keyword; the input if it is already valid or can't be converted. */
function toKnownType(type: unknown, schema: JsonFields): unknown {
  if (type === undefined) return impliedType(schema);
  if (type === "dynamic" || type === "null") return impliedType(schema) ?? "object";
  if (!Array.isArray(type)) return type;
  const known = schemaTypes.filter((name) => type.includes(name));
  const onlyNullBeside = type.every((name) => name === known[0] || name === "null");
  return known.length === 1 && onlyNullBeside ? known[0] : type;
}

/** The type that the rest of a schema leaves no doubt about. */
function impliedType({ properties, items, enum: choices }: JsonFields): SchemaType | undefined {
  if (isObject(properties)) return "object";
  if (isObject(items)) return "array";
  const values = Array.isArray(choices) ? choices.filter((choice) => choice !== null) : [];
  // In this order an integer is seen before a number.
  return values.length === 0 ? undefined : schemaTypes.find((type) => values.every((value) => isOfType(type, value)));
}

/** Converts enum values to the schema's type, and removes `null`, which SDKs allow. */
function upgradeEnum(schema: JsonFields, path: Path, log: UpgradeLog): JsonFields {
  const { type, enum: before } = schema;
  if (typeof type !== "string" || !Array.isArray(before)) return schema;
  const after = before.filter((choice) => choice !== null).map((choice) => convertToType(choice, type));
  const changed = before.filter((choice) => choice === null || convertToType(choice, type) !== choice);
  if (changed.length === 0 || after.length === 0) return schema;
  const reason = `had values that are not of type "${type}": ${changed.map(valueText).join(", ")}`;
  addChange(log, "enum", [...path, "enum"], { before, after, reason });
  return { ...schema, enum: after };
}

/** The value of another type with the same text, if there is one: `"1"` for an integer is 1. */
function convertToType(choice: unknown, type: string): unknown {
  if (type === "string") return typeof choice === "number" || typeof choice === "boolean" ? String(choice) : choice;
  if (typeof choice !== "string" || !/^(?:integer|number|boolean)$/.test(type)) return choice;
  const value = type === "boolean" ? choice === "true" : Number(choice);
  return String(value) === choice && isOfType(type, value) ? value : choice;
}
