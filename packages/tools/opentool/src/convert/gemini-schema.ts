/** Converts JSON Schema to the part of it that Gemini supports, and reads Gemini's older schema format. */
import type { JsonSchema } from "@helve/core";
import { referencePath, withoutUndefined } from "@helve/core/internal";
import { allSubschemas, isSchema } from "../json-schema.ts";
import { mapSubschemas } from "../schema-keywords.ts";
import { withoutAllOf } from "./merge-all-of.ts";
import { type ObjectRoot, toObjectRoot } from "./object-root.ts";
import { areExclusive, fixedValues, namedTypes } from "./schema-kinds.ts";
import { addSchemaLoss, moveToDescription, type SchemaWriter } from "./schema-losses.ts";

const refusedAtRoot: ReadonlySet<string> = new Set([
  ...["oneOf", "anyOf", "allOf", "not", "if", "then", "else", "enum", "const"],
]);

/** Converts the schema of a tool's arguments for Gemini: the root is a plain object, and other keywords are supported ones. */
export function toGeminiArguments(schema: JsonSchema, writer: SchemaWriter): ObjectRoot {
  const root = toObjectRoot(schema, refusedAtRoot, writer);
  return { schema: toGeminiSchema(root.schema, writer), notes: root.notes };
}

/** Converts a portable schema to the keywords that Gemini supports (`parametersJsonSchema`); others become descriptions. */
export function toGeminiSchema(schema: JsonSchema, writer: SchemaWriter): JsonSchema {
  const cycles = cyclicDefinitions(schema.$defs ?? {});
  return supportedSchema(schema, [], { ...writer, cycles });
}

interface GeminiWriter extends SchemaWriter {
  /** The definitions that each definition leads back to itself through. */
  readonly cycles: ReadonlyMap<string, ReadonlySet<string>>;
}

type Path = readonly PropertyKey[];

const supportedKeywords: ReadonlySet<string> = new Set([
  ...[
    "$defs",
    "$ref",
    "type",
    "format",
    "title",
    "description",
    "enum",
    "items",
    "prefixItems",
    "minItems",
    "maxItems",
  ],
  ...["minimum", "maximum", "anyOf", "properties", "additionalProperties", "required"],
]);

/** Converts one schema and the schemas inside it. */
function supportedSchema(schema: JsonSchema, path: Path, writer: GeminiWriter): JsonSchema {
  const merged = schema.allOf === undefined ? schema : (withoutAllOf(schema, writer.root) ?? schema);
  const inner = mapSubschemas(merged, (part, at) =>
    isSchema(part) ? supportedSchema(part, [...path, ...at], writer) : part,
  );
  const steps = [...keywordSteps, withoutForbidden, withKnownRequired, withOptionalCycles];
  const converted = steps.reduce((result, step) => step(result, path, writer), inner);
  const supported = moveToDescription(converted, path, (keyword) => supportedKeywords.has(keyword), writer);
  return withLoneReference(supported, path, writer);
}

type Step = (schema: JsonSchema, path: Path, writer: GeminiWriter) => JsonSchema;

/** Replaces `oneOf`, which Gemini reads as `anyOf`. */
const withAnyOf: Step = (schema, path, writer) => {
  const { oneOf, ...others } = schema;
  if (!Array.isArray(oneOf) || others.anyOf !== undefined) return schema;
  if (!areExclusive(oneOf, writer.root)) {
    addSchemaLoss("oneOf", 'that only one member of "oneOf" may match', [...path, "oneOf"], writer);
  }
  return { ...others, anyOf: oneOf };
};

/** Replaces `const` by `enum`, and separates null and booleans, which Gemini does not allow in an `enum`. */
const withEnum: Step = (schema, path, writer) => {
  const values = fixedValues(schema);
  if (values === undefined) return schema;
  const { const: _, enum: __, type: ___, description, ...others } = schema;
  const keyword = Object.hasOwn(schema, "const") ? "const" : "enum";
  const types = namedTypes(schema) ?? [];
  const members = types.flatMap((type): JsonSchema[] => {
    const fitting = values.filter((value) => (type === "integer" ? "number" : type) === kindOf(value));
    if (type === "string" || type === "number" || type === "integer") return [{ type, enum: fitting }];
    if (type === "null") return [{ type }];
    if (type === "boolean" && new Set(fitting).size === 2) return [{ type }];
    return [moveToDescription({ type, enum: fitting }, path, (name) => name === "type", writer)];
  });
  const [only, ...more] = members;
  if (only === undefined) {
    addSchemaLoss(keyword, "a schema that matches no value", [...path, keyword], writer);
    return withoutUndefined({ description, ...others });
  }
  const texts = [description, only.description].filter((part) => part !== undefined);
  if (more.length === 0)
    return { ...others, ...only, ...withoutUndefined({ description: texts.length > 0 ? texts.join(" ") : undefined }) };
  return withoutUndefined({ description, ...others, anyOf: members });
};

