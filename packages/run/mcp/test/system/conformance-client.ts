// A client for the conformance suite of MCP, which passes the URL of its server: it calls each tool once, with numbers for all arguments.

import { ActionExecutor } from "@helve/executor";
import { mcpTools } from "@helve/mcp";
import { connectServer } from "@helve/mcp/node";

const client = await connectServer({ url: process.argv.at(-1) ?? "" });
const executor = new ActionExecutor([await mcpTools(client)]);
for (const { name, parameters } of executor.tools) {
  const args = Object.fromEntries(Object.keys(parameters.properties ?? {}).map((key, index) => [key, index + 1]));
  const { status, errmsg } = await executor.execute({ id: name, name, arguments: args });
  if (status !== "success") throw new Error(errmsg ?? status);
}
await client.close();
