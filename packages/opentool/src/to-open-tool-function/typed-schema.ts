import type { Issue, JsonSchema } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import { type SchemaType, schemaTypes, type TypedSchema } from "../document.ts";
import { member, place } from "../json-path.ts";
import { isSchema } from "../json-schema.ts";
import { isOfType } from "../json-value.ts";
import { listed, shown } from "../value-text.ts";
import { type Base, type Layer, type Lost, layersOf } from "./flat-schema.ts";

/**
 * A JSON Schema as an OpenTool Schema, and what that can't say.
 *
 * @param isArguments - whether it describes all the arguments: then no others are allowed, as no Function allows them
 */
export function typedSchema(
  base: Base,
  { isArguments = false }: { readonly isArguments?: boolean } = {},
): { readonly schema: TypedSchema; readonly losses: readonly Issue[] } {
  const writer: Writer = { base, isArguments, left: largest, losses: new Map() };
  const schema = write(base.schema, base.path, writer, { depth: 0, within: [] });
  return { schema, losses: [...writer.losses.values()] };
}

/** Schemas in the result, and schemas within schemas: references written out can grow without end. */
const largest = 10_000;
const deepest = 64;

interface Writer {
  readonly base: Base;
  readonly isArguments: boolean;
  left: number;
  /** By message, since a definition that is used twice is lost once. */
  readonly losses: Map<string, Issue>;
}

interface Place {
  readonly depth: number;
  readonly within: readonly JsonSchema[];
}

/** An object of which nothing is said: what stands for a schema that can't be said at all. */
const anything: TypedSchema = { type: "object", properties: {} };

function write(value: unknown, path: readonly PropertyKey[], writer: Writer, { depth, within }: Place): TypedSchema {
  if (!isSchema(value)) {
    lose({ path, code: "type", what: value === false ? "that no value fits" : "any value" }, writer);
    return anything;
  }
  if (--writer.left < 0 || depth > deepest) {
    lose({ path, code: "size", what: "a schema of this size" }, writer);
    return anything;
  }
  const flat = layersOf({ schema: value, path }, writer.base, within);
  for (const lost of flat.lost) lose(lost, writer);
  loseKeywords(flat.layers, depth, writer);
  const sure = flat.layers.filter(({ isOneOfSeveral }) => !isOneOfSeveral);
  const description = said(sure, "description");
  const type = typeOf(flat.layers, flat.lost.length > 0, writer);
  const next = { depth: depth + 1, within: [...within, ...flat.layers.map((layer) => layer.schema)] };
  return {
    type,
    ...(typeof description === "string" && { description }),
    ...(type === "object" && objectParts(flat.layers, writer, next)),
    ...(type === "array" && { items: itemsOf(flat.layers, writer, next) }),
    ...enumOf(sure, type, writer),
  };
}

function said(layers: readonly Layer[], keyword: string): unknown {
  const layer = layers.find(({ schema }) => Object.hasOwn(schema, keyword));
  return member(layer?.schema, keyword);
}

function choicesOf(layers: readonly Layer[]): readonly unknown[] | undefined {
  if (layers.some(({ schema }) => Object.hasOwn(schema, "const"))) return [said(layers, "const")];
  const choices = said(layers, "enum");
  return Array.isArray(choices) ? choices : undefined;
}

function typeOf(layers: readonly Layer[], isKnownLost: boolean, writer: Writer): SchemaType {
  const types = [said(layers, "type") ?? []].flat();
  // In the order that the schema gives.
  const known = types.flatMap((given) => schemaTypes.find((type) => type === given) ?? []);
  const layer = layers.find(({ schema }) => Object.hasOwn(schema, "type")) ?? layers[0];
  const path = layer?.path ?? [];
  if (types.includes("null")) lose({ path, keyword: "type", what: "that null is allowed" }, writer);
  if (known.length > 1) lose({ path, keyword: "type", what: `a union of types (${listed(known)})` }, writer);
  if (known[0] !== undefined) return known[0];
  const choices = choicesOf(layers);
  if (choices !== undefined) return typeOfChoices(choices);
  if (layers.some(({ schema }) => isSchema(schema.properties))) return "object";
  if (layers.some(({ schema }) => Object.hasOwn(schema, "items") || Object.hasOwn(schema, "prefixItems")))
    return "array";
  if (!isKnownLost && types.length === 0) lose({ path, code: "type", what: "any value" }, writer);
  return "object";
}

