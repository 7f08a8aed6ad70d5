import type { JsonSchema } from "@helve/core";

/** Stands for the dots of `tuple[int, ...]`. */
export const more: JsonSchema = {};

/**
 * The JSON Schema of a type by its name, in lower case and without its module; `undefined` for a name that says nothing.
 *
 * @param inside - what stands in its brackets
 */
export function namedSchema(name: string, inside: readonly JsonSchema[]): JsonSchema | undefined {
  const [first, second] = inside;
  switch (kinds.get(name)) {
    case "scalar":
      return scalars.get(name);
    case "list":
      return { type: "array", ...(first !== undefined && { items: first }) };
    case "tuple":
      return tuple(inside);
    case "map":
      return { type: "object", ...(second !== undefined && { additionalProperties: second }) };
    case "nullable":
      return first && anyOf([first, { type: "null" }]);
    case "choice":
      return inside.length === 0 ? undefined : anyOf(inside);
    case "wrapper":
      return first;
    default:
      return undefined;
  }
}

/** A schema for values that fit one of several; choices become one list, and a member that takes anything takes all. */
export function anyOf(given: readonly JsonSchema[]): JsonSchema {
  if (given.length === 1 && given[0] !== undefined) return given[0];
  const members = given.flatMap((schema) => schema.anyOf ?? [schema]).filter((schema) => typeof schema === "object");
  if (members.some((schema) => Object.keys(schema).length === 0) || members.length === 0) return {};
  const choices = members.filter((schema) => schema.enum !== undefined);
  const merged = choices.length === 0 ? [] : [choice(choices)];
  const others = members.filter((schema) => schema.enum === undefined);
  const texts = new Map([...merged, ...others].map((schema) => [JSON.stringify(schema), schema]));
  const distinct = [...texts.values()];
  return distinct.length === 1 ? (distinct[0] ?? {}) : { anyOf: distinct };
}

function choice(schemas: readonly JsonSchema[]): JsonSchema {
  const types = [...new Set(schemas.flatMap(({ type }) => type ?? []))];
  const [type, ...rest] = types;
  const values = [...new Set(schemas.flatMap((schema) => schema.enum ?? []))];
  return { ...(type !== undefined && { type: rest.length === 0 ? type : types }), enum: values };
}

/** `tuple[int, ...]` is a list of any length; `tuple[int, str]` has these two members. */
function tuple(inside: readonly JsonSchema[]): JsonSchema {
  const [first, second] = inside;
  if (first === undefined) return { type: "array" };
  if (inside.length === 2 && second === more) return { type: "array", items: first };
  return { type: "array", prefixItems: inside, items: false, minItems: inside.length };
}

type Kind = "scalar" | "list" | "tuple" | "map" | "nullable" | "choice" | "wrapper";

const scalars: ReadonlyMap<string, JsonSchema> = new Map<string, JsonSchema>([
  ...each("str string text char path url uri", { type: "string" }),
  ...each("int integer long", { type: "integer" }),
  ...each("float number double decimal", { type: "number" }),
  ...each("bool boolean", { type: "boolean" }),
  ...each("none null nonetype undefined void", { type: "null" }),
  ...each("any unknown", {}),
  ["object", { type: "object" }],
  ["true", { type: "boolean", enum: [true] }],
  ["false", { type: "boolean", enum: [false] }],
  ["datetime", { type: "string", format: "date-time" }],
  ["date", { type: "string", format: "date" }],
  ["time", { type: "string", format: "time" }],
  ["uuid", { type: "string", format: "uuid" }],
]);

const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ...[...scalars.keys()].map((name) => [name, "scalar"] as const),
  ...each("list array set frozenset sequence iterable collection readonlyarray", "list" as const),
  ["tuple", "tuple"],
  ...each("dict dictionary mapping map record typeddict", "map" as const),
  ["optional", "nullable"],
  ...each("union literal", "choice" as const),
  ...each("annotated final required notrequired readonly promise awaitable", "wrapper" as const),
]);

function each<Value>(names: string, value: Value): readonly (readonly [string, Value])[] {
  return names.split(" ").map((name) => [name, value] as const);
}
