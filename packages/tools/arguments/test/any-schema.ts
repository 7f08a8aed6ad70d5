import type { JsonSchema } from "@helve/core";
import fc from "fast-check";

const names = ["a", "b", "c", "__proto__", "constructor"];
const name = fc.constantFrom(...names);
const type = fc.constantFrom("string", "number", "integer", "boolean", "null", "array", "object");

/** Texts, some of which stand for something else. */
const text = fc.oneof(
  fc.constantFrom("", "42", "4.2", " 7 ", "1e3", "true", "FALSE", "yes", "0", "null", "None", "x", "a,b", "[draft]"),
  fc.json({ maxDepth: 2 }),
  fc.string({ maxLength: 5 }),
);

const scalar = fc.oneof(fc.integer({ min: -3, max: 50 }), fc.double(), fc.boolean(), fc.constant(null), text);

/** Values as models send them, nearly right. */
export const anyValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(name, tie("value"), { maxKeys: 4, noNullPrototype: true }),
    tie("value").map((value) => JSON.stringify(value)),
  ),
})).value;

const keywords = fc.record(
  {
    type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
    minimum: fc.integer({ min: 0, max: 5 }),
    multipleOf: fc.constantFrom(1, 2, 0.5),
    maxLength: fc.integer({ min: 0, max: 6 }),
    pattern: fc.constantFrom("^a", "\\d", "x$"),
    format: fc.constantFrom("date", "email"),
    minItems: fc.integer({ min: 0, max: 2 }),
    uniqueItems: fc.boolean(),
    maxProperties: fc.integer({ min: 0, max: 3 }),
    required: fc.uniqueArray(name, { maxLength: 2 }),
  },
  { requiredKeys: [] },
);

const choices = fc.record(
  { enum: fc.array(scalar, { minLength: 1, maxLength: 3 }), const: scalar },
  { requiredKeys: [] },
);

/** Schemas that say all kinds of things, also several at once and also of themselves. */
export const anySchema: fc.Arbitrary<JsonSchema> = fc
  .letrec<{ schema: JsonSchema | boolean }>((tie) => {
    const branches = fc.array(tie("schema"), { minLength: 1, maxLength: 3 });
    const nested = fc.record(
      {
        properties: fc.dictionary(name, tie("schema"), { maxKeys: 3, noNullPrototype: true }),
        patternProperties: fc.dictionary(fc.constantFrom("^a", "b"), tie("schema"), {
          maxKeys: 1,
          noNullPrototype: true,
        }),
        additionalProperties: tie("schema"),
        items: tie("schema"),
        prefixItems: branches,
        contains: tie("schema"),
        anyOf: branches,
        oneOf: branches,
        allOf: branches,
        not: tie("schema"),
        if: tie("schema"),
        yes: tie("schema"),
        else: tie("schema"),
        default: scalar,
      },
      { requiredKeys: [] },
    );
    const sparse = fc.tuple(nested, fc.uniqueArray(fc.nat(13), { maxLength: 2 })).map(([all, kept]) =>
      Object.fromEntries(
        Object.entries(all)
          .filter((_, index) => kept.includes(index))
          .map(([keyword, value]) => [keyword === "yes" ? "then" : keyword, value]),
      ),
    );
    return {
      schema: fc.oneof(
        { maxDepth: 4, depthSize: "small" },
        fc.boolean(),
        keywords,
        choices,
        type.map((only) => ({ type: only })),
        fc.record({ type, properties: fc.dictionary(name, tie("schema"), { maxKeys: 3, noNullPrototype: true }) }),
        fc.record({ type: fc.constant("array"), items: tie("schema") }),
        fc.record({ anyOf: branches }),
        fc.record({ oneOf: branches }),
        fc.tuple(fc.oneof(keywords, fc.constant({})), sparse).map(([some, more]) => ({ ...some, ...more })),
        fc.constantFrom({ $ref: "#/$defs/A" }, { items: { $ref: "#/$defs/B" } }),
      ) as fc.Arbitrary<JsonSchema | boolean>,
    };
  })
  .schema.chain((root) =>
    fc
      .tuple(keywords, choices)
      .map(
        ([a, b]) => ({ ...(typeof root === "object" ? root : {}), $defs: { A: { ...a }, B: { ...b } } }) as JsonSchema,
      ),
  );
