import { ActionExecutor } from "@helve/executor";
import { ToolMessage } from "@langchain/core/messages";
import { DynamicTool } from "@langchain/core/tools";
import { tool } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { fromLangChainTools } from "../src/index.ts";
import { engineOf } from "./bank.ts";

describe("fromLangChainTools", () => {
  it("repairs and guards the calls of LangChain's tools", async () => {
    const add = tool(({ x, y }) => String(x + y), {
      name: "add",
      description: "Adds.",
      schema: z.object({ x: z.number(), y: z.number() }),
    });
    const rules = "rule @small trigger add check args.x > 9 enforce stop end";
    const executor = new ActionExecutor(fromLangChainTools([add]), { guards: [engineOf(rules)] });
    const call = (args: string) => executor.execute({ id: "a", name: "add", arguments: args });
    expect((await call("{x: '1', y: 2,}")).observation.parts).toEqual([{ type: "text", content: "3" }]);
    expect((await call('{"x": 10, "y": 2}')).status).toBe("stopped");
    expect((await call('{"x": 1, "y": 2, "z": 3}')).status).toBe("invalid_arguments");
  });

  it("passes on errors, images and tools with a text as their input", async () => {
    const photo = tool(() => [{ type: "image_url", image_url: { url: "https://x.test/a.png" } }] as never, {
      name: "photo",
      description: "A photo.",
      schema: z.object({}),
    });
    const fail = tool(
      (_: unknown, { toolCallId }: { toolCallId: string }) =>
        new ToolMessage({ content: "closed", status: "error", tool_call_id: toolCallId }),
      {
        name: "fail",
        description: "Fails.",
        schema: z.object({}),
      },
    );
    const echo = new DynamicTool({ name: "echo", description: "Echo.", func: async (input) => input });
    const executor = new ActionExecutor(fromLangChainTools([photo, fail, echo]));
    const run = (name: string, args: object) => executor.execute({ id: "a", name, arguments: args });
    expect((await run("photo", {})).result).toEqual([{ type: "image", content: "https://x.test/a.png" }]);
    expect(await run("fail", {})).toMatchObject({ status: "failed", errmsg: expect.stringContaining("closed") });
    expect((await run("echo", { input: "hi" })).result).toEqual([{ type: "text", content: "hi" }]);
  });
});
