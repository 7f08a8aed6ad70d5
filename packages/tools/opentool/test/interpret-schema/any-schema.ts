import type { JsonSchema } from "@helve/core";
import fc from "fast-check";

/** Names, those among them by which a prototype or ajv could be confused. */
const name = fc.constantFrom("a", "b", "__proto__", "x-1", "hasOwnProperty", "constructor", "toString", "valueOf");
const scalars = [null, true, false, 0, 1, 1.5, 2, -3, "", "a", "b", "x-1", "𝒶𝒷", "2024-02-29", "a@b.example"];
const scalar = fc.constantFrom<unknown>(...scalars);

function named<Value>(values: fc.Arbitrary<Value>, maxKeys: number): fc.Arbitrary<Record<string, Value>> {
  return fc.dictionary(name, values, { maxKeys, noNullPrototype: true });
}

/** Small JSON values that use few names and few scalars, so that schemas often fit. */
export const anyValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: "small", withCrossShrink: true }, scalar, tie("list"), tie("object")),
  list: fc.array(tie("value"), { maxLength: 4 }),
  object: named(tie("value"), 4),
})).value;

const deep = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 2 }),
  named(fc.oneof(scalar, fc.array(named(scalar, 2), { maxLength: 2 })), 2),
);
const size = fc.nat({ max: 3 });
const number = fc.constantFrom(-3, 0, 0.5, 1, 2);
const type = fc.constantFrom("string", "number", "integer", "boolean", "null", "array", "object");
const pattern = fc.constantFrom("^x-", "^[ab]$", "o", "[\\w-.]");
const format = fc.constantFrom("date", "email", "nothing");
const names = fc.uniqueArray(name, { maxLength: 2 });
const reference = fc.constantFrom("#", "#/$defs/a", "#/$defs/b");

/**
 * Schemas of most keywords, references to themselves among them.
 *
 * @param every - whether to use also `unevaluated…`, `dependencies`, anchors and dynamic references
 */
export function anySchema(draft: "2020-12" | "draft-07", every = false): fc.Arbitrary<JsonSchema> {
  const { root } = fc.letrec<{ schema: JsonSchema; root: JsonSchema }>((tie) => {
    const sub = fc.oneof({ depthSize: "small", withCrossShrink: true }, fc.boolean(), tie("schema"));
    const several = fc.array(sub, { minLength: 1, maxLength: 3 });
    const one = fc.oneof(
      ...Object.entries({
        type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
        ...{ enum: fc.array(deep, { minLength: 1, maxLength: 3 }), const: deep, format },
        ...{ not: sub, anyOf: several, oneOf: several, allOf: several, if: sub, else: sub, $ref: reference },
        ...{ minimum: number, maximum: number, exclusiveMinimum: number, exclusiveMaximum: number },
        ...{ multipleOf: fc.constantFrom(0.1, 0.5, 1, 2), minLength: size, maxLength: size, pattern },
        ...{ minItems: size, maxItems: size, uniqueItems: fc.constant(true), contains: sub, items: sub },
        ...{ minProperties: size, maxProperties: size, required: names, properties: named(sub, 3) },
        ...{ patternProperties: fc.dictionary(pattern, sub, { maxKeys: 2 }), additionalProperties: sub },
        propertyNames: sub,
      }).map(([keyword, held]) => part(keyword, held)),
      part("then", sub),
      // Keywords that depend on each other.
      fc.tuple(part("if", sub), part("then", sub), part("else", sub)).map(merged),
      tagged(sub),
      ...(every
        ? [part("dependencies", named(fc.oneof(sub, names), 2)), ...(draft === "draft-07" ? [] : laterKeywords(sub))]
        : []),
      ...(draft === "draft-07"
        ? [fc.tuple(part("items", several), part("additionalItems", sub)).map(merged)]
        : [
            fc.tuple(part("contains", sub), part("minContains", size), part("maxContains", size)).map(merged),
            fc.tuple(part("prefixItems", several), part("items", sub)).map(merged),
            fc.tuple(part("contains", sub), part("maxContains", size)).map(merged),
            ...[
              part("prefixItems", several),
              part("dependentRequired", named(names, 2)),
              part("dependentSchemas", named(sub, 2)),
            ],
          ]),
    );
    return {
      schema: fc.array(one, { maxLength: 4 }).map(merged),
      root: fc.tuple(tie("schema"), tie("schema"), tie("schema")).map(([schema, a, b]) => ({
        ...(draft === "draft-07" && { $schema: "http://json-schema.org/draft-07/schema#" }),
        ...schema,
        ...(every && draft === "2020-12" && { $dynamicAnchor: "node" }),
        $defs: { a: every && draft === "2020-12" ? { ...a, $anchor: "a", $dynamicAnchor: "a" } : a, b },
      })),
    };
  });
  return root;
}

/** Keywords that only 2020-12 has, and that ajv evaluates wrongly or not at all. */
function laterKeywords(sub: fc.Arbitrary<JsonSchema | boolean>): readonly fc.Arbitrary<JsonSchema>[] {
  const object = { properties: named(sub, 2), anyOf: fc.array(sub, { minLength: 1, maxLength: 2 }) };
  const list = { prefixItems: fc.array(sub, { maxLength: 2 }), contains: sub, if: sub };
  return [
    fc.record({ ...object, unevaluatedProperties: sub }, { requiredKeys: ["unevaluatedProperties"] }),
    fc.record({ ...list, unevaluatedItems: sub }, { requiredKeys: ["unevaluatedItems"] }),
    part("$dynamicRef", fc.constantFrom("#node", "#a", "#/$defs/b")),
    part("$ref", fc.constantFrom("#node", "#a")),
  ] as readonly fc.Arbitrary<JsonSchema>[];
}

function part(keyword: string, held: fc.Arbitrary<unknown>): fc.Arbitrary<JsonSchema> {
  return held.map((value) => ({ [keyword]: value }));
}

function merged(parts: readonly JsonSchema[]): JsonSchema {
  return Object.assign({}, ...parts);
}

/** A union whose branches are told apart by one property. */
function tagged(sub: fc.Arbitrary<JsonSchema | boolean>): fc.Arbitrary<JsonSchema> {
  const tag = fc.oneof(part("const", scalar), part("enum", fc.array(scalar, { minLength: 1, maxLength: 2 })));
  const branch = fc.tuple(tag, sub, fc.boolean(), fc.boolean()).map(([a, b, typed, required]) => ({
    ...(typed && { type: "object" as const }),
    properties: { a, b },
    ...(required && { required: ["a"] }),
  }));
  const branches = fc.array(fc.oneof({ weight: 4, arbitrary: branch }, { weight: 1, arbitrary: sub }), {
    minLength: 2,
    maxLength: 4,
  });
  return fc.oneof(part("anyOf", branches), part("oneOf", branches));
}