/** Returns the JSON type of a value, with `array` and `null`. */
function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** Replaces exclusive bounds of integers by inclusive ones. */
const withInclusiveBounds: Step = (schema) => {
  const { exclusiveMinimum: low, exclusiveMaximum: high, ...others } = schema;
  if (schema.type !== "integer" || ![low, high].every((bound) => bound === undefined || Number.isSafeInteger(bound))) {
    return schema;
  }
  const lows = [others["minimum"], low === undefined ? undefined : Number(low) + 1].filter(
    (bound) => bound !== undefined,
  );
  const highs = [others["maximum"], high === undefined ? undefined : Number(high) - 1].filter((b) => b !== undefined);
  return {
    ...others,
    ...withoutUndefined({
      minimum: lows.length > 0 ? Math.max(...lows.map(Number)) : undefined,
      maximum: highs.length > 0 ? Math.min(...highs.map(Number)) : undefined,
    }),
  };
};

/** Replaces `items: false` by the length of the list. */
const withoutClosedItems: Step = (schema) => {
  const { items, ...others } = schema;
  if (items !== false) return schema;
  const length = Array.isArray(others["prefixItems"]) ? others["prefixItems"].length : 0;
  const { maxItems = length } = others as { readonly maxItems?: number };
  return { ...others, maxItems: Math.min(maxItems, length) };
};

/** Describes the items of each list: Gemini refuses a list without `items`. */
const withItems: Step = (schema) => {
  const isList = [schema.type].flat().includes("array");
  return isList && schema.items === undefined && schema["prefixItems"] === undefined
    ? { ...schema, items: {} }
    : schema;
};

/** The steps that concern single keywords. */
const keywordSteps: readonly Step[] = [withAnyOf, withEnum, withInclusiveBounds, withoutClosedItems, withItems];

/** Leaves names out of `required` that no property has, which Gemini refuses. */
const withKnownRequired: Step = (schema, path, writer) => {
  const { required, properties = {} } = schema;
  const known = required?.filter((name) => Object.hasOwn(properties, name));
  if (known === undefined || known.length === required?.length) return schema;
  addSchemaLoss("required", "a required property that is not described", [...path, "required"], writer);
  return { ...schema, required: known };
};

/** Leaves out optional properties that are forbidden; without closing the object, that is a loss. */
const withoutForbidden: Step = (schema, path, writer) => {
  const { properties, required = [], additionalProperties } = schema;
  const members = Object.entries(properties ?? {});
  const isForbidden = ([name, part]: (typeof members)[number]): boolean => part === false && !required.includes(name);
  const forbidden = members.filter(isForbidden);
  if (forbidden.length === 0) return schema;
  for (const [name] of additionalProperties === false ? [] : forbidden) {
    addSchemaLoss("properties", "a property that must be absent", [...path, "properties", name], writer);
  }
  return { ...schema, properties: Object.fromEntries(members.filter((member) => !isForbidden(member))) };
};

/** Makes properties optional that lead back to the same definition: Gemini refuses required ones. */
const withOptionalCycles: Step = (schema, path, writer) => {
  const cycle = path[0] === "$defs" ? writer.cycles.get(String(path[1])) : undefined;
  const { required = [], properties = {} } = schema;
  if (cycle === undefined || required.length === 0) return schema;
  const isCyclic = (name: string): boolean => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return isSchema(property) && directReferences(property).some((target) => cycle.has(target));
  };
  const cyclic = required.filter(isCyclic);
  for (const name of cyclic) {
    addSchemaLoss(
      "required",
      `that the recursive property ${JSON.stringify(name)} is required`,
      [...path, "required"],
      writer,
    );
  }
  return cyclic.length === 0 ? schema : { ...schema, required: required.filter((name) => !cyclic.includes(name)) };
};

/** The definitions that a schema refers to outside its own properties. */
function directReferences(schema: JsonSchema): readonly string[] {
  const parts = allSubschemas(schema).filter(({ path }) => !path.includes("properties"));
  return parts.flatMap(({ schema: part }) => referenceName(part) ?? []);
}

