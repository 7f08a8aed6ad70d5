import { jsonPointer } from "@helve/core/internal";
import type { ErrorObject } from "ajv";
import type { Fault } from "../validation-issues.ts";
import type { CoveredSchema, Subschema } from "./covered-schema.ts";

/** What a schema, or a keyword of one, asks of the values of a kind. */
export interface Check<Value = unknown> {
  /** Whether a value fits. It ends at the first fault and keeps no record. */
  readonly fits: (value: Value) => boolean;
  /** Notes all that is wrong with a value; nothing where it fits. */
  readonly note: (value: Value, notes: Notes) => void;
}

/** Makes the check of a schema within a schema. */
export type Build = (schema: Subschema) => Check;

/** Makes checks of the schemas within one schema. */
export interface Checker {
  /** Where references start. */
  readonly root: CoveredSchema;
  /** Each schema's check is made once, so that a schema may lead to itself. */
  readonly build: Build;
  /** The check of what a reference names. */
  readonly follow: (ref: string) => Check;
}

/** What was found in a value that does not fit. */
export interface Notes {
  /** From the whole to the value at hand. */
  readonly path: PropertyKey[];
  /** In ajv's form and order, so that both validators say the same of them. */
  readonly errors: ErrorObject[];
  /** How many unions the value at hand is in. */
  unions: number;
  /** How much may still be noted before no more references are followed: a path of n parts counts n + 1. */
  room: number;
}

/** Far more than anybody reads, but little enough to be put in words in a second. */
const mostNoted = 300_000;

/** Everything that is wrong with a value. */
export function errorsOf({ note }: Check, value: unknown): ErrorObject[] {
  const notes: Notes = { path: [], errors: [], unions: 0, room: mostNoted };
  note(value, notes);
  return notes.errors;
}

/** The check of a keyword that holds no schemas. */
export function leaf<Value>(
  keyword: keyof CoveredSchema,
  params: Readonly<Record<string, unknown>>,
  schema: CoveredSchema,
  fits: (value: Value) => boolean,
): Check<Value> {
  return { fits, note: (value, notes) => void (fits(value) || fail(keyword, params, value, schema, notes)) };
}

/** The check of a keyword that holds a limit; none where the schema does not have it. */
export function limited<Value>(
  keyword: Limit,
  schema: CoveredSchema,
  fits: (value: Value, limit: number) => boolean,
): readonly Check<Value>[] {
  const limit = schema[keyword];
  return limit === undefined ? [] : [leaf(keyword, { limit }, schema, (value) => fits(value, limit))];
}

type Limit =
  | ("minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum")
  | `${"min" | "max"}${"Length" | "Items" | "Properties"}`;

/** Notes that a keyword is not fulfilled. */
export function fail(
  keyword: keyof CoveredSchema,
  params: Readonly<Record<string, unknown>>,
  data: unknown,
  parentSchema: CoveredSchema,
  notes: Notes,
): void {
  add({ keyword, params, data, schema: parentSchema[keyword], parentSchema }, notes);
}

/** @param at - from the value at hand to what is wrong */
export function add(error: Fault, notes: Notes, at: readonly string[] = []): void {
  notes.room -= notes.path.length + 1;
  notes.errors.push({ ...error, instancePath: jsonPointer([...notes.path, ...at]), schemaPath: "" });
}

/** The check of `true`, which every value fits. */
export const always: Check = { fits: anything, note: () => {} };

/** The test that every value passes. */
export function anything(): true {
  return true;
}

/** The check of `false`, which no value fits. */
export const never: Check = {
  fits: () => false,
  note: (data, notes) => add({ keyword: "false schema", params: {}, data, schema: false }, notes),
};

/** Notes what is wrong with a member of the value at hand. */
export function noteBelow({ note }: Check, key: PropertyKey, value: unknown, notes: Notes): void {
  notes.path.push(key);
  note(value, notes);
  notes.path.pop();
}

/** Whether a value passes all of several tests; `anything` when there is none that says more. */
export function every<Value>(tests: readonly ((value: Value) => boolean)[]): (value: Value) => boolean {
  const telling = tests.filter((test) => test !== anything);
  const [first, second, ...others] = telling;
  if (first === undefined) return anything;
  if (second === undefined) return first;
  if (others.length === 0) return (value) => first(value) && second(value);
  return (value) => {
    for (const test of telling) if (!test(value)) return false;
    return true;
  };
}

/** The kinds of values that have keywords of their own. */
export interface Kinds {
  readonly number: number;
  readonly string: string;
  readonly array: readonly unknown[];
  readonly object: Readonly<Record<string, unknown>>;
}
