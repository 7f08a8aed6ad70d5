import { parametersSchema, parseOpenTool, readOpenTool, schemaValidator, upgradeOpenTool } from "@helve/opentool";
import { describe, expect, it } from "vitest";

/** A document as an SDK in Java writes it: every optional field is there. */
const fromJava = {
  opentool: "1.0.0",
  info: { title: "Lamp", description: null, version: "1" },
  server: null,
  functions: [
    {
      name: "set",
      description: "Sets the lamp.",
      parameters: [
        {
          name: "level",
          description: null,
          schema: {
            $ref: null,
            type: "integer",
            description: null,
            properties: null,
            items: null,
            enum: null,
            required: null,
          },
          required: true,
        },
        {
          name: "color",
          description: null,
          schema: { $ref: "#/schemas/Color", type: null, properties: null, minimum: null },
          required: false,
        },
      ],
      return: null,
      stream: null,
    },
  ],
  schemas: { Color: { type: "string", enum: ["red", null], items: null } },
};

describe("null where an optional field may be absent", () => {
  it("is read as absent, with a warning", () => {
    const { value, issues } = readOpenTool(fromJava);
    expect(value).toEqual({
      opentool: "1.0.0",
      info: { title: "Lamp", version: "1" },
      functions: [
        {
          name: "set",
          description: "Sets the lamp.",
          parameters: [
            { name: "level", schema: { type: "integer" }, required: true },
            { name: "color", schema: { $ref: "#/schemas/Color" }, required: false },
          ],
          return: null,
        },
      ],
      schemas: { Color: { type: "string", enum: ["red", null] } },
    });
    expect(new Set(issues.map(({ code, severity }) => `${severity} ${code}`))).toEqual(new Set(["warning null_field"]));
    expect(issues.map(({ message }) => message)).toContain("functions[0].stream is null: read as absent");
    expect(fromJava.server).toBeNull();
  });

  it("allows null as a value where enum has it", () => {
    const { functions, schemas } = parseOpenTool(fromJava);
    const validate = functions.map((fn) => schemaValidator(parametersSchema(fn, schemas)))[0];
    expect(validate?.({ level: 1, color: null })).toEqual([]);
    expect(validate?.({ level: 1, color: "blue" })).toHaveLength(1);
    expect(validate?.({ level: null })).toHaveLength(1);
  });

  it("is an error where the field is required", () => {
    const { issues } = readOpenTool({ ...fromJava, functions: [{ name: "f", description: null, parameters: [] }] });
    expect(issues.filter(({ severity }) => severity !== "warning").map(({ message }) => message)).toEqual([
      "functions[0].description must be a string (got null)",
    ]);
    const list = { ...fromJava, schemas: { Color: { type: "array", items: null } } };
    expect(readOpenTool(list).issues.map(({ message }) => message)).toContain(
      'schemas.Color.items is required where the type is "array" (an object)',
    );
  });

  it("does not change the dialect or the version of a document that is upgraded", () => {
    const { changes, document } = upgradeOpenTool({
      ...fromJava,
      schemas: { Color: { type: "object", properties: null } },
    });
    expect(changes.map(({ message }) => message)).toEqual([
      "schemas.Color.properties was missing: an object has properties",
    ]);
    parseOpenTool(document);
  });
});
