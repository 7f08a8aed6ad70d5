import { readFileSync } from "node:fs";
import type { JsonSchema } from "@helve/core";
import { toolApi } from "@helve/tool";
import { describe, expect, it } from "vitest";

/** A type in Python, and the JSON Schema that Inspect gives the model for it. */
interface Golden {
  readonly type: string;
  readonly schema: JsonSchema;
}

const goldens: readonly Golden[] = JSON.parse(
  readFileSync(new URL("fixtures/inspect-json-schema.json", import.meta.url), "utf8"),
);

/** Where a type in a docstring has another schema. */
const differing: Readonly<Record<string, string>> = {
  object: "the word names an object of JSON, not any value",
  tuple: "a list, which Inspect does not say",
  frozenset: "a list, which Inspect does not say",
  "tuple[int,str]": "two items, of which the second is a text: Inspect requires only integers",
  "tuple[()]": "a list without items: Inspect admits any list",
  "Sequence[int]": "a list of integers, which Inspect does not say",
  "Annotated[int,'x']": "an integer, which Inspect does not say",
};

const isClass = (type: string): boolean => /\b(?:Level|TD|TDO|DC|PM)\b/.test(type);

/** A schema without members that admit any value. */
function withoutAny(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => JSON.stringify(value) !== "{}"));
}

describe("a type has the schema that Inspect gives it", () => {
  it.each(goldens.filter(({ type }) => !isClass(type)))("$type", ({ type, schema }) => {
    const { parameters } = toolApi(`Do.\n\nArgs:\n    a (${type}): A`, (a: unknown) => a, {
      name: "do",
      types: "optional",
    });
    const expected = { ...withoutAny(schema), description: "A" };
    if (Object.hasOwn(differing, type)) expect(parameters.properties?.["a"]).not.toEqual(expected);
    else expect(parameters.properties?.["a"]).toEqual(expected);
  });
});
