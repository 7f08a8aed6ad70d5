// JSON Schemas of tool arguments as people write them, each with values that it accepts, for property tests.

import type { JsonSchema } from "@helve/core";
import fc from "fast-check";

/** A schema, and values that it accepts. */
interface Described {
  readonly schema: JsonSchema;
  readonly values: fc.Arbitrary<unknown>;
}

type DescribedSchemas = fc.Arbitrary<Described>;

const described = (schema: JsonSchema, values: fc.Arbitrary<unknown>): Described => ({ schema, values });
const text = fc.stringMatching(/^[a-z]{0,6}$/);

const scalars: DescribedSchemas = fc.constantFrom(
  described({ type: "string" }, text),
  described({ type: "string", description: "A text.", minLength: 2, maxLength: 4 }, fc.stringMatching(/^[a-z]{2,4}$/)),
  described({ type: "string", pattern: "^[a-z]+-\\d$" }, fc.stringMatching(/^[a-z]{1,3}-[0-9]$/)),
  described({ type: "string", pattern: "^(?!x)[a-z]+$" }, fc.stringMatching(/^[a-w]{1,3}$/)),
  described({ type: "string", format: "date-time" }, fc.constant("2025-04-17T12:00:00Z")),
  described({ type: "string", format: "uri" }, fc.constant("https://example.com/")),
  described({ type: "string", enum: ["a", "b"], default: "a" }, fc.constantFrom("a", "b")),
  described({ const: "only" }, fc.constant("only")),
  described({ enum: ["a", 1, null, true] }, fc.constantFrom<unknown>("a", 1, null, true)),
  described({ type: "integer", minimum: 1, maximum: 5, default: 3 }, fc.integer({ min: 1, max: 5 })),
  described({ type: "integer", exclusiveMinimum: 0, exclusiveMaximum: 9 }, fc.integer({ min: 1, max: 8 })),
  described({ type: "number", exclusiveMinimum: 0 }, fc.constantFrom(0.5, 1, 7.25)),
  described({ type: "integer", multipleOf: 5 }, fc.constantFrom(0, 5, -10)),
  described({ type: "boolean" }, fc.boolean()),
  described({ type: ["string", "null"] }, fc.option(text)),
  described({ type: ["string", "number"] }, fc.oneof(text, fc.integer())),
  described({ type: ["string", "null"], enum: ["a", null] }, fc.constantFrom("a", null)),
  described({ anyOf: [{ type: "string" }, { type: "number" }] }, fc.oneof(text, fc.integer())),
  described(
    { $ref: "#/$defs/Tree" },
    fc.constantFrom({ name: "a", children: [] }, { name: "a", children: [{ name: "b", children: [] }] }),
  ),
  described({ $ref: "#/$defs/Level", description: "How loud." }, fc.constantFrom("low", "high")),
  described({}, fc.constantFrom<unknown>(1, "a", null, [1], { a: 1 })),
);

/** The definitions that the schemas refer to. */
const definitions: JsonSchema["$defs"] = {
  Tree: {
    type: "object",
    properties: { name: { type: "string" }, children: { type: "array", items: { $ref: "#/$defs/Tree" } } },
    required: ["name", "children"],
    additionalProperties: false,
  },
  Level: { type: "string", enum: ["low", "high"] },
};

const names = fc.uniqueArray(fc.constantFrom("a", "b", "c", "$filter", "x y", "ä"), { maxLength: 4 });

/** A closed object with the property `kind`, if it has a tag, and others. */
function object(part: DescribedSchemas, tag?: string): DescribedSchemas {
  return names.chain((found) =>
    fc.tuple(fc.tuple(...found.map(() => part)), fc.subarray(found)).map(([parts, required]) => {
      const kind: Record<string, JsonSchema> = tag === undefined ? {} : { kind: { const: tag } };
      const members = found.map((name, index) => [name, parts[index]] as const);
      const schema = {
        type: "object",
        properties: { ...Object.fromEntries(members.map(([name, one]) => [name, one?.schema ?? {}])), ...kind },
        required: [...required, ...Object.keys(kind)],
        additionalProperties: false,
      } as const;
      const values = fc.record(
        {
          ...Object.fromEntries(members.map(([name, one]) => [name, one?.values ?? fc.anything()])),
          ...(tag !== undefined && { kind: fc.constant(tag) }),
        },
        { requiredKeys: [...required, ...Object.keys(kind)] as never[], noNullPrototype: true },
      );
      return described(schema, values);
    }),
  );
}

/** A union whose members are told apart by `kind`. */
function tagged(part: DescribedSchemas, keyword: "oneOf" | "anyOf"): DescribedSchemas {
  return fc
    .tuple(object(part, "circle"), object(part, "rect"))
    .map(([a, b]) => described({ [keyword]: [a.schema, b.schema] }, fc.oneof(a.values, b.values)));
}

const parts: DescribedSchemas = fc.letrec<{ part: Described }>((tie) => ({
  part: fc.oneof(
    { maxDepth: 2, depthSize: "small", withCrossShrink: true },
    { weight: 6, arbitrary: scalars },
    { weight: 2, arbitrary: object(tie("part")) },
    { weight: 1, arbitrary: tagged(tie("part"), "oneOf") },
    { weight: 1, arbitrary: tagged(tie("part"), "anyOf") },
    {
      weight: 1,
      arbitrary: tie("part").map(({ schema, values }) =>
        described({ type: "array", items: schema, minItems: 1 }, fc.array(values, { minLength: 1, maxLength: 3 })),
      ),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(tie("part"), tie("part"))
        .map(([a, b]) =>
          described(
            { type: "array", prefixItems: [a.schema, b.schema], items: false, minItems: 2 },
            fc.tuple(a.values, b.values),
          ),
        ),
    },
    {
      weight: 1,
      arbitrary: tie("part").map(({ schema, values }) =>
        described(
          { type: "object", additionalProperties: schema },
          fc.dictionary(fc.constantFrom("p", "q"), values, { maxKeys: 2, noNullPrototype: true }),
        ),
      ),
    },
  ),
})).part;

/** Schemas of arguments, some of them with a union at the root. */
export const argumentSchemas: DescribedSchemas = fc
  .oneof({ weight: 5, arbitrary: object(parts) }, { weight: 1, arbitrary: tagged(parts, "oneOf") })
  .map(({ schema, values }) => described({ ...schema, $defs: definitions }, values));
