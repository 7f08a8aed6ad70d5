import type { JsonSchema } from "@helve/core";
import { schemaValidator, toAnthropicTools, toGeminiTools, toOpenAiTools } from "@helve/opentool";
import { describe, expect, it } from "vitest";

const tool = (parameters: JsonSchema) => ({ name: "t", description: "", parameters });

/** The schema and the description that each provider is shown. */
function shown(parameters: JsonSchema) {
  const [openAi] = toOpenAiTools([tool(parameters)]).tools;
  const [anthropic] = toAnthropicTools([tool(parameters)]).tools;
  const [gemini] = toGeminiTools([tool(parameters)]).tools;
  return [
    { schema: openAi?.function.parameters ?? {}, description: openAi?.function.description },
    { schema: anthropic?.input_schema ?? {}, description: anthropic?.description },
    { schema: gemini?.parametersJsonSchema ?? {}, description: gemini?.description },
  ];
}

/** Expects every provider's schema to accept values. */
function expectAccepted(parameters: JsonSchema, values: readonly unknown[]) {
  for (const { schema } of shown(parameters)) {
    for (const value of values) expect(schemaValidator(schema)(value)).toEqual([]);
  }
}

describe("recursive schemas with allOf", () => {
  const node = (child: JsonSchema): JsonSchema => ({
    type: "object",
    properties: { node: { $ref: "#/$defs/Node" } },
    required: ["node"],
    $defs: { Node: { type: "object", properties: { name: { type: "string" }, child }, required: ["name"] } },
  });
  const wrapped = node({ allOf: [{ $ref: "#/$defs/Node" }], description: "the child" });
  const extended = node({ allOf: [{ $ref: "#/$defs/Node" }, { required: ["child"] }] });

  it("keeps a reference that allOf only describes", () => {
    const [gemini] = toGeminiTools([tool(wrapped)]).tools;
    expect(gemini?.parametersJsonSchema?.$defs?.["Node"]).toMatchObject({
      properties: { child: { description: "the child", anyOf: [{ $ref: "#/$defs/Node" }] } },
    });
    expect(toOpenAiTools([tool(wrapped)], { strict: true }).tools[0]?.function.strict).toBe(true);
  });

  it("names the loss where a merge would not end", () => {
    expect(toGeminiTools([tool(extended)]).losses.map(({ code }) => code)).toContain("allOf");
    const strict = toOpenAiTools([tool(extended)], { strict: true });
    expect(strict.tools[0]?.function.strict).toBe(false);
    expect(strict.losses.map(({ code }) => code)).toContain("allOf");
  });

  it("ends for references that lead to exponentially many schemas", () => {
    for (const keyword of ["allOf", "anyOf"] as const) {
      const next = (index: number) => ({ $ref: `#/$defs/S${index + 1}` });
      const chain = Array.from({ length: 40 }, (_, index): [string, JsonSchema] => [
        `S${index}`,
        { [keyword]: [next(index), { ...next(index), description: "again" }] },
      ]);
      const $defs = { ...Object.fromEntries(chain), S40: { type: "object", properties: { a: { type: "string" } } } };
      const nested = { type: "object", properties: { q: { $ref: "#/$defs/S0" } }, $defs } as const;
      const root = { type: "object", [keyword]: [{ $ref: "#/$defs/S0" }], $defs } as JsonSchema;
      for (const schema of [nested as JsonSchema, root]) {
        toOpenAiTools([tool(schema)], { strict: true });
        expectAccepted(schema, [{}]);
      }
    }
  });
});

