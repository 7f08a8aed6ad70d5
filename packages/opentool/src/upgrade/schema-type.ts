import { isObject } from "@helve/core/internal";

import { type SchemaType, schemaTypes } from "../document.ts";
import { isOfType } from "../is-of-type.ts";
import { shown } from "../words.ts";
import { note, type Path, type UpgradeLog } from "./change.ts";
import type { Fields } from "./fields.ts";

/**
 * Gives a schema one of OpenTool's types where there is no doubt which, and makes its enum fit.
 *
 * Dart's `"dynamic"` and `"null"` have no counterpart: what else the schema says decides, or it becomes an object, as
 * in `toOpenToolFunction`.
 */
export function upgradeType(given: Fields, path: Path, log: UpgradeLog): Fields {
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
