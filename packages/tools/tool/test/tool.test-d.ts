import type { Args, ToolContext } from "@helve/core";
import { defineOpenTool, type FromJsonSchema, type OpenToolFunction } from "@helve/opentool";
import { Registry, type Tool, Toolkit, tool, toolApi, toolFromFunction, toolWith } from "@helve/tool";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expectTypeOf, it } from "vitest";
import { z } from "zod";

declare module "@helve/core" {
  interface ToolContext {
    readonly clock?: { now(): number };
  }
}

const parameters = z.object({ command: z.string(), timeout: z.number().default(5) });
const named = { name: "run", description: "Run." };

describe("tool from a Standard Schema", () => {
  it("infers arguments from the schema, defaults filled", () => {
    tool({
      ...named,
      parameters,
      execute: (args, context) => {
        expectTypeOf(args).toEqualTypeOf<{ command: string; timeout: number }>();
        expectTypeOf(context).toEqualTypeOf<ToolContext>();
      },
    });
  });

  it("infers the result", () => {
    const run = tool({ ...named, parameters, execute: async () => 5 });
    expectTypeOf(run).toEqualTypeOf<Tool<{ command: string; timeout: number }, number>>();
  });

  it("infers from arktype, and from valibot with its converter", () => {
    tool({
      ...named,
      parameters: type({ command: "string", "timeout?": "number" }),
      execute: (args) => expectTypeOf(args).toEqualTypeOf<{ command: string; timeout?: number }>(),
    });
    tool({
      ...named,
      parameters: type({ command: "string" }),
      // @ts-expect-error: the schema has no `path`
      execute: ({ path }) => path,
    });
    tool({
      ...named,
      parameters: toStandardJsonSchema(v.object({ command: v.string(), timeout: v.optional(v.number(), 5) })),
      execute: (args) => expectTypeOf(args).toEqualTypeOf<{ command: string; timeout: number }>(),
    });
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

  it("refuses a schema that can't be converted to JSON Schema", () => {
    tool({
      ...named,
      // @ts-expect-error: valibot's schemas need their converter
      parameters: v.object({ command: v.string() }),
      execute: () => 5,
    });
  });
});

describe("tool from a JSON Schema", () => {
  it("infers arguments from a literal", () => {
    tool({
      ...named,
      parameters: {
        type: "object",
        properties: {
          command: { type: "string" },
          mode: { enum: ["fast", "safe"] },
          tags: { type: "array", items: { type: "string" } },
          limits: { type: "object", properties: { memory: { type: ["integer", "null"] } }, required: ["memory"] },
          anything: {},
        },
        required: ["command", "mode"],
      },
      execute: (args) => {
        expectTypeOf(args.command).toEqualTypeOf<string>();
        expectTypeOf(args.mode).toEqualTypeOf<"fast" | "safe">();
        expectTypeOf(args.tags).toEqualTypeOf<readonly string[] | undefined>();
        expectTypeOf(args.limits).toEqualTypeOf<{ readonly memory: number | null } | undefined>();
        expectTypeOf(args.anything).toEqualTypeOf<unknown>();
        // @ts-expect-error: the schema has no `path`
        return args.path;
      },
    });
  });

  it("takes any arguments when the schema is known at run time only", () => {
    const given: Record<string, unknown> & { type: "object" } = { type: "object" };
    tool({ ...named, parameters: given, execute: (args) => expectTypeOf(args).toEqualTypeOf<Args>() });
  });

  it("reads unions, constants and nested lists", () => {
    expectTypeOf<FromJsonSchema<{ anyOf: [{ type: "string" }, { const: 5 }] }>>().toEqualTypeOf<string | 5>();
    expectTypeOf<
      FromJsonSchema<{ type: "array"; items: { type: "array"; items: { type: "boolean" } } }>
    >().toEqualTypeOf<readonly (readonly boolean[])[]>();
  });
});

describe("tool from an OpenTool Function", () => {
  it("infers arguments from a literal document, references included", () => {
    const { functions, schemas } = defineOpenTool({
      opentool: "1.0.0",
      info: { title: "Stove", version: "1" },
      functions: [
        {
          ...{ name: "heat", description: "Heats." },
          parameters: [{ name: "level", schema: { $ref: "#/schemas/Level" }, required: true }],
          return: { name: "level", schema: { $ref: "#/schemas/Level" } },
        },
      ],
      schemas: { Level: { type: "string", enum: ["low", "high"] } },
    });
    tool({
      function: functions[0],
      schemas,
      execute: ({ level }) => {
        expectTypeOf(level).toEqualTypeOf<"low" | "high">();
        return level;
      },
    });
    // @ts-expect-error: the function returns a level
    tool({ function: functions[0], schemas, execute: () => "off" });
  });

  it("infers arguments from a literal", () => {
    const run = tool({
      function: {
        ...named,
        parameters: [
          { name: "command", schema: { type: "string" }, required: true },
          { name: "timeout", schema: { type: "number" }, required: false },
        ],
      },
      execute: (args) => {
        expectTypeOf(args).toEqualTypeOf<{ readonly command: string; readonly timeout?: number }>();
        return args.command;
      },
    });
    expectTypeOf(run).toEqualTypeOf<Tool<{ readonly command: string; readonly timeout?: number }, string>>();
  });

  it("wants the result that a literal names", () => {
    const fn = { ...named, parameters: [], return: { name: "length", schema: { type: "number" } } } as const;
    const run = tool({ function: fn, execute: async () => 5 });
    expectTypeOf(run.execute).returns.toEqualTypeOf<number | Promise<number>>();
    // @ts-expect-error: the length is a number
    tool({ function: fn, execute: () => "five" });
    tool({ function: { ...fn, return: null }, execute: () => undefined });
  });

  it("takes any arguments when the function is known at run time only", () => {
    const remote = (fn: OpenToolFunction) => tool({ function: fn, execute: (args) => args });
    expectTypeOf(remote).returns.toEqualTypeOf<Tool<Args, Args>>();
  });

  it("refuses to be given a schema as well", () => {
    const fn: OpenToolFunction = { ...named, parameters: [] };
    // @ts-expect-error: a tool has one source
    tool({ function: fn, parameters, execute: () => 5 });
  });
});

describe("returns", () => {
  it("types the result", () => {
    const run = tool({ ...named, parameters, returns: z.object({ code: z.number() }), execute: () => ({ code: 0 }) });
    expectTypeOf(run).toEqualTypeOf<Tool<{ command: string; timeout: number }, { code: number }>>();
    tool({ ...named, parameters, returns: { type: "string" }, execute: async ({ command }) => command });
  });

  it("refuses another result", () => {
    tool({
      ...named,
      parameters,
      returns: z.object({ code: z.number() }),
      // @ts-expect-error: the code is a number
      execute: () => ({ code: "none" }),
    });
  });
});

describe("functions and classes", () => {
  it("keep their types in a copy", () => {
    const run = tool({ ...named, parameters, execute: ({ command }) => command });
    expectTypeOf(toolWith(run, { name: "other" })).toEqualTypeOf(run);
    expectTypeOf(toolFromFunction((x: number) => String(x), { description: "d", parameters: {} })).toEqualTypeOf<
      Tool<Args, string>
    >();
  });

  it("are registered, and nothing else is", () => {
    const registry = new Registry();
    class Kit extends Toolkit {
      readonly folder: string;
      constructor({ folder }: { folder: string }) {
        super();
        this.folder = folder;
      }
    }
    registry.register(Kit);
    registry.register(tool({ ...named, parameters, execute: () => 5 }), { override: true });
    registry.register(new Kit({ folder: "." }));
    // @ts-expect-error: a class that is no toolkit
    registry.register(Date);
    expectTypeOf(registry.getTool("Kit", { folder: "." })).toEqualTypeOf<Tool | Toolkit>();
  });

  it("are decorated with toolApi as methods only", () => {
    class Kit extends Toolkit {
      @toolApi("Do it.")
      act(): void {}
      // @ts-expect-error: a field is no method
      @toolApi("Do it.")
      field = (): void => undefined;
    }
    expectTypeOf<Kit["act"]>().toEqualTypeOf<() => void>();
  });
});

it("holds tools of any arguments in one list", () => {
  const run = tool({ ...named, parameters, execute: ({ command }) => command });
  const bold = toolApi("make text bold", (text: string) => text);
  expectTypeOf([run, bold]).toExtend<readonly Tool[]>();
});

it("infers the result of a function", () => {
  const length = toolApi("Count.", async (text: string) => text.length);
  expectTypeOf(length.execute).returns.toEqualTypeOf<number | Promise<number>>();
});

it("gives the slots that other packages add to the context", () => {
  tool({
    ...named,
    parameters,
    execute: (_, { clock }) => expectTypeOf(clock).toEqualTypeOf<{ now(): number } | undefined>(),
  });
});
