import { isObject, quote } from "@helve/core/internal";
import { type SchemaType, schemaTypes } from "../document.ts";
import { isOfType } from "../json-value.ts";
import { shown } from "../value-text.ts";
import { type Fields, isWrapper, note, type Path, type UpgradeLog } from "./upgrade-log.ts";

/** Schemas within schemas, as far as a document is read. */
const deepest = 100;

/**
 * Brings a schema and those within it to the form of OpenTool 1.0.0 §Schema: no wrappers, `required` as a list of the
 * object's, types that OpenTool knows.
 */
export function upgradeSchema(value: unknown, path: Path, log: UpgradeLog, depth = 0): unknown {
  const { schema, required } = bareSchema(value, path, log);
  if (required !== undefined) {
    const says = `left out: neither a parameter nor a property, it can't be required (got ${required})`;
    note(log, "required", [...path, "required"], { before: required, says });
  }
  return upgradeBare(schema, path, log, depth);
}

/** A schema out of its wrappers, and what was said beside it. */
export interface BareSchema {
  readonly schema: unknown;
  /** Whether the schema's owner must be there, where the schema or its wrapper says so. */
  readonly required: boolean | undefined;
}

/** Takes a schema out of its wrappers, and `required: true` out of the schema. */
export function bareSchema(value: unknown, path: Path, log: UpgradeLog): BareSchema {
  let schema = value;
  let required: boolean | undefined;
  for (;;) {
    const said = isObject(schema) ? schema["required"] : undefined;
    if (isObject(schema) && typeof said === "boolean") {
      const { required: _, ...rest } = schema;
      schema = rest;
      required ??= said;
    } else if (isWrapper(schema)) {
      const after = unwrapped(schema);
      note(log, "wrapper", path, { before: schema, after, says: 'was in a wrapper, {"schema": …}' });
      log.dialects.add("S2");
      schema = after;
    } else {
      return { schema, required };
    }
  }
}

/** The inner schema with what its wrapper says. Where both say it the inner one counts, but both descriptions stay. */
function unwrapped({ schema, ...beside }: Fields & { readonly schema: Fields }): Fields {
  const added = Object.entries(beside).filter(([key]) => !Object.hasOwn(schema, key));
  const texts = [beside["description"], schema["description"]].filter((text) => typeof text === "string");
  return {
    ...schema,
    ...Object.fromEntries(added),
    ...(texts.length === 2 && { description: [...new Set(texts)].join("\n") }),
  };
}

/** Brings what `bareSchema` gave, and all within it, to the current form. */
export function upgradeBare(value: unknown, path: Path, log: UpgradeLog, depth = 0): unknown {
  if (!isObject(value) || depth > deepest) return value;
  const schema = withProperties(upgradeType(value, path, log), path, log, depth);
  if (!isObject(schema["items"])) return schema;
  return { ...schema, items: upgradeSchema(schema["items"], [...path, "items"], log, depth + 1) };
}

function withProperties(schema: Fields, path: Path, log: UpgradeLog, depth: number): Fields {
  const { properties, required: before } = schema;
  if (!isObject(properties)) return schema;
  const said = new Map<string, boolean>();
  const upgraded = Object.entries(properties).map(([name, property]) => {
    const at = [...path, "properties", name];
    const bare = bareSchema(property, at, log);
    if (bare.required !== undefined) said.set(name, bare.required);
    return [name, upgradeBare(bare.schema, at, log, depth + 1)] as const;
  });
  const result = { ...schema, properties: Object.fromEntries(upgraded) };
  if (said.size === 0) return result;
  log.dialects.add("S2");
  const names = [...said.keys()];
  const after = withNames(
    before,
    names.filter((name) => said.get(name)),
  );
  const says = `was said by each property of itself (${names.map(quote).join(", ")}): now by the object`;
  note(log, "required", [...path, "required"], { before, after, says });
  return after === undefined ? result : { ...result, required: after };
}

/** The list that there was, and the names that are not in it yet. */
function withNames(before: unknown, names: readonly string[]): unknown {
  if (names.length === 0) return before;
  return [...new Set<unknown>([...(Array.isArray(before) ? before : []), ...names])];
}

/**
 * Gives a schema one of OpenTool's types where there is no doubt which, and makes its enum fit.
 *
 * Dart's `"dynamic"` and `"null"` have no counterpart: what else the schema says decides, or it becomes an object, as
 * in `toOpenToolFunction`.
 */
function upgradeType(given: Fields, path: Path, log: UpgradeLog): Fields {
  if (given["$ref"] !== undefined) return given;
  const schema = withEnum(withType(given, path, log), path, log);
  if (schema["type"] !== "object" || schema["properties"] !== undefined) return schema;
  note(log, "missing", [...path, "properties"], { after: {}, says: "was missing: an object has properties" });
  return { ...schema, properties: {} };
}

function withType(schema: Fields, path: Path, log: UpgradeLog): Fields {
  const before = schema["type"];
  const after = knownType(before, schema);
  if (after === before) return schema;
  const says =
    before === undefined
      ? `was missing: the rest of the schema says ${after}`
      : `was ${JSON.stringify(before)}, which OpenTool can't say: now ${after}`;
  note(log, before === undefined ? "missing" : "type", [...path, "type"], { before, after, says });
  return { ...schema, type: after };
}

/** OpenTool's type; the given one where it is one of them or can't be told. */
function knownType(type: unknown, schema: Fields): unknown {
  if (type === undefined) return impliedType(schema);
  if (type === "dynamic" || type === "null") return impliedType(schema) ?? "object";
  if (!Array.isArray(type)) return type;
  const known = schemaTypes.filter((name) => type.includes(name));
  const onlyNullBeside = type.every((name) => name === known[0] || name === "null");
  return known.length === 1 && onlyNullBeside ? known[0] : type;
}

/** The type that the rest of a schema leaves no doubt about. */
function impliedType({ properties, items, enum: choices }: Fields): SchemaType | undefined {
  if (isObject(properties)) return "object";
  if (isObject(items)) return "array";
  const values = Array.isArray(choices) ? choices.filter((choice) => choice !== null) : [];
  // In this order an integer is seen before a number.
  return values.length === 0 ? undefined : schemaTypes.find((type) => values.every((value) => isOfType(type, value)));
}

/** Values of the schema's type: one written as another type is rewritten, and `null`, which SDKs allow, left out. */
function withEnum(schema: Fields, path: Path, log: UpgradeLog): Fields {
  const { type, enum: before } = schema;
  if (typeof type !== "string" || !Array.isArray(before)) return schema;
  const after = before.filter((choice) => choice !== null).map((choice) => bent(choice, type));
  const changed = before.filter((choice) => choice === null || bent(choice, type) !== choice);
  if (changed.length === 0 || after.length === 0) return schema;
  const says = `had values that are not of type "${type}": ${changed.map(shown).join(", ")}`;
  note(log, "enum", [...path, "enum"], { before, after, says });
  return { ...schema, enum: after };
}

/** The value that reads the same in the given type, if there is one. */
function bent(choice: unknown, type: string): unknown {
  if (type === "string") return typeof choice === "number" || typeof choice === "boolean" ? String(choice) : choice;
  if (typeof choice !== "string" || !/^(?:integer|number|boolean)$/.test(type)) return choice;
  const value = type === "boolean" ? choice === "true" : Number(choice);
  return String(value) === choice && isOfType(type, value) ? value : choice;
}
