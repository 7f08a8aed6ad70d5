// Calls a server in every way, from any runtime.

import { createClient, type RequestError, toolkitFrom } from "@helve/client";
import { ActionExecutor } from "@helve/executor";
import type { Target } from "./start.ts";

/** Calls the server of serving.ts from a client in some runtime, and returns the answers. */
export async function callEverything({
  url,
  key: apiKey,
  nowhere,
}: Target): Promise<Readonly<Record<string, unknown>>> {
  const client = createClient(url, { apiKey });
  const streamed: unknown[] = [];
  for await (const { result } of client.stream("count", { to: 3 })) streamed.push(result);
  const executor = new ActionExecutor([await toolkitFrom(url, { apiKey, name: "Remote" })]);
  const { result } = await executor.execute({ id: "1", name: "Remote.add", arguments: "{x: '1', y: 2,}" });
  return {
    called: await client.call("add", { x: 1, y: 2 }),
    streamed,
    decoded: result,
    stopped: await failure(client.call("add", { x: 101, y: 2 })),
    unknown: await failure(client.call("gone")),
    wrongKey: await failure(createClient(url, { apiKey: "wrong" }).version()),
    unreachable: await failure(createClient(nowhere, { retries: 0 }).version()),
    nextAddress: await failure(createClient([nowhere, url], { apiKey }).call("add", { x: 2, y: 2 })),
    nextAddressOfRepeatable: await createClient([nowhere, url], { apiKey }).call(
      "add",
      { x: 2, y: 2 },
      { idempotent: true },
    ),
    aborted: await failure(client.call("add", { x: 1, y: 2 }, { signal: AbortSignal.abort(new Error("enough")) })),
  };
}

/** The code or the message of an error; what was returned if there was none. */
async function failure(calling: Promise<unknown>): Promise<unknown> {
  try {
    return await calling;
  } catch (error) {
    const { code, status, message } = error as RequestError;
    return code === undefined ? message : status === undefined ? code : [code, status];
  }
}
