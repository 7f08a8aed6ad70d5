/** Arbitrary OpenTool documents. Their types are those of `@helve/opentool`, which this package can't import: it is tested with this one. */
import fc from "fast-check";

const words = fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "toString", "a/b~c", "50%", "é ü"));
const text = { maxLength: 8, noNullPrototype: false };
const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined });

/** Removes the members of an object that are `undefined`. */
function without<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
}

function record<T>(value: fc.Arbitrary<T>, keys: fc.Arbitrary<string>): fc.Arbitrary<Record<string, T>> {
  return fc
    .uniqueArray(fc.tuple(keys, value), { maxLength: 3, selector: ([key]) => key })
    .map((entries) => Object.fromEntries(entries));
}

/** Generates any schema, with references to `names`. */
function schemas(names: readonly string[]): fc.Arbitrary<object> {
  const description = optional(fc.string(text));
  const { schema } = fc.letrec<{ schema: object }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.record({ type: fc.constant("boolean" as const), description }).map((value) => without(value)),
      fc
        .record({ type: fc.constant("string" as const), enum: optional(fc.array(fc.string(text), { minLength: 1 })) })
        .map((value) => without(value)),
      fc
        .record({ type: fc.constant("integer" as const), enum: optional(fc.array(fc.nat(), { minLength: 1 })) })
        .map((value) => without(value)),
      ...names.map((name) => fc.constant({ $ref: `#/schemas/${name.replaceAll("~", "~0").replaceAll("/", "~1")}` })),
      fc
        .record({ type: fc.constant("array" as const), description, items: tie("schema") })
        .map((value) => without(value)),
      fc
        .record({ description, members: record(tie("schema"), words), all: fc.boolean() })
        .map(({ members, all, ...rest }) =>
          without({
            type: "object" as const,
            ...rest,
            properties: members,
            required: all && Object.keys(members).length > 0 ? Object.keys(members) : undefined,
          }),
        ),
    ),
  }));
  return schema;
}

/** Functions whose schemas refer to `names`. */
export function openToolFunctions(names: readonly string[]): fc.Arbitrary<{ readonly name: string }> {
  const parameter = fc
    .record({ name: words, description: optional(fc.string(text)), schema: schemas(names), required: fc.boolean() })
    .map((value) => without(value));
  const returned = fc.record({ name: words, schema: schemas(names) });
  const named = fc.record({
    name: fc.stringMatching(/^[a-zA-Z0-9_-]{1,64}$/),
    description: fc.string(text),
    parameters: fc.uniqueArray(parameter, { maxLength: 4, selector: ({ name }) => name }),
    return: fc.constantFrom(null, { name: "result", schema: { type: "string" as const } }),
    stream: optional(record(returned, words)),
  });
  return named.map((value) => without(value));
}

/** Valid documents, some of whose names are those of `Object.prototype`. */
export const openToolDocuments: fc.Arbitrary<object> = fc
  .uniqueArray(
    fc.oneof(
      fc.string({ minLength: 1, maxLength: 6 }),
      words.filter((name) => name !== ""),
    ),
    { maxLength: 3 },
  )
  .chain((names) =>
    fc.record({
      opentool: fc.constantFrom("1.0.0", "1.1.0", "1.2", "2.0.0"),
      info: fc.record({ title: fc.string(text), version: fc.string(text) }),
      functions: fc.uniqueArray(openToolFunctions(names), { maxLength: 3, selector: ({ name }) => name }),
      schemas: fc
        .tuple(...names.map(() => schemas(names).filter((schema) => !("$ref" in schema))))
        .map(
          (list) =>
            Object.fromEntries(names.map((name, index) => [name, list[index]] as const)) as Record<string, object>,
        ),
      server: fc.constantFrom({ url: "https://example.com" }, { url: "", description: "Here." }),
    }),
  );