function typeOfChoices(choices: readonly unknown[]): SchemaType {
  const real = choices.filter((choice) => choice !== null);
  const order: readonly SchemaType[] = ["integer", "number", "boolean", "string", "array", "object"];
  return (
    order.find((type) => real.length > 0 && real.every((choice) => isOfType(type, choice))) ??
    order.find((type) => isOfType(type, real[0])) ??
    "object"
  );
}

function enumOf(layers: readonly Layer[], type: SchemaType, writer: Writer): { readonly enum?: readonly unknown[] } {
  const choices = choicesOf(layers);
  if (choices === undefined) return {};
  const fitting = choices.filter((choice) => isOfType(type, choice));
  const keyword = layers.some(({ schema }) => Object.hasOwn(schema, "const")) ? "const" : "enum";
  const path = layers.find(({ schema }) => Object.hasOwn(schema, keyword))?.path ?? [];
  if (fitting.length < choices.length) {
    const others = choices.filter((choice) => !isOfType(type, choice)).map(shown);
    lose({ path, keyword, what: `${others.join(", ")} among values of type "${type}"` }, writer);
  }
  return fitting.length === 0 ? {} : { enum: fitting };
}

function objectParts(layers: readonly Layer[], writer: Writer, next: Place): Partial<TypedSchema> {
  const properties = new Map<string, TypedSchema>();
  const required = new Set<unknown>();
  for (const { schema, path } of layers) {
    for (const [name, property] of Object.entries(isSchema(schema.properties) ? schema.properties : {})) {
      const at = [...path, "properties", name];
      if (properties.has(name))
        lose({ path: at, code: "properties", what: "a property that two schemas describe" }, writer);
      else properties.set(name, write(property, at, writer, next));
    }
    for (const name of Array.isArray(schema.required) ? schema.required : []) required.add(name);
  }
  for (const { schema, path } of layers) {
    const names: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
    const unknown = names.find((name) => typeof name !== "string" || !properties.has(name));
    if (unknown !== undefined)
      lose({ path, keyword: "required", what: `that ${shown(unknown)}, which is no property, is required` }, writer);
  }
  const kept = [...properties.keys()].filter((name) => required.has(name));
  return { properties: Object.fromEntries(properties), ...(kept.length > 0 && { required: kept }) };
}

function itemsOf(layers: readonly Layer[], writer: Writer, next: Place): TypedSchema {
  for (const { schema, path } of layers) {
    for (const keyword of ["prefixItems", "items"]) {
      const value: unknown = schema[keyword];
      if (Array.isArray(value)) {
        lose({ path, keyword, what: "a list whose items differ by place" }, writer);
        return write(value[0], [...path, keyword, 0], writer, next);
      }
      if (value !== undefined) return write(value, [...path, keyword], writer, next);
    }
  }
  lose({ path: layers[0]?.path ?? [], code: "items", what: "a list of any values" }, writer);
  return anything;
}

const sayable = new Set([
  "type",
  "description",
  "properties",
  "items",
  "enum",
  "const",
  "required",
  "additionalProperties",
]);
for (const keyword of ["$ref", "allOf", "anyOf", "oneOf", "prefixItems"]) sayable.add(keyword);
/** Nothing that a reader of the document would miss. */
const silent = new Set(["$schema", "$id", "$anchor", "$comment", "$defs", "definitions", "title"]);

function loseKeywords(layers: readonly Layer[], depth: number, writer: Writer): void {
  const before = new Map<string, unknown>();
  // Arguments are closed, an object among them is open: what is not so can't be said.
  const usual = !(writer.isArguments && depth === 0);
  for (const { schema, path } of layers) {
    for (const [keyword, value] of Object.entries(schema)) {
      const isSaid = keyword === "additionalProperties" ? value === usual : sayable.has(keyword) || silent.has(keyword);
      if (!isSaid) lose({ path, keyword, ...whatOf(keyword, value) }, writer);
      if (/^(?:type|items|enum|const)$/.test(keyword)) {
        if (before.has(keyword) && before.get(keyword) !== value) lose({ path, keyword }, writer);
        else before.set(keyword, value);
      }
    }
  }
}

function whatOf(keyword: string, value: unknown): { readonly what?: string } {
  if (keyword === "additionalProperties") {
    return { what: `that there may be ${value === false ? "no " : ""}other properties` };
  }
  return typeof value === "object" && value !== null ? {} : { what: `"${keyword}": ${shown(value)}` };
}

function lose({ path, keyword, code = keyword ?? "", what = `"${keyword}"` }: Lost, writer: Writer): void {
  const pointer = jsonPointer(keyword === undefined ? path : [...path, keyword]);
  const message = `${place(path)}: OpenTool can't say ${what}`;
  writer.losses.set(message, { code, message, path: pointer });
}
