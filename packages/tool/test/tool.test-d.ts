import type { ToolContext } from "@helve/core";
import { type Tool, tool, toolApi } from "@helve/tool";
import { expectTypeOf, it } from "vitest";
import { z } from "zod";

const parameters = z.object({ command: z.string(), timeout: z.number().default(5) });

it("infers arguments from the schema, defaults filled", () => {
  tool({
    name: "run",
    description: "Run a command.",
    parameters,
    execute: (args, context) => {
      expectTypeOf(args).toEqualTypeOf<{ command: string; timeout: number }>();
      expectTypeOf(context).toEqualTypeOf<ToolContext>();
    },
  });
});

it("infers the result", () => {
  const run = tool({ name: "run", description: "Run.", parameters, execute: async () => 5 });
  expectTypeOf(run).toEqualTypeOf<Tool<{ command: string; timeout: number }, number>>();
});

it("refuses an execute that takes other arguments", () => {
  tool({
    name: "run",
    description: "Run.",
    parameters,
    // @ts-expect-error: the schema has no `path`
    execute: ({ path }) => path,
  });
});

it("holds tools of any arguments in one list", () => {
  const run = tool({ name: "run", description: "Run.", parameters, execute: ({ command }) => command });
  const bold = toolApi("make text bold", (text: string) => text);
  expectTypeOf([run, bold]).toExtend<readonly Tool[]>();
});

it("infers the result of a function", () => {
  const length = toolApi("Count.", async (text: string) => text.length);
  expectTypeOf(length.execute).returns.toEqualTypeOf<number | Promise<number>>();
});
