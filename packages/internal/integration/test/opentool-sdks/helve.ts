import { createClient } from "@helve/client";
import { ActionExecutor } from "@helve/executor";
import { serve } from "@helve/server/node";
import { type Tool, ToolError, tool } from "@helve/tool";
import { document, type Sdk } from "./sdk.ts";

const [add, fail, giveUp] = document.functions;

/** The functions of the test as tools of Helve. */
const tools: readonly Tool[] = [
  tool({ function: add, execute: ({ x, y }) => x + y }),
  tool({
    function: fail,
    execute: () => {
      throw new ToolError("boom");
    },
  }),
  tool({
    function: giveUp,
    execute: () => {
      throw new ToolError("Fatal error");
    },
  }),
  tool({
    name: "count",
    description: "Count up.",
    parameters: { type: "object", properties: { to: { type: "number", description: "the last" } }, required: ["to"] },
    execute: async function* ({ to }) {
      for (let n = 1; n <= to; n++) {
        await Promise.resolve();
        yield { n };
      }
    },
  }),
].map((one) => one as Tool);

export const helve: Sdk = {
  serve: ({ key }) =>
    serve(new ActionExecutor(tools), { port: 0, info: document.info, ...(key !== undefined && { keys: [key] }) }),

  connect: (url, { key }) => {
    const client = createClient(url, { detectErrorResults: true, ...(key !== undefined && { apiKey: key }) });
    return {
      version: () => client.version(),
      load: async () => (await client.load()) ?? null,
      call: (name, args) => client.call(name, { ...args }),
      stream: async (name, args) => {
        const results: unknown[] = [];
        for await (const { result } of client.stream(name, { ...args })) results.push(result);
        return results;
      },
    };
  },
};
