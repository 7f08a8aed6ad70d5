import type { ActionReturn } from "@helve/core";
import { ActionExecutor } from "@helve/executor";
import {
  type Tool,
  ToolDefinitionError,
  Toolkit,
  tool,
  toolApi,
  toolDefinition,
  toolFromFunction,
  toolWith,
} from "@helve/tool";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const named = { name: "repeat", description: "Repeat a text." };
const repeat = (text: string, times = 2): string => text.repeat(times);
const properties = {
  text: { type: "string", description: "the text" },
  times: { type: "integer", description: "how often" },
} as const;
const docstring = `Repeat a text.

  Args:
      text (str): the text
      times (int, optional): how often`;

class Repeat extends Toolkit {
  override readonly name = "repeat";
  @toolApi(docstring)
  run(text: string, times?: number): string {
    return repeat(text, times);
  }
}

const ofJsonSchema = tool({
  ...named,
  parameters: { type: "object", properties, required: ["text"], additionalProperties: false },
  execute: ({ text, times }) => repeat(text, times),
});

const sources: Readonly<Record<string, Tool>> = {
  zod: tool({
    ...named,
    parameters: z.strictObject({
      text: z.string().describe("the text"),
      times: z.int().describe("how often").default(2),
    }),
    execute: ({ text, times }) => repeat(text, times),
  }),
  arktype: tool({
    ...named,
    parameters: type({
      text: type("string").describe("the text"),
      "times?": type("number.integer").describe("how often"),
    }),
    execute: ({ text, times }) => repeat(text, times),
  }),
  "a JSON Schema": ofJsonSchema,
  "an OpenTool Function": tool({
    function: ofJsonSchema.function,
    execute: ({ text, times }) => repeat(String(text), times === undefined ? 2 : Number(times)),
  }),
  "a docstring": toolApi(docstring, repeat, { name: named.name }),
  "a function at run time": toolFromFunction(repeat, { ...named, parameters: properties }),
  "a class with run": new Repeat().tools[0] ?? ofJsonSchema,
  "its definition as data": tool({
    ...toolDefinition(ofJsonSchema),
    execute: ({ text, times }) => repeat(String(text), times === undefined ? 2 : Number(times)),
  }),
  "another tool": toolWith(toolWith(ofJsonSchema, { name: "other" }), { name: "repeat" }),
};

describe.each(Object.entries(sources))("a tool from %s", (_, given) => {
  const executor = new ActionExecutor([given]);
  const execute = (args: string): Promise<ActionReturn> =>
    executor.execute({ id: "call_1", name: "repeat", arguments: args });

  it("runs with what fits, whatever may be left out", async () => {
    expect(await execute('{"text": "ab", "times": 3}')).toMatchObject({
      result: [{ type: "text", content: "ababab" }],
    });
    expect(await execute('{"text": "ab"}')).toMatchObject({ result: [{ type: "text", content: "abab" }] });
  });

  it("is not run with what does not fit", async () => {
    for (const args of ['{"text": true}', '{"times": 3}', '{"text": "ab", "times": 1.5}']) {
      expect(await execute(args)).toMatchObject({ status: "invalid_arguments", recoverable: "model" });
    }
  });
});

it("a schema that can't say its JSON Schema is refused with what to do", () => {
  const schema = v.object({ text: v.string() });
  // @ts-expect-error: valibot's schemas need their converter
  const define = () => tool({ ...named, parameters: schema, execute: () => "" });
  expect(define).toThrow(ToolDefinitionError);
  expect(define).toThrow('toStandardJsonSchema(…) from "@valibot/to-json-schema"');
});
