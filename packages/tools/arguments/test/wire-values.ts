// Values as a provider's format has them: made from a tool's values, or from the schema that the provider is shown.

import type { JsonSchema } from "@helve/core";
import { isObject, resolveReference } from "@helve/core/internal";
import { schemaValidator, wirePropertyName } from "@helve/opentool";
import fc from "fast-check";

interface Form {
  readonly isStrict?: boolean;
  readonly isRenamed?: boolean;
}

/** Converts a value that fits a tool's schema to a provider's form: with other names, and null for what is absent. */
export function wireValue(value: unknown, schema: JsonSchema, form: Form): unknown {
  return convert(value, schema, schema, form);
}

function convert(value: unknown, part: unknown, root: JsonSchema, form: Form): unknown {
  if (!isObject(part)) return value;
  const schema: JsonSchema = part;
  if (schema.$ref !== undefined) return convert(value, resolveReference(schema.$ref, root), root, form);
  const union = schema.anyOf ?? schema.oneOf;
  if (union !== undefined) {
    const member = union.find((one) =>
      schemaValidator({ ...Object(one), $defs: root.$defs }, { assertFormats: true }).is(value),
    );
    return convert(value, member, root, form);
  }
  if (Array.isArray(value)) {
    const places: readonly unknown[] = [schema["prefixItems"] ?? []].flat();
    return value.map((item, index) => convert(item, index < places.length ? places[index] : schema.items, root, form));
  }
  if (!isObject(value)) return value;
  const { properties = {}, additionalProperties } = schema;
  const names = Object.keys(properties);
  const members = Object.entries(value).map(([name, member]) => {
    const isNamed = Object.hasOwn(properties, name);
    const wire = form.isRenamed === true && isNamed ? wirePropertyName(name, names) : name;
    return [wire, convert(member, isNamed ? properties[name] : additionalProperties, root, form)] as const;
  });
  const absent = form.isStrict === true ? names.filter((name) => !Object.hasOwn(value, name)) : [];
  return Object.fromEntries([...members, ...absent.map((name) => [name, null] as const)]);
}

const texts = ["a", "abc", "x", "ab-1", "low", "circle", "only", "2025-04-17T12:00:00Z", "https://example.com/"];

/** Values of the form that a schema describes; most of them fit it. */
export function wireValues(schema: JsonSchema): fc.Arbitrary<unknown> {
  return valuesAt(schema, schema, 5);
}

function valuesAt(part: unknown, root: JsonSchema, depth: number): fc.Arbitrary<unknown> {
  const anyValue = fc.constantFrom<unknown>("a", 1, null);
  if (!isObject(part) || depth === 0) return anyValue;
  const schema: JsonSchema = part;
  if (schema.$ref !== undefined) return valuesAt(resolveReference(schema.$ref, root), root, depth - 1);
  if (Object.hasOwn(schema, "const")) return fc.constant(schema.const);
  if (schema.enum !== undefined && schema.enum.length > 0) return fc.constantFrom(...schema.enum);
  const union = schema.anyOf ?? schema.oneOf;
  if (union !== undefined) return fc.oneof(...union.map((one) => valuesAt(one, root, depth)));
  const types = [schema.type ?? []].flat();
  if (types.length === 0) return anyValue;
  return fc.oneof(...types.map((type) => typedValues(type, schema, root, depth)));
}

function typedValues(type: string, schema: JsonSchema, root: JsonSchema, depth: number): fc.Arbitrary<unknown> {
  switch (type) {
    case "string":
      return fc.constantFrom(...texts);
    case "integer":
      return fc.constantFrom(0, 1, 3, 5, 10);
    case "number":
      return fc.constantFrom(0, 0.5, 1, 5);
    case "boolean":
      return fc.boolean();
    case "array":
      return lists(schema, root, depth - 1);
    case "object":
      return objects(schema, root, depth - 1);
    default:
      return fc.constant(null);
  }
}

function lists(schema: JsonSchema, root: JsonSchema, depth: number): fc.Arbitrary<unknown> {
  const places: readonly unknown[] = [schema["prefixItems"] ?? []].flat();
  if (places.length > 0) return fc.tuple(...places.map((place) => valuesAt(place, root, depth)));
  const minLength = depth <= 1 ? 0 : 1;
  return fc.array(valuesAt(schema.items, root, depth), { minLength, maxLength: depth <= 1 ? 0 : 2 });
}

function objects(schema: JsonSchema, root: JsonSchema, depth: number): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties = false } = schema;
  const known = Object.entries(properties).map(([name, one]) => [name, valuesAt(one, root, depth)] as const);
  const requiredKeys = required.filter((name) => Object.hasOwn(properties, name)) as never[];
  const members = fc.record(Object.fromEntries(known), { requiredKeys, noNullPrototype: true });
  if (additionalProperties === false) return members;
  const others = fc.dictionary(fc.constantFrom("p", "q"), valuesAt(additionalProperties, root, depth), { maxKeys: 2 });
  return fc.tuple(members, others).map(([some, more]) => ({ ...more, ...some }));
}
