import type { OpenTool, OpenToolFunction } from "@helve/opentool";
import { openToolDocuments, openToolFunctions } from "@helve/testing/open-tool-documents";
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

/** Values of the wrong type or meaning, to put in the place of others. */
const spoilers: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, 3, 1.5, true, "", "object", "array", "integer", "1.0.0", "2.1", "3.0", "a b", [], {}),
  fc.constantFrom<unknown>({ type: "object" }, { type: "array" }, { $ref: "#/schemas/x" }, { $ref: 3 }, { enum: [] }),
  fc.constantFrom<unknown>({ $ref: "#/schemas/x", items: {} }, { type: "integer", enum: [1, "2"] }, [{ name: "x" }]),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Functions whose schemas refer to `names`. */
export function functions(names: readonly string[]): fc.Arbitrary<OpenToolFunction> {
  return openToolFunctions(names) as fc.Arbitrary<OpenToolFunction>;
}

/** Valid documents, some of whose names are those of `Object.prototype`. */
export const documents = openToolDocuments as fc.Arbitrary<OpenTool>;

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
