import { type Model, type ModelRequest, type ScriptedTurn, scriptedModel } from "@helve/agent";
import { type Tool, tool } from "@helve/tool";
import { z } from "zod";

/** A turn of a scripted model with one call. */
export function call(name: string, args: unknown): ScriptedTurn {
  return { tool_calls: [{ function: { name, arguments: typeof args === "string" ? args : JSON.stringify(args) } }] };
}

/** A model that answers each request by a function. It can be asked by several samples at the same time. */
export function modelOf(
  answer: (request: ModelRequest) => string | ScriptedTurn | Error | Promise<string | ScriptedTurn | Error>,
  options?: Parameters<typeof scriptedModel>[1],
): Model {
  const { name = "scripted", prices } = options ?? {};
  return { name, prices, generate: (request) => scriptedModel([answer], options).generate(request) };
}

/** The text of the last message of a request. */
export function lastText({ messages }: ModelRequest): string {
  const message = messages.at(-1);
  if (message === undefined) return "";
  if (message.role === "system") return message.content;
  return message.parts.map((part) => ("content" in part ? String(part.content) : "")).join("");
}

/** A model that adds: it answers `What is 1 + 2?` with 3. */
export const calculator: Model = modelOf((request) => {
  const [, left = "0", right = "0"] = /(\d+) \+ (\d+)/.exec(lastText(request)) ?? [];
  return `It is ${Number(left) + Number(right)}.`;
});

export const add: Tool = tool({
  name: "add",
  description: "Add two numbers.",
  parameters: z.object({ x: z.number().describe("first number"), y: z.number().describe("second number") }),
  execute: ({ x, y }) => x + y,
});
