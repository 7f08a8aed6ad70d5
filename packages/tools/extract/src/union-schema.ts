/** Converts a union type to JSON Schema: literals become an `enum`, other members an `anyOf`. */
import type { JsonSchema } from "@helve/core";
import { withoutUndefined } from "@helve/core/internal";
import type { Type } from "./compiler.ts";
import type { Place, SchemaWriter } from "./schema-writer.ts";
import { typeSchema, withoutJson } from "./type-schema.ts";

/** Converts the members of a union; `undefined` makes the value optional. */
export function unionSchema(type: Type, place: Place, writer: SchemaWriter): JsonSchema {
  const { compiler } = writer;
  const members = compiler.membersOf(type).filter((member) => compiler.kindOf(member) !== "undefined");
  const literals = members.flatMap((member) =>
    compiler.kindOf(member) === "literal" ? [compiler.literalOf(member)] : [],
  );
  const isBoolean = literals.includes(true) && literals.includes(false);
  const values = literals.filter((value) => !(isBoolean && typeof value === "boolean"));
  const all = members.filter((member) => !["literal", "null"].includes(compiler.kindOf(member)));
  const others = values.length + all.length > 1 ? representable(all, place, writer) : all;
  const schemas = distinct([
    ...others.map((member) => typeSchema(member, place, writer)),
    ...(isBoolean ? [{ type: "boolean" as const }] : []),
    ...(values.length > 0 ? [enumSchema(values)] : []),
  ]);
  const isNullable = members.some((member) => compiler.kindOf(member) === "null");
  const [only, ...more] = schemas;
  if (only === undefined) return { type: "null" };
  if (schemas.some((schema) => Object.keys(schema).length === 0)) return {};
  if (more.length === 0) return isNullable ? nullable(only) : only;
  return { anyOf: [...schemas, ...(isNullable ? [{ type: "null" as const }] : [])] };
}

/** The members without those that JSON has no values for: an argument can be a string where a Date or a string is accepted. */
function representable(members: readonly Type[], place: Place, writer: SchemaWriter): readonly Type[] {
  if (writer.direction === "output") return members;
  const kept = members.filter((member) => withoutJson(member, writer) === undefined);
  if (kept.length === members.length || kept.length === 0) return members;
  const left = members.filter((member) => !kept.includes(member)).map((member) => writer.compiler.textOf(member));
  const message = `${place.what} can be ${left.join(" or ")}, which JSON has no values for: only its other types are accepted`;
  writer.report({ code: "left_out_type", message, severity: "warning", node: place.node });
  return kept;
}

function enumSchema(values: readonly unknown[]): JsonSchema {
  const types = [...new Set(values.map((value) => (typeof value === "number" ? numberType(values) : typeof value)))];
  return { type: (types.length === 1 ? types[0] : types) as JsonSchema["type"], enum: values } as JsonSchema;
}

function numberType(values: readonly unknown[]): "integer" | "number" {
  return values.every((value) => typeof value !== "number" || Number.isInteger(value)) ? "integer" : "number";
}

/** Allows null, too. */
function nullable(schema: JsonSchema): JsonSchema {
  const { type, enum: values } = schema;
  if (type === undefined || schema.const !== undefined) return { anyOf: [schema, { type: "null" }] };
  return withoutUndefined({
    ...schema,
    type: [type, "null"].flat() as JsonSchema["type"],
    enum: values && [...values, null],
  });
}

/** The schemas without repetitions. Those of objects come from different types. */
export function distinct(schemas: readonly JsonSchema[]): readonly JsonSchema[] {
  if (schemas.length < 2) return schemas;
  const keys = schemas.map((schema) => (schema.properties === undefined ? JSON.stringify(schema) : schema));
  return schemas.filter((_, index) => keys.indexOf(keys[index] ?? "") === index);
}
