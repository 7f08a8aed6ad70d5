/** Converts a named type with its type arguments, such as `list` of `int`, to JSON Schema. */
import type { JsonSchema } from "@helve/core";
import { withoutUndefined } from "@helve/core/internal";

/** A type between the brackets of another one, such as `int` in `List[int]`. */
export interface TypeArgument {
  readonly schema: JsonSchema;
  /** Whether it is the ellipsis of `tuple[int, ...]`. */
  readonly isEllipsis: boolean;
}

/**
 * The JSON Schema of a named type such as `int`, `list` or `optional`; `undefined` for an unknown name.
 *
 * @param name - in lower case and without module
 * @param typeArguments - the types in its brackets
 */
export function namedSchema(name: string, typeArguments: readonly TypeArgument[]): JsonSchema | undefined {
  const schemas = typeArguments.map(({ schema }) => schema);
  const [first, second] = schemas;
  switch (kinds.get(name)) {
    case "scalar":
      return scalars.get(name);
    case "list":
      return withoutUndefined<JsonSchema>({ type: "array", items: first });
    case "tuple":
      return tupleSchema(typeArguments);
    case "map":
      return withoutUndefined<JsonSchema>({ type: "object", additionalProperties: second });
    case "nullable":
      return first && anyOf([first, { type: "null" }]);
    case "choice":
      return schemas.length === 0 ? undefined : anyOf(schemas);
    case "wrapper":
      return first;
    default:
      return undefined;
  }
}

/** The union of several schemas: enums are merged into one, and a member that accepts any value makes the union accept any value. */
export function anyOf(schemas: readonly JsonSchema[]): JsonSchema {
  if (schemas.length === 1 && schemas[0] !== undefined) return schemas[0];
  const members = schemas.flatMap((schema) => schema.anyOf ?? [schema]).filter((schema) => typeof schema === "object");
  if (members.some((schema) => Object.keys(schema).length === 0) || members.length === 0) return {};
  const enums = members.filter((schema) => schema.enum !== undefined);
  const merged = enums.length === 0 ? [] : [mergedEnums(enums)];
  const others = members.filter((schema) => schema.enum === undefined);
  const texts = new Map([...merged, ...others].map((schema) => [JSON.stringify(schema), schema]));
  const distinct = [...texts.values()];
  return distinct.length === 1 ? (distinct[0] ?? {}) : { anyOf: distinct };
}

/** Merges enums to one schema. */
function mergedEnums(schemas: readonly JsonSchema[]): JsonSchema {
  const types = [...new Set(schemas.flatMap(({ type }) => type ?? []))];
  const [type, ...rest] = types;
  const values = [...new Set(schemas.flatMap((schema) => schema.enum ?? []))];
  return withoutUndefined({ type: type === undefined ? undefined : rest.length === 0 ? type : types, enum: values });
}

/** The schema of `()`: a list without items. */
export const emptyTuple: JsonSchema = { type: "array", items: false };

/** The schema of a tuple: `tuple[int, ...]` is a list of any length; `tuple[int, str]` has exactly two items, `tuple[()]` none. */
function tupleSchema(typeArguments: readonly TypeArgument[]): JsonSchema {
  const [first, second] = typeArguments;
  if (first === undefined) return { type: "array" };
  if (typeArguments.length === 1 && first.schema === emptyTuple) return emptyTuple;
  if (typeArguments.length === 2 && second?.isEllipsis === true) return { type: "array", items: first.schema };
  const schemas = typeArguments.map(({ schema }) => schema);
  return { type: "array", prefixItems: schemas, items: false, minItems: schemas.length };
}

type TypeKind = "scalar" | "list" | "tuple" | "map" | "nullable" | "choice" | "wrapper";

const scalars: ReadonlyMap<string, JsonSchema> = new Map<string, JsonSchema>([
  ...entriesForNames("str string text char path url uri", { type: "string" }),
  ...entriesForNames("int integer long", { type: "integer" }),
  ...entriesForNames("float number double decimal", { type: "number" }),
  ...entriesForNames("bool boolean", { type: "boolean" }),
  ...entriesForNames("none null nonetype undefined void", { type: "null" }),
  ...entriesForNames("any unknown", {}),
  ["true", { type: "boolean", enum: [true] }],
  ["false", { type: "boolean", enum: [false] }],
  ...entriesForNames("datetime awaredatetime", { type: "string", format: "date-time" }),
  ["naivedatetime", { type: "string", format: "date-time-local" }],
  ["date", { type: "string", format: "date" }],
  ["time", { type: "string", format: "time" }],
  ["uuid", { type: "string", format: "uuid" }],
]);

const kinds: ReadonlyMap<string, TypeKind> = new Map<string, TypeKind>([
  ...[...scalars.keys()].map((name) => [name, "scalar"] as const),
  ...entriesForNames("list array set frozenset sequence iterable collection readonlyarray", "list" as const),
  ["tuple", "tuple"],
  ...entriesForNames("dict dictionary mapping map record typeddict object", "map" as const),
  ["optional", "nullable"],
  ...entriesForNames("union literal", "choice" as const),
  ...entriesForNames("annotated final required notrequired readonly promise awaitable", "wrapper" as const),
]);

/** The names that {@link namedSchema} knows. */
export const knownTypeNames: readonly string[] = [...kinds.keys()];

/** Map entries for several names with the same value; `names` is separated by spaces. */
function entriesForNames<Value>(names: string, value: Value): readonly (readonly [string, Value])[] {
  return names.split(" ").map((name) => [name, value] as const);
}
