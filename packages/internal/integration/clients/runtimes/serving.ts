// A server as Bun, Deno and Cloudflare Workers start it: the default export of a module.

import { parseProgram } from "@helve/agentspec";
import { Engine } from "@helve/enforcer";
import { ActionExecutor } from "@helve/executor";
import { createServer, type OpenToolServer } from "@helve/server";
import { tool } from "@helve/tool";
import { z } from "zod";

const add = tool({
  name: "add",
  description: "Add two numbers.",
  parameters: z.object({ x: z.number().describe("first"), y: z.number().describe("second") }),
  returns: z.number(),
  execute: ({ x, y }) => x + y,
});
const count = tool({
  name: "count",
  description: "Count up.",
  parameters: z.object({ to: z.number().describe("the last number") }),
  execute: async function* ({ to }) {
    for (let n = 1; n <= to; n++) {
      await Promise.resolve();
      yield n;
    }
  },
});
const rules = parseProgram('rule @small trigger add check args.x > 100 enforce stop("too large") end');

/** The executor, with its rules. */
export const host: ActionExecutor = new ActionExecutor([add, count], {
  guards: [new Engine(rules, { predicates: [] })],
});

const server: OpenToolServer = createServer(host, { keys: { ann: "key-of-ann" } });
export default server;
