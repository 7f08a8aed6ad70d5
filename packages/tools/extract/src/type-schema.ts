/** Converts a type to JSON Schema. Named types become definitions. */
import type { JsonSchema } from "@helve/core";
import { withoutUndefined } from "@helve/core/internal";
import type { Compiler, Type, TypeSymbol } from "./compiler.ts";
import { keywordsOf } from "./doc-tags.ts";
import { libraryType } from "./library-types.ts";
import { type Place, refuse, type SchemaWriter, unknownSchema, withinLimits } from "./schema-writer.ts";
import { textPattern } from "./text-pattern.ts";
import { distinct, unionSchema } from "./union-schema.ts";

/** Converts a type; a named object type becomes a reference to a definition. */
export function typeSchema(type: Type, place: Place, writer: SchemaWriter): JsonSchema {
  return withinLimits(place, writer, () => schemaOf(type, place, writer));
}

/** Converts a type by its kind. */
function schemaOf(type: Type, place: Place, writer: SchemaWriter): JsonSchema {
  const { compiler } = writer;
  switch (compiler.kindOf(type)) {
    case "any":
      return unknownSchema(`is of type any, so any value is accepted: give it a type`, place, writer);
    case "unknown":
      return {};
    case "string":
      return { type: "string" };
    case "number":
      return { type: "number" };
    case "boolean":
      return { type: "boolean" };
    case "null":
    case "undefined":
      return { type: "null" };
    case "literal":
      return literalSchema(compiler.literalOf(type));
    case "template":
    case "mapping":
      return { type: "string", pattern: `^${textPattern(type, place, writer)}$` };
    case "union":
      return named(type, writer, () => unionSchema(type, place, writer));
    case "intersection":
      return named(type, writer, () => intersectionSchema(type, place, writer));
    case "parameter":
      return parameterSchema(type, place, writer);
    case "object":
      return objectTypeSchema(type, place, writer);
    default:
      return refuse(`is of type ${compiler.textOf(type)}, which JSON can't represent`, place, writer);
  }
}

function literalSchema(value: string | number | boolean | undefined): JsonSchema {
  if (typeof value === "number") return { type: Number.isInteger(value) ? "integer" : "number", enum: [value] };
  return { type: typeof value === "boolean" ? "boolean" : "string", enum: [value] };
}

/** Converts a type parameter by its constraint. */
function parameterSchema(type: Type, place: Place, writer: SchemaWriter): JsonSchema {
  const constraint = writer.compiler.constraintOf(type);
  if (constraint !== undefined && constraint.id !== type.id) return typeSchema(constraint, place, writer);
  return unknownSchema(
    `is of type ${writer.compiler.textOf(type)}, which can be any type, so any value is accepted`,
    place,
    writer,
  );
}

function objectTypeSchema(type: Type, place: Place, writer: SchemaWriter): JsonSchema {
  return named(type, writer, () => unnamedObjectSchema(type, place, writer));
}

function unnamedObjectSchema(type: Type, place: Place, writer: SchemaWriter): JsonSchema {
  const { compiler } = writer;
  const item = compiler.itemOf(type);
  if (item !== undefined) return { type: "array", items: typeSchema(item, place, writer) };
  const places = compiler.tupleItemsOf(type);
  if (places !== undefined) return tupleSchema(places, place, writer);
  const name = compiler.nameOf(type);
  if (name?.isLibrary) {
    const known = libraryType(name, writer.direction);
    if (known?.problem !== undefined) return refuse(known.problem, place, writer);
    if (known?.schema !== undefined) return known.schema;
    const [first, second] = name.typeArguments;
    if (known?.itemIndex === 0 && first) return { type: "array", items: typeSchema(first, place, writer) };
    if (known?.itemIndex === 1 && second)
      return { type: "object", additionalProperties: typeSchema(second, place, writer) };
    if (hasMethods(type, compiler)) return refuse(`is a ${name.name}, which JSON can't represent`, place, writer);
  }
  if (compiler.signaturesOf(type).length > 0) return refuse("is a function, which JSON can't represent", place, writer);
  return objectSchema(type, place, writer);
}

