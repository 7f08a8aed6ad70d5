import type { ToolContext } from "@helve/core";
import { ToolDefinitionError, toolApi } from "@helve/tool";
import { describe, expect, it } from "vitest";
import { z } from "zod";

describe("types", () => {
  const sum = (x: number, y: number) => x + y;
  const context = { actionId: "1" } as ToolContext;

  it.each([
    ["Add.\n\nArgs:\n    x: First.\n    y (int): Second.", 'write "x (TYPE): First." with its type'],
    ["Add.\n\n:param x: First.\n:param int y: Second.", 'write ":param TYPE x: First." with its type'],
    ["Add.\n\n@param x - First.\n@param {number} y - Second.", 'write "@param {TYPE} x First." with its type'],
    ["Add.\n\nParameters\n----------\nx\n    First.\ny : int\n    Second.", 'write "x : TYPE" with its type'],
  ])("are never guessed: %j is an error with the line to write", (docstring, advice) => {
    const define = () => toolApi(docstring, sum, { name: "add" });
    expect(define).toThrow(ToolDefinitionError);
    expect(define).toThrow(`the parameter "x" of the tool "add" has no type: ${advice}`);
    expect(define).not.toThrow('"y"');
  });

  it("may be missing if the definition says so: any value is then passed as it is", async () => {
    const add = toolApi("Add.\n\nArgs:\n    x: First.\n    y: Second.", sum, { name: "add", types: "optional" });
    expect(add.parameters.properties).toEqual({ x: { description: "First." }, y: { description: "Second." } });
    expect(add.diagnostics.map(({ code }) => code)).toEqual(["missing_type", "missing_type"]);
    expect(await add.execute({ x: 1, y: 1 }, context)).toBe(2);
  });

  it("come from a schema beside the docstring, which describes the parameters", async () => {
    const add = toolApi("Add.\n\nArgs:\n    x: First.\n    y: Second.", sum, {
      name: "add",
      parameters: z.object({ x: z.int(), y: z.int().default(1).describe("The other one.") }),
    });
    expect(add.parameters).toMatchObject({
      properties: {
        x: { type: "integer", description: "First." },
        y: { type: "integer", default: 1, description: "The other one." },
      },
      required: ["x"],
      additionalProperties: false,
    });
    expect(add.diagnostics).toEqual([]);
    expect(await add.validate?.({ x: 2 })).toEqual({ ok: true, value: { x: 2, y: 1 } });
    expect(await add.execute({ x: 2, y: 1 }, context)).toBe(3);
  });

  it("of a schema pass arguments in its order, which must be the function's", () => {
    const docstring = "Add.\n\nArgs:\n    x: First.\n    y: Second.";
    const schema = z.object({ y: z.int(), x: z.int() });
    expect(() => toolApi(docstring, sum, { name: "add", parameters: schema })).toThrow('argument 1 of the tool "add"');
    expect(() => toolApi(docstring, sum, { name: "add", parameters: z.string() })).toThrow("must be an object schema");
  });

  it("of a schema win over the docstring's, and what the schema lacks is dropped with a diagnostic", () => {
    const one = toolApi("Do.\n\nArgs:\n    a (str): A\n    b (Point): B", (a: number) => a, {
      name: "do",
      parameters: { type: "object", properties: { a: { type: "integer" } }, required: ["a"] },
    });
    expect(one.parameters.properties).toEqual({ a: { type: "integer", description: "A" } });
    expect(one.diagnostics.map(({ message }) => message)).toEqual([
      'the parameter "b" is described, but the schema of the tool "do" has no such property',
    ]);
  });
});
