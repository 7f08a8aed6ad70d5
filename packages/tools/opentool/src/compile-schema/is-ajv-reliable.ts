// Verifies that the installed ajv evaluates every keyword that `ajvSchema` writes as expected.

import type { JsonSchema } from "@helve/core";
import { createInterpreter } from "../interpret-schema.ts";
import { ajvSchema } from "./ajv-schema.ts";
import { compileTest } from "./ajv-test.ts";

/**
 * Whether the installed ajv gives the right answer for every sample. The result is cached. It is false if another
 * version of ajv has changed what `compileTest` relies on, and if code generation is not allowed.
 */
export function isAjvReliable(): boolean {
  reliable ??= answersAreRight();
  return reliable;
}

let reliable: boolean | undefined;

function answersAreRight(): boolean {
  try {
    // One schema with all samples is compiled much faster than one schema for each.
    const properties = Object.fromEntries(samples.map(([schema], index) => [`sample${index}`, schema]));
    const { root, checkOf } = createInterpreter({ properties }, { assertFormats: true });
    if (typeof root === "boolean") return false;
    const test = compileTest(ajvSchema(root, checkOf));
    return samples.every(([, right, wrong], index) => {
      const answer = (value: unknown): boolean => test({ [`sample${index}`]: value });
      return right.every((value) => answer(value) === true) && wrong.every((value) => answer(value) === false);
    });
  } catch {
    return false;
  }
}

const tagged = (kind: string, value: JsonSchema): JsonSchema => ({
  type: "object",
  properties: { kind: { const: kind }, value },
  required: ["kind", "value"],
});
const branches = [tagged("a", { minimum: 2 }), tagged("b", { type: "string" }), { type: "null" }] as const;
const branchSamples = [
  [{ kind: "a", value: 2 }, { kind: "b", value: "" }, null],
  [{ kind: "a", value: 1 }, { kind: "b", value: 2 }, { kind: "a" }, { kind: "c", value: 2 }],
] as const;

/** Schemas with values that are valid and values that are not. */
const samples: readonly (readonly [schema: JsonSchema, right: readonly unknown[], wrong: readonly unknown[]])[] = [
  [{ type: "object" }, [{}], [[], null, ""]],
  [{ type: "array" }, [[]], [{}]],
  [{ type: "string" }, [""], [1]],
  [{ type: "boolean" }, [false], [0]],
  [{ type: "null" }, [null], [{}]],
  [{ type: ["integer", "string"] }, [1, ""], [1.5, null]],
  [{ type: "number" }, [1.5], [Number.NaN, Number.POSITIVE_INFINITY, "1"]],
  [{ required: ["a"] }, [{ a: 1 }, []], [{ b: 1 }]],
  [{ pattern: "^\\p{L}$" }, ["é", 1], ["1"]],
  [{ minLength: 2 }, ["ab", 1], ["𝒶"]],
  [{ maxLength: 1 }, ["𝒶"], ["ab"]],
  [{ minItems: 1 }, [[1], {}], [[]]],
  [{ maxItems: 1 }, [[1]], [[1, 2]]],
  [{ minProperties: 1 }, [{ a: 1 }, []], [{}]],
  [{ maxProperties: 1 }, [{ a: 1 }], [{ a: 1, b: 2 }]],
  [{ minimum: 1 }, [1, "0"], [0]],
  [{ maximum: 1 }, [1], [2]],
  [{ exclusiveMinimum: 1 }, [2], [1]],
  [{ exclusiveMaximum: 1 }, [0], [1]],
  [{ const: 1 }, [1], ["1", true]],
  [{ enum: ["a", null] }, ["a", null], ["b", 0]],
  [{ format: "date" }, ["2024-02-29", 1], ["2023-02-29"]],
  [{ multipleOf: 0.1 }, [0.3, ""], [0.35]],
  [{ not: { type: "string" } }, [1], [""]],
  [{ allOf: [{ minimum: 1 }, { maximum: 2 }] }, [1], [0, 3]],
  [{ anyOf: [{ minimum: 3 }, { type: "string" }] }, [3, ""], [2]],
  [{ oneOf: [{ minimum: 3 }, { maximum: 5 }] }, [2, 6], [4]],
  [{ anyOf: branches }, ...branchSamples],
  [{ oneOf: branches }, ...branchSamples],
  [JSON.parse('{"if":{"type":"string"},"then":{"minLength":1},"else":{"minimum":1}}'), ["a", 1], ["", 0]],
  [{ items: { type: "string" } }, [["a"], []], [["a", 1]]],
  [{ prefixItems: [{ type: "string" }], items: { type: "number" } }, [["a", 1], []], [[1], ["a", "b"]]],
  [{ properties: { a: { type: "string" }, b: false } }, [{ a: "" }], [{ a: 1 }, { b: 1 }]],
  [
    { properties: { a: true }, patternProperties: { "^x-": { type: "string" } }, additionalProperties: false },
    [{ a: 1, "x-a": "" }],
    [{ "x-a": 1 }, { b: 1 }],
  ],
  [{ additionalProperties: { type: "string" } }, [{ a: "" }], [{ a: 1 }]],
  [{ propertyNames: { maxLength: 1 } }, [{ a: 1 }], [{ ab: 1 }]],
  [{ properties: { next: { $ref: "#/properties/sample7" } } }, [{ next: { a: 1 } }], [{ next: {} }]],
];
