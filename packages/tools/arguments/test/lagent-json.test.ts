import { JsonParser } from "@helve/arguments";
import type { JsonSchema } from "@helve/core";
import { describe, expect, it } from "vitest";
import goldens from "./fixtures/lagent-json-parser.json" with { type: "json" };

interface Golden {
  readonly id: string;
  readonly parameters: readonly { readonly name: string; readonly type: string }[];
  readonly required: readonly string[];
  readonly input: unknown;
  readonly expected: { readonly ok?: unknown; readonly error?: unknown };
}

const cases = goldens as readonly Golden[];

/** Where we refuse what Lagent takes, and why. */
const better: ReadonlyMap<string, string> = new Map([
  ["json-041", "Lagent checks no types: a number is no command"],
  ["json-042", "Lagent checks no types: a number is no command"],
  ["json-051", "a list of parameter names is no arguments"],
]);

const types: Readonly<Record<string, JsonSchema>> = {
  STRING: { type: "string" },
  NUMBER: { type: "number" },
  FLOAT: { type: "number" },
};

function schemaOf({ parameters, required }: Golden): JsonSchema {
  const properties = Object.fromEntries(parameters.map(({ name, type }) => [name, types[type] ?? {}]));
  return { type: "object", properties, required };
}

describe("JsonParser, strict and without repair and coercion, compared with Lagent's", () => {
  const parser = new JsonParser({ strict: true, repair: false, coerce: false });

  it.each(cases)("$id: $input", (golden) => {
    const decoded = parser.decode(golden.input, schemaOf(golden));
    const taken = golden.expected.error === undefined && !better.has(golden.id);
    expect(decoded.ok).toBe(taken);
    const wanted = golden.id === "json-064" ? { command: "\ud800" } : golden.expected.ok;
    if (decoded.ok) expect(decoded.args).toEqual(wanted);
  });

  it("refuses input that makes Lagent throw other exceptions", () => {
    const schema: JsonSchema = { type: "object", properties: { command: { type: "string" } } };
    expect(parser.decode(`{"command": ${"9".repeat(5000)}}`, schema).ok).toBe(false);
    expect(parser.decode(`{"command": ${"[".repeat(100_000)}${"]".repeat(100_000)}}`, schema).ok).toBe(false);
  });
});
