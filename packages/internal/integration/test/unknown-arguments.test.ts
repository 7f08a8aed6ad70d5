import type { ActionReturn } from "@helve/core";
import { ActionExecutor } from "@helve/executor";
import { fromMcpTools, type OpenToolFunction } from "@helve/opentool";
import { type Tool, Toolkit, tool, toolApi, toolFromFunction } from "@helve/tool";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const named = { name: "remove", description: "Remove a file." };
const texts = { path: "which file", dryRun: "whether to only say what would be removed" };
const docstring = `Remove a file.

  Args:
      path (str): which file
      dryRun (bool, optional): whether to only say what would be removed`;
const properties = {
  path: { type: "string", description: texts.path },
  dryRun: { type: "boolean", description: texts.dryRun },
} as const;
const jsonSchema = { type: "object", properties, required: ["path"] } as const;

class Remove extends Toolkit {
  override readonly name = "remove";
  @toolApi(docstring)
  run(path: string, dryRun?: boolean): string {
    return `${path} ${dryRun}`;
  }
}

const execute = (args: unknown): string => JSON.stringify(args);

function ofFunction(fn: OpenToolFunction | undefined): Tool {
  if (fn === undefined) throw new Error("no function");
  return tool({ function: fn, execute });
}

const sources: Readonly<Record<string, Tool>> = {
  zod: tool({
    ...named,
    parameters: z.object({
      path: z.string().describe(texts.path),
      dryRun: z.boolean().describe(texts.dryRun).optional(),
    }),
    execute,
  }),
  arktype: tool({
    ...named,
    parameters: type({
      path: type("string").describe(texts.path),
      "dryRun?": type("boolean").describe(texts.dryRun),
    }),
    execute,
  }),
  valibot: tool({
    ...named,
    parameters: toStandardJsonSchema(
      v.object({
        path: v.pipe(v.string(), v.description(texts.path)),
        dryRun: v.optional(v.pipe(v.boolean(), v.description(texts.dryRun))),
      }),
    ),
    execute,
  }),
  "a JSON Schema": tool({ ...named, parameters: jsonSchema, execute }),
  "a docstring": toolApi(docstring, (path: string, dryRun?: boolean) => `${path} ${dryRun}`, { name: named.name }),
  "a class with run": new Remove().tools[0] as Tool,
  "a function at run time": toolFromFunction((path: string, dryRun = false) => `${path} ${dryRun}`, {
    ...named,
    parameters: properties,
  }),
  "an OpenTool Function": ofFunction({
    ...named,
    parameters: Object.entries(properties).map(([name, { description, ...schema }]) => ({
      name,
      description,
      schema,
      required: name === "path",
    })),
  }),
  "an MCP server": ofFunction(fromMcpTools([{ ...named, inputSchema: jsonSchema }]).document.functions[0]),
};

function run(given: Tool, args: object | string): Promise<ActionReturn> {
  const text = typeof args === "string" ? args : JSON.stringify(args);
  return new ActionExecutor([given]).execute({ id: "call_1", name: given.name, arguments: text });
}

describe.each(Object.entries(sources))("a tool from %s", (_, given) => {
  it("refuses an argument that it does not have, and suggests the one that was meant", async () => {
    for (const value of [true, null]) {
      const { status, recoverable, error } = await run(given, { path: "a.txt", dry_run: value });
      expect(status).toBe("invalid_arguments");
      expect(recoverable).toBe("model");
      expect(error?.message).toMatch(/"dry_run" .*did you mean "dryRun"\?/);
    }
  });

  it("refuses it in arguments that arrive parsed, too", async () => {
    const call = { id: "call_1", name: "remove", arguments: { path: "a.txt", dry_run: true } };
    expect(await new ActionExecutor([given]).execute(call)).toMatchObject({ status: "invalid_arguments" });
  });

  it("runs with its own arguments, and shows the model a closed schema", async () => {
    expect(await run(given, { path: "a.txt", dryRun: true })).toMatchObject({ status: "success" });
    expect(given.parameters.additionalProperties).toBe(false);
  });
});

describe("a tool that admits other arguments", () => {
  it.each<[string, Tool]>([
    ["zod's looseObject", tool({ ...named, parameters: z.looseObject({ path: z.string().describe("p") }), execute })],
    [
      "zod's catchall",
      tool({ ...named, parameters: z.object({ path: z.string().describe("p") }).catchall(z.boolean()), execute }),
    ],
    [
      "additionalProperties: true",
      tool({ ...named, parameters: { ...jsonSchema, additionalProperties: true }, execute }),
    ],
    [
      "a schema for additionalProperties",
      tool({ ...named, parameters: { ...jsonSchema, additionalProperties: { type: "boolean" } }, execute }),
    ],
  ])("by %s receives them", async (_, given) => {
    const { result } = await run(given, { path: "a.txt", force: true });
    expect(JSON.parse(result?.[0]?.type === "text" ? result[0].content : "")).toEqual({ path: "a.txt", force: true });
  });
});

it("an unknown member of a nested argument is refused where it would be dropped", async () => {
  const options = z.object({ dryRun: z.boolean().optional() });
  const given = tool({
    ...named,
    parameters: z.object({ path: z.string().describe("p"), options: options.describe("o") }),
    execute,
  });
  const { status, error } = await run(given, { path: "a.txt", options: { dry_run: true } });
  expect(status).toBe("invalid_arguments");
  expect(error?.message).toContain('"options.dry_run"');
});
