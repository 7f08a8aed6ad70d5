import type { JsonSchema } from "@helve/core";
import { member } from "../place.ts";
import { isSchema as isObject } from "../subschemas.ts";
import { type Build, below, type Check, every, fail, quiet, type Run } from "./check.ts";
import type { CoveredSchema, Subschema } from "./covered-schema.ts";
import { regularExpression } from "./regular-expression.ts";

/** The checks of a schema's keywords for objects; to a value that is none they have nothing to say. */
export function objectChecks(schema: CoveredSchema, build: Build): readonly Check[] {
  const { maxProperties, minProperties, required, propertyNames, additionalProperties } = schema;
  const checks: ObjectCheck[] = [];
  if (maxProperties !== undefined) {
    checks.push(
      (object, run) =>
        sizeOf(object) <= maxProperties || fail("maxProperties", { limit: maxProperties }, object, schema, run),
    );
  }
  if (minProperties !== undefined) {
    checks.push(
      (object, run) =>
        sizeOf(object) >= minProperties || fail("minProperties", { limit: minProperties }, object, schema, run),
    );
  }
  if (required !== undefined) checks.push(requiredCheck(required, schema));
  if (propertyNames !== undefined) checks.push(namesCheck(build(propertyNames), schema));
  if (additionalProperties !== undefined) checks.push(additionalCheck(additionalProperties, schema, build));
  if (schema.properties !== undefined) checks.push(propertiesCheck(schema.properties, build));
  if (schema.patternProperties !== undefined) checks.push(patternsCheck(schema.patternProperties, build));
  return checks.map((check) => (value, run) => !isObject(value) || check(value, run));
}

type ObjectCheck = (object: JsonSchema, run: Run) => boolean;

function sizeOf(object: object): number {
  return Object.keys(object).length;
}

function requiredCheck(names: readonly string[], schema: CoveredSchema): ObjectCheck {
  return (object, run) =>
    every(
      names,
      run,
      (name) => member(object, name) !== undefined || fail("required", { missingProperty: name }, object, schema, run),
    );
}

function namesCheck(check: Check, schema: CoveredSchema): ObjectCheck {
  return (object, run) =>
    every(
      Object.keys(object),
      run,
      (name) => check(name, quiet) || fail("propertyNames", { propertyName: name }, object, schema, run),
    );
}

function additionalCheck(additional: Subschema, schema: CoveredSchema, build: Build): ObjectCheck {
  const known = new Set(Object.keys(schema.properties ?? {}));
  const patterns = Object.keys(schema.patternProperties ?? {}).map(regularExpression);
  const isOther = (name: string): boolean => !known.has(name) && !patterns.some((pattern) => pattern.test(name));
  const check = build(additional);
  return (object, run) =>
    every(Object.keys(object), run, (name) => {
      if (!isOther(name)) return true;
      if (additional === false) return fail("additionalProperties", { additionalProperty: name }, object, schema, run);
      return below(check, name, member(object, name), run);
    });
}

function propertiesCheck(properties: Readonly<Record<string, Subschema>>, build: Build): ObjectCheck {
  const checks = Object.entries(properties).map(([name, schema]) => [name, build(schema)] as const);
  return (object, run) =>
    every(checks, run, ([name, check]) => {
      const value = member(object, name);
      return value === undefined || below(check, name, value, run);
    });
}

function patternsCheck(properties: Readonly<Record<string, Subschema>>, build: Build): ObjectCheck {
  const checks = Object.entries(properties).map(
    ([pattern, schema]) => [regularExpression(pattern), build(schema)] as const,
  );
  return (object, run) =>
    every(checks, run, ([pattern, check]) =>
      every(
        Object.keys(object).filter((name) => pattern.test(name)),
        run,
        (name) => below(check, name, member(object, name), run),
      ),
    );
}
