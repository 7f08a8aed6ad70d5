import type { ToolContext } from "@helve/core";
import { Registry, tool, toolDefinition, toolFromFunction } from "@helve/tool";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const context: ToolContext = { signal: new AbortController().signal, actionId: "7", progress: () => undefined };

describe("toolFromFunction", () => {
  const numbers = {
    x: { type: "number", description: "the x argument" },
    y: { type: "number", description: "the y argument" },
  } as const;

  it("makes a tool of any function, its arguments by position and the context last", async () => {
    const seen: unknown[] = [];
    const add = toolFromFunction((a: number, b = 10, last?: ToolContext) => void seen.push(a, b, last?.actionId), {
      name: "add",
      description: "A tool to add numbers",
      parameters: numbers,
    });
    await add.execute({ y: 2, x: 1 }, context);
    await add.execute({ x: 1 }, context);
    expect(seen).toEqual([1, 2, "7", 1, 10, "7"]);
    expect(add.parameters).toEqual({
      type: "object",
      properties: numbers,
      required: ["x"],
      additionalProperties: false,
    });
  });

  it("takes the function's name, and what is said to be required", () => {
    function subtract(a: number, b?: number): number {
      return a - (b ?? 0);
    }
    const made = toolFromFunction(subtract, { description: "Subtract.", parameters: numbers, required: ["x", "y"] });
    expect(made.name).toBe("subtract");
    expect(made.parameters.required).toEqual(["x", "y"]);
  });

  it("refuses parameters that it can't pass, or that no call could give, beside all else that is wrong", () => {
    const define = () =>
      toolFromFunction((a: number, b: number, c: number) => a + b + c, {
        name: "bad",
        description: "",
        parameters: { x: numbers.x },
        required: ["z"],
      });
    expect(define).toThrow(
      [
        'the parameter "c" in the function of the tool "bad" is not described, so it would receive nothing: describe it',
        'the tool "bad" requires "z", which is not one of its parameters',
        'the tool "bad" needs a description: the model chooses by it',
      ].join("\n"),
    );
  });

  it("warns of other names in the source, and refuses the same names in another order", () => {
    const subtract = {
      name: "subtract",
      description: "Subtract.",
      parameters: { first: numbers.x, second: numbers.y },
    };
    const renamed = toolFromFunction((minuend: number, subtrahend: number) => minuend - subtrahend, subtract);
    expect(renamed.diagnostics).toMatchObject([{ code: "name" }, { code: "name" }]);
    expect(() => toolFromFunction((second: number, first: number) => first - second, subtract)).toThrow(
      'argument 1 of the tool "subtract" is "first", but its function has "second" there',
    );
  });

  it("refuses a schema that is none", () => {
    const bad = { x: { type: "numbr", description: "x" } } as never;
    expect(() => toolFromFunction(() => 1, { name: "bad", description: "Bad.", parameters: bad })).toThrow(
      'the parameters of the tool "bad": ',
    );
  });
});

describe("toolDefinition", () => {
  it("is plain JSON that makes the tool again", () => {
    const add = tool({
      name: "add",
      description: "Add.",
      parameters: z.object({ x: z.number().describe("x") }),
      returns: z.number(),
      timeout: 100,
      parallel: false,
      execute: ({ x }) => x,
    });
    const data = toolDefinition(add);
    expect(JSON.parse(JSON.stringify(data))).toEqual(data);
    const again = tool({ ...data, execute: () => 5 });
    expect(toolDefinition(again)).toEqual(data);
    expect(again.function).toEqual(add.function);
  });
});

it("toolDefinition and getTool say what they take", () => {
  expect(() => toolDefinition(undefined as never)).toThrow("toolDefinition takes a tool");
  expect(() => toolDefinition({ name: "x" } as never)).toThrow("toolDefinition takes a tool");
  expect(() => new Registry().getTool(undefined as never)).toThrow('there is no tool "undefined"');
});