/** Why JSON has no values for a type of the library or a function; `undefined` for another type. */
export function withoutJson(type: Type, { compiler, direction }: SchemaWriter): string | undefined {
  if (compiler.kindOf(type) !== "object") return undefined;
  const name = compiler.nameOf(type);
  const problem = name?.isLibrary === true ? libraryType(name, direction)?.problem : undefined;
  return problem === undefined && isFunction(type, compiler) ? "is a function" : problem;
}

function isFunction(type: Type, compiler: Compiler): boolean {
  return compiler.kindOf(type) === "object" && compiler.signaturesOf(type).length > 0;
}

function hasMethods(type: Type, compiler: Compiler): boolean {
  return compiler.propertiesOf(type).some((symbol) => isFunction(compiler.typeOf(symbol), compiler));
}

function tupleSchema(
  places: readonly { readonly type: Type; readonly kind: "required" | "optional" | "rest" }[],
  place: Place,
  writer: SchemaWriter,
): JsonSchema {
  const restAt = places.findIndex(({ kind }) => kind === "rest");
  const fixed = restAt < 0 ? places : places.slice(0, restAt);
  const others = restAt < 0 ? [] : places.slice(restAt).map(({ type }) => typeSchema(type, place, writer));
  const required = places.filter(({ kind }) => kind === "required");
  if (others.length > 1) {
    const message = `${place.what} has items after others of any number: their order is not checked`;
    writer.report({ code: "tuple", message, severity: "warning", node: place.node });
  }
  const [only, ...more] = distinct(others);
  return withoutUndefined({
    type: "array" as const,
    prefixItems: fixed.length > 0 ? fixed.map(({ type }) => typeSchema(type, place, writer)) : undefined,
    items: only === undefined ? false : more.length === 0 ? only : { anyOf: [only, ...more] },
    minItems: required.length > 0 ? required.length : undefined,
  });
}

/** Builds the schema of an intersection: of objects an object; of a basic type and a brand that type. */
function intersectionSchema(type: Type, place: Place, writer: SchemaWriter): JsonSchema {
  const { compiler } = writer;
  const basic = compiler
    .membersOf(type)
    .find((member) => !["object", "intersection", "union"].includes(compiler.kindOf(member)));
  return basic === undefined ? objectSchema(type, place, writer) : typeSchema(basic, place, writer);
}

/** The schema of an object type with its properties. */
export function objectSchema(type: Type, place: Place, writer: SchemaWriter): JsonSchema {
  const { compiler } = writer;
  const properties: [string, JsonSchema | false][] = [];
  const required: string[] = [];
  const owner = compiler.nameOf(type)?.symbol;
  const isInstance = owner !== undefined && compiler.isClass(owner);
  for (const symbol of compiler.propertiesOf(type)) {
    if (writer.progress.hasEnded) break;
    if (symbol.name.startsWith("__@")) continue;
    if (isInstance && isPrivate(symbol, compiler)) {
      if (writer.direction === "output") continue;
      return refuse("is a class with private members, which an object of JSON does not have", place, writer);
    }
    // JSON has no properties of a prototype.
    if (isInstance && writer.direction === "output" && compiler.isAccessor(symbol)) continue;
    const at = propertyPlace(symbol, place, compiler);
    const value = compiler.typeOf(symbol);
    if (isFunction(value, compiler)) {
      if (writer.direction === "input") refuse("is a function, which JSON can't represent", at, writer);
      continue;
    }
    if (compiler.kindOf(value) === "never") continue;
    if (compiler.kindOf(value) === "undefined") {
      // It can only be absent.
      properties.push([symbol.name, false]);
      continue;
    }
    const isOptional = compiler.isOptional(symbol) || allowsUndefined(value, compiler);
    properties.push([symbol.name, describedSchema(symbol, typeSchema(value, at, writer), at, writer)]);
    if (!isOptional) required.push(symbol.name);
  }
  return withoutUndefined({
    type: "object" as const,
    properties: properties.length > 0 ? Object.fromEntries(properties) : undefined,
    required: required.length > 0 ? required : undefined,
    ...indexSchemas(type, place, writer),
  });
}