/** Returns the name of the definition that a schema refers to. */
function referenceName({ $ref }: JsonSchema): string | undefined {
  return typeof $ref === "string" ? referencePath($ref)[1] : undefined;
}

/** Lists the recursive definitions, each with those on its cycles. */
function cyclicDefinitions(definitions: NonNullable<JsonSchema["$defs"]>): GeminiWriter["cycles"] {
  const direct = new Map(
    Object.entries(definitions).map(([name, definition]) => {
      const parts = isSchema(definition) ? allSubschemas(definition) : [];
      return [name, parts.flatMap(({ schema }) => referenceName(schema) ?? [])] as const;
    }),
  );
  const reachable = new Map(Array.from(direct.keys(), (name) => [name, reachableFrom(name, direct)] as const));
  return new Map(
    Array.from(reachable, ([name, targets]) => [
      name,
      new Set([...targets].filter((target) => reachable.get(target)?.has(name))),
    ]),
  );
}

/** Lists the definitions that one reaches through references. */
function reachableFrom(name: string, direct: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const found = new Set<string>();
  const pending = [...(direct.get(name) ?? [])];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    pending.push(...(direct.get(next) ?? []));
  }
  return found;
}

/** Separates a reference from its description: Gemini allows no keywords beside a reference. */
function withLoneReference(schema: JsonSchema, path: Path, writer: GeminiWriter): JsonSchema {
  const { $ref, $defs, ...others } = schema;
  if ($ref === undefined || Object.keys(others).length === 0) return schema;
  const isText = (keyword: string): boolean => keyword === "description" || keyword === "title";
  const text = moveToDescription(others, path, isText, writer);
  return { ...text, anyOf: [{ $ref }], ...withoutUndefined({ $defs }) };
}

/** Converts a JSON Schema that was written for Gemini: a description and a reference are in one schema again. */
export function fromGeminiJsonSchema(schema: JsonSchema, depth = 0): JsonSchema {
  return mapSubschemas(schema, (part) => {
    if (!isSchema(part) || depth > maxDepth) return part;
    const inner = fromGeminiJsonSchema(part, depth + 1);
    const { anyOf, ...others } = inner;
    const [only, ...more] = Array.isArray(anyOf) ? anyOf : [];
    const isReference = isSchema(only) && only.$ref !== undefined && Object.keys(only).length === 1;
    const isText = Object.keys(others).every((keyword) => keyword === "description" || keyword === "title");
    return isReference && more.length === 0 && isText ? { ...others, ...only } : inner;
  });
}

/** Deeper schemas are left as they are. */
const maxDepth = 200;

/** Converts a Gemini schema to JSON Schema; anything that is not a schema is left unchanged. */
export function fromGeminiSchema(schema: Readonly<Record<string, unknown>>): JsonSchema {
  return readSchema(schema, 0);
}

/** Converts one Gemini schema: type names in lower case, `nullable` as a type `null`, and the schemas inside it. */
function readSchema(schema: Readonly<Record<string, unknown>>, depth: number): JsonSchema {
  const { type: typeName, nullable, properties, items, anyOf, ...others } = schema;
  const type = typeof typeName === "string" ? typeName.toLowerCase() : typeName;
  const isEnum = others["format"] === "enum" && type === "string";
  const { format: _, ...rest } = others;
  const members = isSchema(properties) ? Object.entries(properties) : [];
  return {
    ...withoutUndefined({
      type: type !== undefined && type !== "type_unspecified" ? (nullable === true ? [type, "null"] : type) : undefined,
    }),
    ...(isEnum ? rest : others),
    ...withoutUndefined({
      nullable: typeof nullable !== "boolean" && nullable !== undefined ? nullable : undefined,
      properties:
        type === "object" || properties !== undefined
          ? Object.fromEntries(members.map(([name, member]) => [name, readNested(member, depth + 1)]))
          : undefined,
      items: items === undefined ? undefined : readNested(items, depth + 1),
      anyOf:
        anyOf === undefined
          ? undefined
          : Array.isArray(anyOf)
            ? anyOf.map((part) => readNested(part, depth + 1))
            : anyOf,
    }),
  } as JsonSchema;
}

function readNested(value: unknown, depth: number): unknown {
  return isSchema(value) && depth <= maxDepth ? readSchema(value, depth) : value;
}
