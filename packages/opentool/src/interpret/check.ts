import { jsonPointer } from "@helve/core";
import type { ErrorObject } from "ajv";
import type { CoveredSchema, Subschema } from "./covered-schema.ts";

/** Whether a value fits. Where errors are collected, all that is wrong is added to them; else the first fault ends it. */
export type Check = (value: unknown, run: Run) => boolean;

/** Makes the check of a schema within a schema. */
export type Build = (schema: Subschema) => Check;

/** One look at a value. */
export interface Run {
  /** From the whole to the value at hand; kept only where errors are collected. */
  readonly path: PropertyKey[];
  /** In ajv's form and order, so that both validators say the same of them. */
  readonly errors: ErrorObject[] | undefined;
}

/** Asks for yes or no only. */
export const quiet: Run = { path: [], errors: undefined };

/** Adds an error where errors are collected; always `false`. */
export function fail(
  keyword: keyof CoveredSchema,
  params: Readonly<Record<string, unknown>>,
  value: unknown,
  schema: CoveredSchema,
  { path, errors }: Run,
): false {
  errors?.push({
    keyword,
    params,
    data: value,
    schema: schema[keyword],
    parentSchema: schema,
    instancePath: jsonPointer(path),
    schemaPath: "",
  });
  return false;
}

/** The check of `false`, which no value fits. */
export function never(value: unknown, { path, errors }: Run): false {
  const keyword = "false schema";
  errors?.push({ keyword, params: {}, data: value, schema: false, instancePath: jsonPointer(path), schemaPath: "" });
  return false;
}

/** Checks a member of the value at hand. */
export function below(check: Check, key: PropertyKey, value: unknown, run: Run): boolean {
  if (run.errors === undefined) return check(value, run);
  run.path.push(key);
  const fits = check(value, run);
  run.path.pop();
  return fits;
}

/** Whether all of many things fit; stops at the first that doesn't, unless errors are collected. */
export function every<Thing>(things: Iterable<Thing>, run: Run, fits: (thing: Thing) => boolean): boolean {
  let all = true;
  for (const thing of things) {
    if (fits(thing)) continue;
    if (run.errors === undefined) return false;
    all = false;
  }
  return all;
}
