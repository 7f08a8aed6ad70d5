import type { JsonSchema } from "@helve/core";
import { schemaValidator } from "@helve/opentool";
import { toolApi } from "@helve/tool";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

function schemaOf(type: string): JsonSchema {
  const made = toolApi("Do.", () => 1, {
    name: "do",
    types: "optional",
    signature: [{ name: "a", type, description: "A" }],
  });
  const found = made.parameters.properties?.["a"];
  if (typeof found !== "object") throw new Error("no schema");
  const { description: _, ...schema } = found;
  return schema;
}

const text = { type: "string" };
const integer = { type: "integer" };
const number = { type: "number" };

describe("the schema of a type", () => {
  it.each([
    ["Dict[str, int]", { type: "object", additionalProperties: integer }],
    ["dict[str, list[int]]", { type: "object", additionalProperties: { type: "array", items: integer } }],
    ["Record<string, number>", { type: "object", additionalProperties: number }],
    ["Array<string>", { type: "array", items: text }],
    ["string[][]", { type: "array", items: { type: "array", items: text } }],
    ["(int | str)[]", { type: "array", items: { anyOf: [integer, text] } }],
    ["list of str", { type: "array", items: text }],
    ["list of list of int", { type: "array", items: { type: "array", items: integer } }],
    ["dict of str to int", { type: "object", additionalProperties: integer }],
    ["int or None", { anyOf: [integer, { type: "null" }] }],
    ["Optional[Union[int, str]]", { anyOf: [integer, text, { type: "null" }] }],
    ["int?", { anyOf: [integer, { type: "null" }] }],
    ["?int", { anyOf: [integer, { type: "null" }] }],
    ["!Object<string, number>", { type: "object", additionalProperties: number }],
    ["Object.<string, number>", { type: "object", additionalProperties: number }],
    ["object", { type: "object" }],
    ["*", {}],
    ["Array<*>", { type: "array", items: {} }],
    ["*int*", integer],
    ["**list[int]**", { type: "array", items: integer }],
    ['Literal["a", "b"]', { type: "string", enum: ["a", "b"] }],
    ["Literal[1, 2, 1]", { type: "integer", enum: [1, 2] }],
    ['Literal["a", 1]', { type: ["string", "integer"], enum: ["a", 1] }],
    ['"fast" | "slow"', { type: "string", enum: ["fast", "slow"] }],
    ["{'a', 'b'}", { type: "string", enum: ["a", "b"] }],
    ["true | false", { type: "boolean", enum: [true, false] }],
    ["tuple[int, ...]", { type: "array", items: integer }],
    ["Tuple[int, str]", { type: "array", prefixItems: [integer, text], items: false, minItems: 2 }],
    ["tuple[int, Any]", { type: "array", prefixItems: [integer, {}], items: false, minItems: 2 }],
    ["tuple[()]", { type: "array", items: false }],
    ["typing.List[str]", { type: "array", items: text }],
    ["datetime.datetime", { type: "string", format: "date-time" }],
    ["AwareDatetime", { type: "string", format: "date-time" }],
    ["pydantic.NaiveDatetime", { type: "string", format: "date-time-local" }],
    ["Annotated[int, 5]", integer],
    ["Promise<string>", text],
    [
      "{name: string, 'age'?: number; tags: string[]}",
      {
        type: "object",
        properties: { name: text, age: number, tags: { type: "array", items: text } },
        required: ["name", "tags"],
      },
    ],
    ["{str: int}", { type: "object" }],
    ["{name: string", { type: "object" }],
    ["Any", {}],
    ["Any | int", {}],
    ["Point", {}],
    ["List[Point]", { type: "array", items: {} }],
    ["a number of things", {}],
    ["constructor", {}],
    ["__proto__", {}],
    ["", {}],
  ])("%s", (type, schema) => {
    expect(schemaOf(type)).toEqual(schema);
  });

  it("is valid for any text, and soon there for a long one", () => {
    const words = 'int List Optional Union Literal tuple [ ] | , < > { } ( ) "a" str [] ... ? or of to : 1'.split(" ");
    const made = fc.array(fc.constantFrom(...words)).map((parts) => parts.join(" "));
    fc.assert(
      fc.property(fc.oneof(fc.string(), made), (type) => {
        expect(schemaValidator(schemaOf(type))(5)).toBeDefined();
      }),
    );
    for (const part of ["List[", "(", "{", "int | ", "[]", "'", "a of ", "Optional[int | "]) {
      expect(schemaValidator(schemaOf(part.repeat(20_000)))(5)).toBeDefined();
    }
  });
});
