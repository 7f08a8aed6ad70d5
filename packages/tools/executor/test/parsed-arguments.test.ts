import type { Args } from "@helve/core";
import { ActionExecutor } from "@helve/executor";
import { tool } from "@helve/tool";
import { describe, expect, it } from "vitest";

const parameters = {
  type: "object",
  properties: {
    command: { type: "string", enum: ["ls", "pwd"], description: "the command" },
    options: { type: "object", additionalProperties: true, description: "its options" },
  },
  required: ["command"],
} as const;

/** An executor whose only tool reports the input that it received. */
function executorOf(execute: (input: Args) => unknown): ActionExecutor {
  return new ActionExecutor([
    tool({ name: "Run", description: "Run it.", parameters, execute: (input) => execute(input) }),
  ]);
}

describe("arguments that are parsed already", () => {
  it("get a short message if they are nested deeply", async () => {
    let deep: unknown = [];
    for (let depth = 0; depth < 400_000; depth++) deep = [deep];
    const args = { command: "ls", options: { deep } } as unknown as Args;
    const ret = await executorOf(() => "run").execute({ id: "1", name: "Run", arguments: args });
    expect(ret.status).toBe("invalid_arguments");
    expect(ret.errmsg).toMatch(/^Run: …(?:\/0)+: JSON can't represent nesting deeper than 1000 levels$/);
    expect(ret.errmsg?.length).toBeLessThan(300);
  });

  it("are read once: what is validated is recorded and run", async () => {
    let reads = 0;
    const args = {
      get command() {
        return ++reads === 1 ? "ls" : "rm";
      },
    };
    const inputs: unknown[] = [];
    const ret = await executorOf((input) => inputs.push(input)).execute({ id: "1", name: "Run", arguments: args });
    expect([ret.call.arguments, ret.args, ...inputs]).toEqual([
      { command: "ls" },
      { command: "ls" },
      { command: "ls" },
    ]);
  });

  it("have no influence when they are changed after the call", async () => {
    const args = { command: "ls", options: { all: true } };
    const executor = executorOf(async (input) => {
      await undefined;
      return input;
    });
    executor.use(async (_action, next) => {
      args.options.all = false;
      return next();
    });
    const ret = await executor.execute({ id: "1", name: "Run", arguments: args });
    const expected = { command: "ls", options: { all: true } };
    expect([ret.call.arguments, ret.args, ret.result?.[0]?.content]).toEqual([expected, expected, expected]);
  });

  it("can be changed by the tool, and the record stays as it is", async () => {
    const executor = executorOf((input) => {
      Object.assign(input, { command: "rm" });
      Object.assign(input["options"] as object, { all: false });
      return input;
    });
    const ret = await executor.execute({ id: "1", name: "Run", arguments: { command: "ls", options: { all: true } } });
    const expected = { command: "ls", options: { all: true } };
    expect(ret.result?.[0]?.content).toEqual({ command: "rm", options: { all: false } });
    expect([ret.call.arguments, ret.args]).toEqual([expected, expected]);
  });
});
