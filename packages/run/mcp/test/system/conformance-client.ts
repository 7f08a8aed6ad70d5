// A client for the conformance suite of MCP, which passes the URL of its server: it signs in if the server asks for that, and calls each tool once.

import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ActionExecutor } from "@helve/executor";
import { mcpTools } from "@helve/mcp";
import { connectServer, requiresSignIn, signIn, signInFile } from "@helve/mcp/node";

using folder = mkdtempDisposableSync(join(tmpdir(), "helve-conformance-"));
const config = { url: process.argv.at(-1) ?? "" };
const store = signInFile(join(folder.path, "sign-ins.json"));
if (process.env["MCP_CONFORMANCE_SCENARIO"]?.startsWith("auth/") && (await requiresSignIn(config))) {
  // The authorization server of the suite agrees at once, and leads back to the address of the sign-in.
  await signIn(config, { store, open: (page) => void fetch(page).then((answer) => answer.text()) });
}
const client = await connectServer(config, {
  signIns: store,
  capabilities: { elicitation: { form: { applyDefaults: true } } },
});
client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: {} }));
const executor = new ActionExecutor([await mcpTools(client)]);
const values: Readonly<Record<string, unknown>> = { string: "us-west1", boolean: true, object: {}, array: [] };

/** Arguments for a tool that has no scripted call: a value of its type for each. */
function argumentsOf(properties: object): object {
  const sample = ({ type }: { readonly type?: unknown }, index: number): unknown =>
    Object.hasOwn(values, String(type)) ? values[String(type)] : index + 1;
  return Object.fromEntries(Object.entries(properties).map(([key, schema], index) => [key, sample(schema, index)]));
}

/** The calls that the suite expects, if the scenario names any. */
const { toolCalls = [] } = JSON.parse(process.env["MCP_CONFORMANCE_CONTEXT"] ?? "{}");
const scripted = toolCalls.map(({ name }: { readonly name: string }) => name);
const others = executor.tools.filter(({ name }) => !scripted.includes(name));
const calls = others.map(({ name, parameters }) => ({ name, arguments: argumentsOf(parameters.properties ?? {}) }));
for (const call of [...toolCalls, ...calls]) {
  const { status, errmsg } = await executor.execute({ id: call.name, ...call });
  // A scenario may answer with errors; its checks decide.
  if (status !== "success") process.stderr.write(`${errmsg ?? status}\n`);
}
await client.close();
