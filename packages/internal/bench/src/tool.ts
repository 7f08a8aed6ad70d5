import { lagentDocstrings } from "@helve/lagent";
import { tool, toolApi } from "@helve/tool";
import { tool as aiTool, asSchema } from "ai";
import { z } from "zod";
import { compare } from "./compare.ts";

/** Measures the making of a tool against the AI SDK's, until there is a JSON Schema that a model can be sent. */
export async function compareTools(): Promise<void> {
  await compare("a tool of two parameters", [
    [
      "ai: tool(), JSON Schema of zod",
      () => asSchema(aiTool({ description, inputSchema: zodSchema(), execute: add }).inputSchema).jsonSchema,
    ],
    ["tool() from zod", () => tool({ name: "add", description, parameters: zodSchema(), execute: add }).parameters],
    [
      "tool() from a JSON Schema",
      () => tool({ name: "add", description, parameters: jsonSchema(), execute: add }).parameters,
    ],
    ["toolApi()", () => toolApi(docstring, (x: number, y: number) => x + y, { name: "add" }).parameters],
    [
      "toolApi(), lagentDocstrings",
      () => toolApi(docstring, (x: number, y: number) => x + y, { name: "add", reader: lagentDocstrings }).parameters,
    ],
  ]);
}

const description = "Add two numbers.";

const docstring = `Add two numbers.

    Args:
        x (float): First number to add.
        y (float): Second number to add.

    Returns:
        float: The sum.`;

function add({ x, y }: { readonly x: number; readonly y: number }): number {
  return x + y;
}

// Schemas are made anew: what is known of one is kept.
function zodSchema() {
  return z.object({
    x: z.number().describe("First number to add."),
    y: z.number().describe("Second number to add."),
  });
}

function jsonSchema() {
  return {
    type: "object",
    properties: {
      x: { type: "number", description: "First number to add." },
      y: { type: "number", description: "Second number to add." },
    },
    required: ["x", "y"],
  } as const;
}