/** The schemas of properties that are not named: by patterns, and of any name. */
function indexSchemas(
  type: Type,
  place: Place,
  writer: SchemaWriter,
): Pick<JsonSchema, "patternProperties" | "additionalProperties"> {
  const { compiler } = writer;
  const patterns: [string, JsonSchema | boolean][] = [];
  let additionalProperties: JsonSchema | boolean | undefined;
  for (const { key, value } of compiler.indexTypesOf(type)) {
    const schema = compiler.kindOf(value) === "never" ? false : typeSchema(value, place, writer);
    const kind = compiler.kindOf(key);
    if (kind === "template" || kind === "mapping") patterns.push([`^${textPattern(key, place, writer)}$`, schema]);
    else if (additionalProperties === undefined || kind === "string") additionalProperties = schema;
  }
  const patternProperties = patterns.length > 0 ? Object.fromEntries(patterns) : undefined;
  return { patternProperties, additionalProperties };
}

/** Whether a member of a class is private or protected. */
function isPrivate(symbol: TypeSymbol, compiler: Compiler): boolean {
  if (/^(?:__)?#/.test(symbol.name)) return true;
  const modifiers = compiler.declarationOf(symbol)?.modifiers?.map((modifier) => modifier.getText()) ?? [];
  return modifiers.some((text) => text === "private" || text === "protected");
}

function propertyPlace(symbol: TypeSymbol, place: Place, compiler: Compiler): Place {
  return new PropertyPlace(symbol, place, compiler);
}

/** The place of a property. Most texts are not needed. */
class PropertyPlace implements Place {
  readonly #symbol: TypeSymbol;
  readonly #parent: Place;
  readonly #compiler: Compiler;

  constructor(symbol: TypeSymbol, parent: Place, compiler: Compiler) {
    this.#symbol = symbol;
    this.#parent = parent;
    this.#compiler = compiler;
  }

  get what(): string {
    return `${this.#parent.what.replace(/"$/, "")}.${this.#symbol.name}"`;
  }

  get node(): Place["node"] {
    return () => this.#compiler.ownDeclarationOf(this.#symbol) ?? this.#parent.node();
  }
}

/** Whether a value can be left out because it can be undefined. */
export function allowsUndefined(type: Type, compiler: Compiler): boolean {
  const kind = compiler.kindOf(type);
  return (
    kind === "undefined" ||
    (kind === "union" && compiler.membersOf(type).some((member) => compiler.kindOf(member) === "undefined"))
  );
}

/** Adds the description and the keywords of a symbol's JSDoc to its schema. */
export function describedSchema(
  symbol: TypeSymbol,
  schema: JsonSchema,
  place: Place,
  writer: SchemaWriter,
): JsonSchema {
  const { compiler } = writer;
  const description = compiler.documentationOf(symbol);
  const { keywords, invalid } = keywordsOf(compiler.tagsOf(symbol));
  for (const { name, text } of invalid) {
    const message = `the tag @${name} of ${place.what} must have a value of the keyword "${name}" (got ${JSON.stringify(text)})`;
    writer.report({ code: "tag", message, severity: "warning", node: place.node });
  }
  return withoutUndefined({
    ...schema,
    description: description === "" ? schema.description : description,
    ...keywords,
  });
}

/** Converts a named type to a definition, and returns a reference to it; any other type is written in place. */
function named(type: Type, writer: SchemaWriter, create: () => JsonSchema): JsonSchema {
  const { compiler, names, definitions } = writer;
  const known = names.get(type.id);
  if (known !== undefined) return { $ref: `#/$defs/${known}` };
  const wanted = definitionName(type, compiler);
  if (wanted === "") return create();
  let name = wanted;
  for (let number = 2; definitions.has(name); number++) name = `${wanted}_${number}`;
  names.set(type.id, name);
  definitions.set(name, {});
  definitions.set(name, withTypeDescription(create(), type, compiler));
  return { $ref: `#/$defs/${name}` };
}

/** Adds the description of an interface or alias. */
function withTypeDescription(schema: JsonSchema, type: Type, compiler: Compiler): JsonSchema {
  const symbol = compiler.nameOf(type)?.symbol;
  const description = symbol && compiler.documentationOf(symbol);
  return description === undefined || description === "" ? schema : { description, ...schema };
}

/** The name of a definition: `Page_User` for `Page<User>`; `""` if the type has none. */
function definitionName(type: Type, compiler: Compiler): string {
  const name = compiler.nameOf(type);
  if (name === undefined || name.isLibrary) return "";
  const text = [name.name, ...name.typeArguments.map((argument) => compiler.textOf(argument))].join("_");
  return text
    .replace(/[^A-Za-z0-9_]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 64);
}
