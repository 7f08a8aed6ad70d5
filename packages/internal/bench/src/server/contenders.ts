// Started as a process of its own: serves one tool in several ways, and sends the ports to its parent. The argument says whether the adaptor
// may replace the globals.

import type { Server } from "node:http";
import { ActionExecutor } from "@helve/executor";
import { serve } from "@helve/server/node";
import { tool } from "@helve/tool";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { z } from "zod";

const add = tool({
  name: "add",
  description: "Add two numbers.",
  parameters: z.object({ x: z.number().describe("first"), y: z.number().describe("second") }),
  returns: z.number(),
  parallel: true,
  execute: ({ x, y }) => x + y,
});
const executor = new ActionExecutor([add]);

const app = new Hono();
app.post("/opentool/call", async (context) => {
  const { method, params, id } = await context.req.json();
  const { result } = await executor.execute({ id, name: method, arguments: params });
  return context.json({ jsonrpc: "2.0", result: { result: result?.[0]?.content }, id });
});
const isDefault = process.argv[2] === "defaults";
const bare = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: isDefault }) as Server;
await new Promise<void>((resolve) => bare.listen({ port: 0, host: "127.0.0.1", backlog: 4096 }, resolve));
const address = bare.address();
const port = typeof address === "object" ? address?.port : undefined;

if (isDefault) process.send?.({ "bare Hono": port });
else {
  const open = await serve(executor, { port: 0 });
  const guarded = await serve(executor, { port: 0, keys: ["k".repeat(32)] });
  process.send?.({
    "bare Hono, standard globals": port,
    "@helve/server": open.port,
    "@helve/server with a key": guarded.port,
  });
}
process.on("message", () => process.send?.(process.cpuUsage()));
