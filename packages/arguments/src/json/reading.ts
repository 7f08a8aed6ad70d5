import type { Issue, JsonSchema, Repair } from "@helve/core";
import { parametersOf } from "../bind.ts";

/** What was read from a text; `value` is `undefined` when there are issues. */
export interface Reading {
  readonly value: unknown;
  readonly issues: readonly Issue[];
  readonly repairs: readonly Repair[];
  /** What the text says of numbers that JavaScript writes in other ways, by their pointers, where it is known. */
  readonly spelt?: ReadonlyMap<string, string>;
}

/** What the arguments of a tool look like, so that they can be told from other text. */
export interface Expected {
  /** The names of its parameters; empty when the schema names none. */
  readonly names: ReadonlySet<string>;
  /** The only parameter that is a string. */
  readonly bare: string | undefined;
}

const seen = new WeakMap<JsonSchema, Expected>();

export function expectedOf(schema: JsonSchema): Expected {
  const known = seen.get(schema);
  if (known !== undefined) return known;
  const names = parametersOf(schema);
  const strings = names.filter((name) => {
    const property = schema.properties?.[name];
    return typeof property === "object" && property.type === "string";
  });
  const expected = { names: new Set(names), bare: strings.length === 1 ? strings[0] : undefined };
  seen.set(schema, expected);
  return expected;
}

/** Whether an object has at least one of the parameters, or nothing is known of them. */
export function isExpected(value: object, { names }: Expected): boolean {
  return names.size === 0 || Object.keys(value).some((name) => names.has(name));
}