describe("unions at the root", () => {
  it("requires only what every member of a union in allOf requires", () => {
    const one = (a: string, b: string): JsonSchema => ({
      oneOf: [a, b].map((name) => ({ type: "object", properties: { [name]: { type: "string" } }, required: [name] })),
    });
    const parameters = { allOf: [one("id", "email"), one("on", "at")] };
    expectAccepted(parameters, [
      { id: "1", on: "2" },
      { email: "1", at: "2" },
    ]);
    for (const { description } of shown(parameters)) {
      expect(description).toContain("Exactly one of these sets of arguments: (id) or (email).");
    }
  });

  it("keeps members whose reference has annotations, and properties by pattern", () => {
    const a: JsonSchema = { type: "object", properties: { k: { const: "a" } }, required: ["k"] };
    const c: JsonSchema = { type: "object", properties: { k: { const: "c" }, w: { type: "number" } } };
    const closed = { additionalProperties: false };
    expectAccepted(
      {
        oneOf: [
          { ...a, ...closed },
          { $ref: "#/$defs/C", deprecated: true },
        ],
        $defs: { C: { ...c, ...closed } },
      },
      [{ k: "a" }, { k: "c", w: 1 }],
    );
    expectAccepted(
      {
        oneOf: [
          { ...a, ...closed },
          { ...c, ...closed, patternProperties: { "^x-": true } },
        ],
      },
      [{ k: "c", "x-y": 1 }],
    );
    expectAccepted({ oneOf: [{ ...a, ...closed }, { $ref: "#/$defs/Any" }], $defs: { Any: true } }, [{ k: 5, w: 1 }]);
  });

  it("says that exactly one set fits if closed members exclude each other", () => {
    const closed = (name: string): JsonSchema => ({
      type: "object",
      properties: { [name]: { type: "string" } },
      required: [name],
      additionalProperties: false,
    });
    for (const { description } of shown({ anyOf: [closed("id"), closed("email")] })) {
      expect(description).toBe("Exactly one of these sets of arguments: (id) or (email).");
    }
  });
});

describe("names that a provider refuses", () => {
  it("renames properties in all schemas that apply to an object", () => {
    const filter: JsonSchema = {
      type: "object",
      properties: { $from: { type: "string" }, $to: { type: "string" } },
      anyOf: [{ required: ["$from"] }, { required: ["$to"] }],
      additionalProperties: false,
    };
    const [anthropic] = toAnthropicTools([tool({ type: "object", properties: { filter } })]).tools;
    const validate = schemaValidator(anthropic?.input_schema ?? {});
    expect(validate({ filter: { _from: "1" } })).toEqual([]);
    expect(validate({ filter: {} })).not.toEqual([]);
    const clash: JsonSchema = {
      allOf: [{ properties: { "a b": { type: "string" } } }, { properties: { a_b: { type: "number" } } }],
    };
    const [both] = toAnthropicTools([tool({ type: "object", properties: { both: clash } })]).tools;
    expect(JSON.stringify(both)).toMatch(/"a_b_[0-9a-f]{8}"/);
  });

  it("uses the names on the wire in the description", () => {
    const member = (kind: string): JsonSchema => ({
      type: "object",
      properties: { $k: { const: kind } },
      required: ["$k"],
    });
    const [anthropic] = toAnthropicTools([tool({ oneOf: [member("a"), member("b")] })]).tools;
    expect(anthropic?.description).toBe('Exactly one of these sets of arguments: (_k: "a") or (_k: "b").');
    expect(anthropic?.input_schema.properties).toEqual({
      _k: { enum: ["a", "b"], description: 'the tool calls it "$k"' },
    });
  });

  it("accepts patterns that are valid only without the u flag", () => {
    const parameters = {
      type: "object",
      properties: { $x: { type: "string" } },
      patternProperties: { "^[\\w-a]+$": { type: "string" } },
      additionalProperties: false,
    } as JsonSchema;
    expect(toAnthropicTools([tool(parameters)]).tools[0]?.input_schema.properties).toHaveProperty("_x");
  });

  it("reports tool names that Gemini refuses", () => {
    const names = ["2fa", "-x", "_ok", "ok"].map((name) => ({ ...tool({ type: "object" }), name }));
    expect(toGeminiTools(names).losses).toEqual([
      {
        code: "name",
        message: '2fa: Gemini functions can\'t represent the name "2fa": a name must start with a letter or _',
        path: "/0/name",
      },
      expect.objectContaining({ code: "name", path: "/1/name" }),
    ]);
  });
});
