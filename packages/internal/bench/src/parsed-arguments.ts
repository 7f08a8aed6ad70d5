import { JsonParser } from "@helve/arguments";
import { ActionExecutor } from "@helve/executor";
import { tool } from "@helve/tool";
import { compare } from "./compare.ts";

/** Measures valid arguments that arrive parsed against the same arguments as text, for several sizes and shapes. */
export async function compareParsedArguments(): Promise<void> {
  const parser = new JsonParser();
  for (const [shape, args] of shapes) {
    const execute = tool({
      name: "Store",
      description: "Do nothing.",
      parameters: { type: "object", properties: { value: { description: "what to store" } }, required: ["value"] },
      execute: () => "done",
    });
    const executor = new ActionExecutor([execute]);
    const text = JSON.stringify(args);
    await compare(`${shape}, ${text.length} characters`, [
      ["JsonParser, text", () => parser.decode(text, execute.parameters)],
      ["JsonParser, parsed", () => parser.decode(args, execute.parameters)],
    ]);
    await compare(`${shape}, ${text.length} characters`, [
      ["executor, text", () => executor.execute({ id: "call_1", name: "Store", arguments: text })],
      ["executor, parsed", () => executor.execute({ id: "call_1", name: "Store", arguments: args })],
    ]);
  }
}

const shapes: readonly (readonly [shape: string, args: Readonly<Record<string, unknown>>])[] = [
  ["a short text", { value: "ls -la" }],
  ["a long text", { value: "const x = 1;\n".repeat(310) }],
  ["rows", { value: rowsOf(70) }],
  ["many rows", { value: rowsOf(1750) }],
  ["numbers", { value: Array.from({ length: 800 }, (_, n) => n * 1.5) }],
  ["a tree", { value: treeOf(6) }],
];

function rowsOf(count: number): unknown {
  return Array.from({ length: count }, (_, id) => ({ id, name: `row number ${id}`, done: id % 2 === 0, note: null }));
}

function treeOf(depth: number): unknown {
  if (depth === 0) return { leaf: "a leaf" };
  return { name: `node ${depth}`, left: treeOf(depth - 1), right: treeOf(depth - 1) };
}
