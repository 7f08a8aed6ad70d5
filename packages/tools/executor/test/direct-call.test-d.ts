import { ActionExecutor } from "@helve/executor";
import { Toolkit, tool, toolApi } from "@helve/tool";
import { expectTypeOf, it } from "vitest";
import { z } from "zod";

const add = tool({
  name: "add",
  description: "Add.",
  parameters: z.object({ x: z.number().describe("x"), y: z.number().describe("y") }),
  execute: ({ x, y }) => x + y,
});

const count = tool({
  name: "count",
  description: "Count.",
  parameters: { type: "object", properties: { to: { type: "number", description: "to" } }, required: ["to"] },
  execute: async function* ({ to }) {
    for (let n = 1; n <= to; n++) yield n;
  },
});

const none = { type: "object", properties: {} } as const;
const page = tool({ name: "page", description: "Get.", parameters: none, execute: () => new ReadableStream<string>() });
const rows = tool({ name: "rows", description: "Get.", parameters: none, execute: () => new ReadableStream<object>() });

class Terminal extends Toolkit {
  override readonly name = "Terminal";
  override readonly description = "Runs commands.";

  @toolApi(`Run a command.

    Args:
        command (str): the command line`)
  async Execute(command: string): Promise<{ code: number }> {
    return { code: command.length };
  }
}

const executor = new ActionExecutor([add, count, page, rows, new Terminal(), { name: "Maths", tools: [add] }]);

it("knows arguments and results by the tool's name", () => {
  expectTypeOf(executor.call("add", { x: 1, y: 2 })).toEqualTypeOf<Promise<number>>();
  expectTypeOf(executor.call("Maths.add", { x: 1, y: 2 })).toEqualTypeOf<Promise<number>>();
  expectTypeOf(executor.call("count", { to: 2 })).toEqualTypeOf<Promise<number | undefined>>();
  expectTypeOf(executor.call("page", {})).toEqualTypeOf<Promise<string>>();
  expectTypeOf(executor.call("rows", {})).toEqualTypeOf<Promise<unknown>>();
  expectTypeOf(executor.call("Terminal.Execute", { command: "ls" })).toEqualTypeOf<Promise<{ code: number }>>();
});

it("refuses other names and arguments", () => {
  // @ts-expect-error: no such tool
  executor.call("Add", { x: 1, y: 2 });
  // @ts-expect-error: x is a number
  executor.call("add", { x: "1", y: 2 });
  // @ts-expect-error: y is missing
  executor.call("add", { x: 1 });
  // @ts-expect-error: no parameter of it takes a number
  executor.call("Terminal.Execute", { command: 5 });
});

it("takes any name where the tools are not known", () => {
  const unknown: ActionExecutor = executor;
  expectTypeOf(unknown.call("add", { x: 1 })).toEqualTypeOf<Promise<unknown>>();
});
