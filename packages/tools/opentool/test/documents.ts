import type { OpenTool, OpenToolFunction, Parameter, Schema } from "@helve/opentool";
import fc from "fast-check";

/** A document of every kind of object, to be changed in one place. */
export const kettle: OpenTool = {
  opentool: "1.0.0",
  info: { title: "Kettle", description: "A kettle on the network.", version: "0.3.0" },
  functions: [
    {
      name: "boil",
      description: "Boils water.",
      parameters: [
        { name: "litres", description: "How much.", schema: { type: "number" }, required: true },
        { name: "program", schema: { $ref: "#/schemas/Program" }, required: false },
        { name: "rate", schema: { type: "integer", enum: [9600, 19200] }, required: false },
      ],
      return: { name: "state", description: "What it does now.", schema: { $ref: "#/schemas/State" } },
    },
    { name: "stop", description: "Stops.", parameters: [], return: null },
  ],
  schemas: {
    State: {
      type: "object",
      description: "A state.",
      properties: { hot: { type: "boolean" }, before: { $ref: "#/schemas/State" } },
      required: ["hot"],
    },
    Program: { type: "array", items: { type: "string", enum: ["tea", "coffee"] } },
  },
};

/** A copy of `kettle` with one value changed, or taken away when it is `undefined`. */
export function kettleWith(pointer: string, value: unknown): unknown {
  const copy: unknown = JSON.parse(JSON.stringify(kettle));
  const keys = pointer.split("/").slice(1);
  const last = keys.pop() ?? "";
  const owner = keys.reduce<unknown>((at, key) => Reflect.get(Object(at), key), copy);
  if (value === undefined) Reflect.deleteProperty(Object(owner), last);
  else Reflect.set(Object(owner), last, value);
  return copy;
}

const words = fc.oneof(fc.string(), fc.constantFrom("__proto__", "constructor", "toString", "a/b~c", "50%", "é ü"));
const text = { maxLength: 8, noNullPrototype: false };
const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined });

/** Objects without the members that are `undefined`. */
function without<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
}

function record<T>(value: fc.Arbitrary<T>, keys: fc.Arbitrary<string>): fc.Arbitrary<Record<string, T>> {
  return fc
    .uniqueArray(fc.tuple(keys, value), { maxLength: 3, selector: ([key]) => key })
    .map((entries) => Object.fromEntries(entries));
}

/** Any schema, with references to `names`. */
function schemas(names: readonly string[]): fc.Arbitrary<Schema> {
  const description = optional(fc.string(text));
  const { schema } = fc.letrec<{ schema: Schema }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.record({ type: fc.constant("boolean" as const), description }).map((value) => without(value) as Schema),
      fc
        .record({ type: fc.constant("string" as const), enum: optional(fc.array(fc.string(text), { minLength: 1 })) })
        .map((value) => without(value) as Schema),
      fc
        .record({ type: fc.constant("integer" as const), enum: optional(fc.array(fc.nat(), { minLength: 1 })) })
        .map((value) => without(value) as Schema),
      ...names.map((name) => fc.constant({ $ref: `#/schemas/${name.replaceAll("~", "~0").replaceAll("/", "~1")}` })),
      fc
        .record({ type: fc.constant("array" as const), description, items: tie("schema") })
        .map((value) => without(value) as Schema),
      fc.record({ description, members: record(tie("schema"), words), all: fc.boolean() }).map(
        ({ members, all, ...rest }) =>
          without({
            type: "object" as const,
            ...rest,
            properties: members,
            required: all && Object.keys(members).length > 0 ? Object.keys(members) : undefined,
          }) as Schema,
      ),
    ),
  }));
  return schema;
}

/** What may stand where something else should. */
const spoilers: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, 3, 1.5, true, "", "object", "array", "integer", "1.0.0", "2.1", "3.0", "a b", [], {}),
  fc.constantFrom<unknown>({ type: "object" }, { type: "array" }, { $ref: "#/schemas/x" }, { $ref: 3 }, { enum: [] }),
  fc.constantFrom<unknown>({ $ref: "#/schemas/x", items: {} }, { type: "integer", enum: [1, "2"] }, [{ name: "x" }]),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Functions whose schemas refer to `names`. */
export function functions(names: readonly string[]): fc.Arbitrary<OpenToolFunction> {
  const parameter = fc
    .record({ name: words, description: optional(fc.string(text)), schema: schemas(names), required: fc.boolean() })
    .map((value) => without(value) as Parameter);
  const returned = fc.record({ name: words, schema: schemas(names) });
  const named = fc.record({
    name: fc.stringMatching(/^[a-zA-Z0-9_-]{1,64}$/),
    description: fc.string(text),
    parameters: fc.uniqueArray(parameter, { maxLength: 4, selector: ({ name }) => name }),
    return: fc.constantFrom(null, { name: "result", schema: { type: "string" as const } }),
    stream: optional(record(returned, words)),
  });
  return named.map((value) => without(value) as OpenToolFunction);
}

/** Valid documents, some of whose names are those of `Object.prototype`. */
export const documents: fc.Arbitrary<OpenTool> = fc
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
      functions: fc.uniqueArray(functions(names), { maxLength: 3, selector: ({ name }) => name }),
      schemas: fc
        .tuple(...names.map(() => schemas(names).filter((schema) => !("$ref" in schema))))
        .map(
          (list) =>
            Object.fromEntries(names.map((name, index) => [name, list[index]] as const)) as Record<string, Schema>,
        ),
      server: fc.constantFrom({ url: "https://example.com" }, { url: "", description: "Here." }),
    }),
  );

/** Documents with some of their values changed, taken away or given another key; few of them are valid. */
export const mutated: fc.Arbitrary<unknown> = fc
  .tuple(
    documents,
    fc.array(fc.tuple(fc.nat(), fc.constantFrom("set", "delete", "rename"), spoilers), { maxLength: 3 }),
  )
  .map(([document, changes]) => {
    let copy: unknown = JSON.parse(JSON.stringify(document));
    for (const [nth, change, value] of changes) {
      const places = [{ owner: { copy }, key: "copy" }, ...placesIn(copy)];
      const { owner, key } = places[nth % places.length] ?? { owner: {}, key: "" };
      if (key === "copy" && "copy" in owner) copy = change === "set" ? structuredClone(value) : copy;
      else if (change === "set") write(owner, key, structuredClone(value));
      else if (Array.isArray(owner)) owner.splice(Number(key), 1);
      else {
        if (change === "rename") write(owner, `${key}s`, Reflect.get(owner, key));
        Reflect.deleteProperty(owner, key);
      }
    }
    return copy;
  })
  .filter((value) => typeof value !== "string");

function write(owner: object, key: string, value: unknown): void {
  Object.defineProperty(owner, key, { value, configurable: true, enumerable: true, writable: true });
}

function placesIn(owner: unknown): readonly { readonly owner: object; readonly key: string }[] {
  if (typeof owner !== "object" || owner === null) return [];
  return Object.keys(owner).flatMap((key) => [{ owner, key }, ...placesIn(Reflect.get(owner, key))]);
}
