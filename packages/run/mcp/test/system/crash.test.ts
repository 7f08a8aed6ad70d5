import { readFileSync } from "node:fs";
import { join } from "node:path";
import { verifyAuditLog } from "@helve/executor/node";
import { runs } from "@helve/testing/property-runs";
import { expect, it } from "vitest";
import { type GatewayProcess, startGateway } from "../node/gateway-process.ts";
import { folderWith } from "../node/programs.ts";

/** A server that appends the id of each call to a file, and answers after it. */
const server = `
  const { appendFileSync } = require("node:fs");
  const tool = { name: "pay", inputSchema: { type: "object", properties: { id: { type: "string" } }, required: ["id"] } };
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    if (method === "tools/call") appendFileSync(process.argv.at(-1), params.arguments.id + "\\n");
    const results = {
      initialize: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } },
      "tools/list": { tools: [tool] },
      "tools/call": { content: [{ type: "text", text: "paid" }] },
    };
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result: results[method] ?? {} }));
  });
`;

const calls = 20;
const rounds = runs(3, 200);

it("loses no acknowledged record, runs nothing without a record, and runs nothing twice when it is killed", async () => {
  const folder = folderWith({ "ran.txt": "" });
  const [ran, audit] = [join(folder, "ran.txt"), join(folder, "audit.jsonl")];
  const options = {
    servers: { s: { command: process.execPath, args: ["-e", server, "--", ran], protocol: "2025-11-25" } },
    rules: 'rule @confirm trigger pay check args.id matches "asked" enforce user_inspection end',
    state: folder,
    audit,
  };
  const acknowledged: string[] = [];
  const states: { readonly requestState: string; readonly id: string }[] = [];
  for (let round = 0; round < rounds; round++) {
    const gateway = await startGateway(options, {
      versionNegotiation: { mode: { pin: "2026-07-28" } },
      capabilities: { elicitation: {} },
    });
    // Questions of a process that was killed are answered too late.
    for (const { requestState, id } of states.splice(0)) {
      await expect(answer(gateway, requestState, id)).rejects.toThrow("Invalid or expired requestState");
    }
    const question = await ask(gateway, `${round}-asked`);
    states.push({ requestState: question, id: `${round}-asked` });
    const approved = await ask(gateway, `${round}-asked-approved`);
    await killAfter(gateway, (round * 7919) % (calls + 2), async (done) => {
      const pay = async (id: string): Promise<void> => {
        await gateway.client.callTool({ name: "pay", arguments: { id } });
        acknowledged.push(id);
        done();
      };
      const retried = answer(gateway, approved, `${round}-asked-approved`).then(() => {
        acknowledged.push(`${round}-asked-approved`);
        done();
      });
      await Promise.allSettled([...Array.from({ length: calls }, (_, index) => pay(`${round}-${index}`)), retried]);
    });
  }
  const ids = readFileSync(ran, "utf8").trim().split("\n");
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(acknowledged));
  expect(ids.filter((id) => id.endsWith("-asked"))).toEqual([]);
  const { ok, issues } = await verifyAuditLog(audit);
  expect({ ok, issues }).toMatchObject({ ok: true });
  const recorded = new Set<unknown>();
  const started = new Set<unknown>();
  for (const line of readFileSync(audit, "utf8").trim().split("\n")) {
    const { actionReturn, started: action } = JSON.parse(line);
    if (action !== undefined) started.add(action.args.id);
    else if (actionReturn.status === "success") recorded.add(actionReturn.args.id);
  }
  // Whatever has run is in the log, also if the gateway was killed before its server answered.
  expect(ids.filter((id) => !started.has(id))).toEqual([]);
  expect(acknowledged.filter((id) => !recorded.has(id))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(0);
}, 3_600_000);

/** Kills a gateway after so many calls were acknowledged, while others run. */
async function killAfter(
  gateway: GatewayProcess,
  count: number,
  work: (done: () => void) => Promise<void>,
): Promise<void> {
  let left = count;
  const kill = (): void => {
    if (left-- === 0) process.kill(gateway.pid, "SIGKILL");
  };
  kill();
  await work(kill);
  if (left >= 0) process.kill(gateway.pid, "SIGKILL");
  await gateway.close();
}

/** Calls the tool, and returns the state of the question. */
async function ask({ client }: GatewayProcess, id: string): Promise<string> {
  const result: unknown = await client.callTool({ name: "pay", arguments: { id } }, { allowInputRequired: true });
  return (result as { readonly requestState: string }).requestState;
}

function answer({ client }: GatewayProcess, requestState: string, id: string): Promise<unknown> {
  const inputResponses = { approval: { action: "accept", content: { decision: "approve" } } };
  return client.callTool({ name: "pay", arguments: { id }, requestState, inputResponses } as never);
}
