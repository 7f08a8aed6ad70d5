/** Determines which members of a value a schema evaluates, for `unevaluatedItems` and `unevaluatedProperties`. */
import { schemaPattern } from "@helve/core/internal";
import { isSchema } from "../json-schema.ts";
import { isNameList, type SchemaApplication } from "../schema-application.ts";
import type { CheckBuilder } from "./check.ts";

/** Adds the names of the properties, or the indexes of the items, that a schema evaluates in a value. */
export type Evaluation = (value: unknown, evaluated: Set<PropertyKey>) => void;

/**
 * Returns the evaluation of a schema by all keywords except `unevaluatedItems` and `unevaluatedProperties`, and of the
 * schemas that it applies to the same value and that the value matches.
 */
export function evaluationOf({ application, resolve }: Pick<CheckBuilder, "application" | "resolve">): Evaluation {
  return combine(keywordEvaluations(application, resolve));
}

/** Combines several evaluations. */
function combine(parts: readonly Evaluation[]): Evaluation {
  return (value, evaluated) => {
    for (const part of parts) part(value, evaluated);
  };
}

/** Returns the evaluation of a schema inside the one that has an `unevaluated…` keyword. */
function partEvaluation(target: SchemaApplication | boolean, resolve: CheckBuilder["resolve"]): Evaluation {
  if (typeof target === "boolean") return () => {};
  const { unevaluatedItems, unevaluatedProperties } = target.schema;
  return combine([
    ...keywordEvaluations(target, resolve),
    ...(unevaluatedItems === undefined ? [] : [allItems]),
    ...(unevaluatedProperties === undefined ? [] : [allProperties]),
  ]);
}

const allItems: Evaluation = (value, evaluated) => {
  if (Array.isArray(value)) for (const index of value.keys()) evaluated.add(index);
};

const allProperties: Evaluation = (value, evaluated) => {
  if (isSchema(value)) for (const name of Object.keys(value)) evaluated.add(name);
};

/** Lists the evaluations of a schema's keywords. */
function keywordEvaluations(application: SchemaApplication, resolve: CheckBuilder["resolve"]): readonly Evaluation[] {
  return [
    ...itemEvaluations(application, resolve),
    ...propertyEvaluations(application),
    ...inPlaceEvaluations(application, resolve),
  ];
}

/** Lists the evaluations of `prefixItems`, `items` and `contains`. */
function itemEvaluations(
  { schema, within }: SchemaApplication,
  resolve: CheckBuilder["resolve"],
): readonly Evaluation[] {
  const { prefixItems, items, contains } = schema;
  if (items !== undefined) return [allItems];
  const evaluations: Evaluation[] = [];
  if (prefixItems !== undefined) {
    const { length } = prefixItems;
    evaluations.push((value, evaluated) => {
      if (Array.isArray(value)) for (const index of value.keys()) if (index < length) evaluated.add(index);
    });
  }
  if (contains !== undefined) {
    const { matches } = resolve(within(contains));
    evaluations.push((value, evaluated) => {
      if (!Array.isArray(value)) return;
      for (const [index, item] of value.entries()) if (matches(item)) evaluated.add(index);
    });
  }
  return evaluations;
}

/** Lists the evaluations of `properties`, `patternProperties` and `additionalProperties`. */
function propertyEvaluations({ schema }: SchemaApplication): readonly Evaluation[] {
  const { properties = {}, patternProperties = {}, additionalProperties } = schema;
  if (additionalProperties !== undefined) return [allProperties];
  const names = new Set(Object.keys(properties));
  const patterns = Object.keys(patternProperties).map(schemaPattern);
  if (names.size === 0 && patterns.length === 0) return [];
  const evaluates = (name: string): boolean => names.has(name) || patterns.some((pattern) => pattern.test(name));
  return [
    (value, evaluated) => {
      if (isSchema(value)) for (const name of Object.keys(value)) if (evaluates(name)) evaluated.add(name);
    },
  ];
}

/** Lists the evaluations of the schemas that a schema applies to the same value; those in `not` evaluate nothing. */
function inPlaceEvaluations(application: SchemaApplication, resolve: CheckBuilder["resolve"]): readonly Evaluation[] {
  const { schema, within, references } = application;
  const part = (subschema: Parameters<typeof within>[0]): Evaluation => partEvaluation(within(subschema), resolve);
  const { allOf = [], anyOf = [], oneOf = [], dependentSchemas = {}, dependencies = {} } = schema;
  const evaluations = [
    ...references().map(({ target }) => partEvaluation(target, resolve)),
    ...allOf.map(part),
    ...[...anyOf, ...oneOf].map((branch): Evaluation => {
      const [{ matches }, evaluate] = [resolve(within(branch)), part(branch)];
      return (value, evaluated) => void (matches(value) && evaluate(value, evaluated));
    }),
    ...[...Object.entries(dependencies), ...Object.entries(dependentSchemas)].map(([name, dependent]): Evaluation => {
      const evaluate: Evaluation = isNameList(dependent) ? () => {} : part(dependent);
      return (value, evaluated) => void (isSchema(value) && Object.hasOwn(value, name) && evaluate(value, evaluated));
    }),
  ];
  if (schema.if !== undefined) {
    const { matches } = resolve(within(schema.if));
    const [condition, yes, no] = [part(schema.if), part(schema.then ?? true), part(schema.else ?? true)];
    evaluations.push((value, evaluated) => {
      if (!matches(value)) return no(value, evaluated);
      condition(value, evaluated);
      yes(value, evaluated);
    });
  }
  return evaluations;
}
