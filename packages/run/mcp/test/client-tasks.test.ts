import { parseProgram } from "@helve/agentspec";
import { Engine, inspectLater } from "@helve/enforcer";
import { createGateway, type GatewayOptions, type McpEndpoint } from "@helve/mcp";
import {
  type CallToolResult,
  Client,
  type ClientOptions,
  specTypeSchemas,
  type Task,
} from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { describe, expect, it, onTestFinished } from "vitest";
import { connectHttp, connectStdio } from "./connect.ts";
import { lineOf } from "./node/scripted-server.ts";
import { createRemote, type RemoteTool } from "./remote-server.ts";

const version: ClientOptions = { supportedProtocolVersions: ["2025-11-25"] };
const form = {
  message: "Which city?",
  requestedSchema: { type: "object" as const, properties: { city: { type: "string" as const } } },
};

function gatewayTo(tools: readonly RemoteTool[], options: GatewayOptions = {}): McpEndpoint {
  const remote = createRemote(tools);
  const gateway = createGateway({ maps: (_, capabilities) => remote.connect({ capabilities }) }, options);
  onTestFinished(async () => {
    await gateway.close();
    await remote.crash();
  });
  return gateway.endpoint;
}

/** A tool that ends when the test says so. */
function slowTool() {
  const end = Promise.withResolvers<string>();
  const aborted = Promise.withResolvers<void>();
  const tool: RemoteTool = {
    name: "slow",
    call: (_, { mcpReq }) => {
      mcpReq.signal.addEventListener("abort", () => aborted.resolve());
      return end.promise;
    },
  };
  return { tool, end: () => end.resolve("done"), aborted: aborted.promise };
}

async function start(client: Client, name: string): Promise<string> {
  const params = { name, arguments: {}, task: { ttl: 60_000 } };
  const { task } = await client.request({ method: "tools/call", params }, specTypeSchemas.CreateTaskResult);
  expect(task).toMatchObject({ status: "working", ttl: 60_000 });
  return task.taskId;
}
const get = (client: Client, taskId: string): Promise<Task> =>
  client.request({ method: "tasks/get", params: { taskId } }, specTypeSchemas.GetTaskResult);
const result = async (client: Client, taskId: string): Promise<CallToolResult> =>
  (await client.request(
    { method: "tasks/result", params: { taskId } },
    specTypeSchemas.CallToolResult,
  )) as CallToolResult;

describe.each([
  ["stdio", connectStdio],
  ["HTTP", connectHttp],
] as const)("a call that a client runs as a task over %s", (_transport, connect) => {
  it("is answered at once, and its result is fetched later", async () => {
    const { tool, end } = slowTool();
    const client = await connect(gatewayTo([tool]), version);
    expect((await client.listTools()).tools[0]?.execution).toEqual({ taskSupport: "optional" });
    const taskId = await start(client, "slow");
    expect(await get(client, taskId)).toMatchObject({ status: "working" });
    const waiting = result(client, taskId);
    end();
    expect(lineOf(await waiting)).toBe("done");
    expect((await waiting)._meta).toMatchObject({ "io.modelcontextprotocol/related-task": { taskId } });
    const { tasks } = await client.request({ method: "tasks/list" }, specTypeSchemas.ListTasksResult);
    expect(tasks).toMatchObject([{ taskId, status: "completed" }]);
    expect(lineOf(await result(client, taskId))).toBe("done");
  });

  it("is cancelled at its server", async () => {
    const { tool, aborted } = slowTool();
    const client = await connect(gatewayTo([tool]), version);
    const taskId = await start(client, "slow");
    const cancel = () =>
      client.request({ method: "tasks/cancel", params: { taskId } }, specTypeSchemas.CancelTaskResult);
    expect(await cancel()).toMatchObject({ status: "cancelled" });
    await aborted;
    await expect(cancel()).rejects.toThrow("the task has ended: cancelled");
  });

  it("passes the rules, and fails if one stops it", async () => {
    const rule = "rule @never trigger slow check true enforce stop end";
    const guards = [new Engine(parseProgram(rule), { predicates: [] })];
    const client = await connect(gatewayTo([slowTool().tool], { guards }), version);
    const taskId = await start(client, "slow");
    expect(lineOf(await result(client, taskId))).toContain("@never");
    expect(await get(client, taskId)).toMatchObject({ status: "failed" });
  });

  it("asks while the client waits for its result: for a rule, and for its server", async () => {
    const rule = "rule @ask trigger weather check true enforce user_inspection end";
    const guards = [
      new Engine(parseProgram(rule), { predicates: [], inspect: inspectLater(), lateAnswers: { key: "k".repeat(32) } }),
    ];
    const weather: RemoteTool = {
      name: "weather",
      call: async (_, { mcpReq }) => `it rains in ${(await mcpReq.elicitInput(form)).content?.["city"]}`,
    };
    const client = await connect(gatewayTo([weather], { guards }), { ...version, capabilities: { elicitation: {} } });
    const asked: string[] = [];
    client.setRequestHandler("elicitation/create", ({ params }) => {
      asked.push(params.message.split("\n")[0] ?? "");
      return { action: "accept", content: { decision: "approve", city: "Oslo" } };
    });
    const taskId = await start(client, "weather");
    await expect.poll(() => get(client, taskId)).toMatchObject({ status: "input_required" });
    expect(lineOf(await result(client, taskId))).toBe("it rains in Oslo");
    expect(asked).toEqual(["May the agent run weather?", "The MCP server maps asks:"]);
  });

  it("is not seen by other connections", async () => {
    const { tool } = slowTool();
    const endpoint = gatewayTo([tool]);
    const [one, other] = [await connect(endpoint, version), await connect(endpoint, version)];
    const taskId = await start(one, "slow");
    await expect(get(other, taskId)).rejects.toThrow("there is no task with this id");
    await expect(result(other, taskId)).rejects.toThrow("there is no task with this id");
  });
});

it("an unknown tool is an error of the task's result", async () => {
  const client = await connectStdio(gatewayTo([slowTool().tool]), version);
  const taskId = await start(client, "quick");
  await expect(result(client, taskId)).rejects.toThrow("quick");
  expect(await get(client, taskId)).toMatchObject({ status: "failed" });
});

it("a client that goes away cancels its tasks", async () => {
  const { tool, aborted } = slowTool();
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await gatewayTo([tool]).createServer().connect(serverSide);
  const client = new Client({ name: "test", version: "1" }, version);
  await client.connect(clientSide as never);
  await start(client, "slow");
  await client.close();
  await aborted;
});

it("a client of 2026-07-28 sees nothing of them", async () => {
  const client = await connectStdio(gatewayTo([slowTool().tool]), {
    versionNegotiation: { mode: { pin: "2026-07-28" } },
  });
  expect((await client.listTools()).tools[0]?.execution).toBeUndefined();
  expect(client.getServerCapabilities()).not.toHaveProperty("tasks");
});
