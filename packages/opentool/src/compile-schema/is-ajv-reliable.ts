// Compares ajv with the interpreter on a small schema.

import type { JsonSchema } from "@helve/core";
import { createInterpreter } from "../interpret-schema.ts";
import { ajvSchema } from "./ajv-schema.ts";
import { compileTest } from "./ajv-test.ts";

/**
 * Whether the installed ajv evaluates a schema with every keyword as the interpreter does. The result is cached. It is
 * false if another version of ajv has changed what `compileTest` relies on, and if code generation is not allowed.
 */
export function isAjvReliable(): boolean {
  reliable ??= agreesWithInterpreter();
  return reliable;
}

let reliable: boolean | undefined;

function agreesWithInterpreter(): boolean {
  const { root, checkOf, matches } = createInterpreter(probe, { assertFormats: true });
  if (typeof root === "boolean") return false;
  try {
    const test = compileTest(ajvSchema(root, checkOf));
    return samples.every((value) => test(value) === matches(value));
  } catch {
    return false;
  }
}

const tagged = (kind: string, value: JsonSchema): JsonSchema => ({
  properties: { kind: { const: kind }, value },
  required: ["kind", "value"],
});

/** A schema with every keyword that `ajvSchema` emits. */
const probe: JsonSchema = {
  type: ["object", "array", "string", "number", "null"],
  ...{ minProperties: 1, maxProperties: 3, minItems: 1, maxItems: 4, minLength: 1, maxLength: 4 },
  ...{ minimum: 1, maximum: 99, exclusiveMinimum: 1, exclusiveMaximum: 99, pattern: "^\\p{L}", multipleOf: 0.1 },
  ...{ prefixItems: [{ type: "string" }], items: { $ref: "#/$defs/item" }, uniqueItems: true },
  properties: { kind: { type: "string" }, self: { $ref: "#" }, date: { format: "date" } },
  patternProperties: { "^x-": { enum: ["a", 1] } },
  additionalProperties: { type: ["string", "number"] },
  propertyNames: { maxLength: 8 },
  dependentRequired: { date: ["kind"] },
  anyOf: [tagged("a", { type: "number" }), tagged("b", { type: "string" }), { not: { required: ["kind"] } }],
  oneOf: [tagged("a", { minimum: 2 }), tagged("b", { minLength: 2 }), { not: { required: ["kind"] } }],
  allOf: [{ if: { type: "string" }, else: { not: { const: 5 } } }],
  $defs: { item: { type: ["integer", "string"] } },
};

const samples: readonly unknown[] = [
  ...[{}, { a: "" }, { a: 1, b: 2, c: 3, d: 4 }, { a: true }, { "x-a": "a" }, { "x-a": "b" }, { toolongname: 1 }],
  ...[{ kind: 3 }, { self: { a: 1 } }, { self: {} }, { date: "2024-02-29", kind: "c" }, { date: "2024-02-30" }],
  ...[
    { kind: "a", value: 2 },
    { kind: "a", value: 1 },
    { kind: "a", value: "b" },
    { kind: "a" },
    { kind: "c", value: 2 },
  ],
  ...[{ kind: "b", value: "bb" }, { kind: "b", value: "b" }, { kind: "b", value: 2 }, { date: "2024-02-29" }],
  ...[[], ["a"], [1], ["a", 2], ["a", 2.5], ["a", "a"], ["a", 1, 2, 3, 4], "", "a", "abcde", "𝒶𝒷𝒸𝒹", "1", "a1"],
  ...[1, 1.5, 1.55, 5, 99, 100, 98.9, null, true, false, Number.NaN, Number.POSITIVE_INFINITY],
];
