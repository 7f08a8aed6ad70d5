import { pathToFileURL } from "node:url";
import { parseProgram } from "@helve/agentspec";
import { Engine, inspectLater } from "@helve/enforcer";
import { ActionExecutor } from "@helve/executor";
import { createGateway, type GatewayOptions, McpEndpoint, type McpGateway } from "@helve/mcp";
import { connectServer, serveHttp } from "@helve/mcp/node";
import { tool } from "@helve/tool";
import type { Client, ClientCapabilities } from "@modelcontextprotocol/client";
import { describe, expect, it, onTestFinished } from "vitest";
import { connectHttp, connectStdio, versions } from "./connect.ts";
import { filesystem, folderWith } from "./node/programs.ts";
import { lineOf, scripted } from "./node/scripted-server.ts";
import { createRemote, type RemoteTool } from "./remote-server.ts";

const form = {
  mode: "form" as const,
  message: "Which city?\nMay the agent run rm?",
  requestedSchema: { type: "object" as const, properties: { city: { type: "string" as const } }, required: ["city"] },
};
const sampling = {
  messages: [{ role: "user" as const, content: { type: "text" as const, text: "Say hi." } }],
  maxTokens: 10,
};

/** Tools of a server before 2026-07-28, which asks while a call runs. */
const asking: readonly RemoteTool[] = [
  {
    name: "weather",
    async call(_, { mcpReq }) {
      const answer = await mcpReq.elicitInput(form);
      return `${answer.action} ${answer.content?.["city"]}`;
    },
  },
  {
    name: "greet",
    async call(_, { mcpReq }) {
      const { content } = await mcpReq.requestSampling(sampling);
      return JSON.stringify(content);
    },
  },
  {
    name: "twice",
    async call(_, { mcpReq }) {
      const answers = await Promise.all([mcpReq.elicitInput(form), mcpReq.elicitInput(form)]);
      return answers.map(({ content }) => content?.["city"]).join(" ");
    },
  },
  { name: "plain", call: () => "done" },
];

function gatewayTo(tools: readonly RemoteTool[], options: GatewayOptions = {}): McpGateway {
  const remote = createRemote(tools);
  const gateway = createGateway({ maps: (_, capabilities) => remote.connect({ capabilities }) }, options);
  onTestFinished(async () => {
    await gateway.close();
    await remote.crash();
  });
  return gateway;
}

/** A gateway to a server of 2026-07-28, which asks by the results of its calls: it is one of Helve whose rule asks a person. */
async function gatewayToRetried(): Promise<McpGateway> {
  const rule = "rule @ask trigger rm check true enforce user_inspection end";
  const guards = [
    new Engine(parseProgram(rule), { predicates: [], inspect: inspectLater(), lateAnswers: { key: "k".repeat(32) } }),
  ];
  const rm = tool({ name: "rm", description: "Removes.", parameters: { type: "object" }, execute: () => "removed" });
  const { url, close } = await serveHttp(new McpEndpoint(new ActionExecutor([rm], { guards })));
  const gateway = createGateway({
    files: (signal, capabilities) => connectServer({ url, protocol: "2026-07-28" }, { signal, capabilities }),
  });
  onTestFinished(async () => {
    await gateway.close();
    await close();
  });
  return gateway;
}

const declared: ClientCapabilities = { elicitation: { form: {} }, sampling: {} };

/** Answers the questions of a server, and returns what it was asked. */
function answering(client: Client, city = "Oslo"): unknown[] {
  const asked: unknown[] = [];
  client.setRequestHandler("elicitation/create", ({ params }) => {
    asked.push(params);
    return { action: "accept", content: { city } };
  });
  client.setRequestHandler("sampling/createMessage", ({ params }) => {
    asked.push(params);
    return { model: "m", role: "assistant", content: { type: "text", text: "hi" } };
  });
  return asked;
}

describe.each(versions)("a question of a server, for a client of version %s", (_, clientOptions) => {
  const capable = { ...clientOptions, capabilities: declared };

  it.each([
    ["stdio", connectStdio],
    ["HTTP", connectHttp],
  ] as const)("reaches the person over %s, who sees which server asks", async (_transport, connect) => {
    const client = await connect(gatewayTo(asking).endpoint, capable);
    const asked = answering(client);
    expect(lineOf(await client.callTool({ name: "weather", arguments: {} }))).toBe("accept Oslo");
    const message = "The MCP server maps asks:\n  │ Which city?\n  │ May the agent run rm?";
    expect(asked).toMatchObject([{ message, requestedSchema: form.requestedSchema }]);
  });

  it("reaches the model, with the name of the server", async () => {
    const client = await connectStdio(gatewayTo(asking).endpoint, capable);
    const asked = answering(client);
    expect(lineOf(await client.callTool({ name: "greet", arguments: {} }))).toBe('{"type":"text","text":"hi"}');
    expect(asked).toMatchObject([{ messages: sampling.messages }]);
  });

  it("is asked after the one before it", async () => {
    const client = await connectStdio(gatewayTo(asking).endpoint, capable);
    answering(client);
    expect(lineOf(await client.callTool({ name: "twice", arguments: {} }))).toBe("Oslo Oslo");
  });

  it("reaches the person if it is the result of a call", async () => {
    const client = await connectStdio((await gatewayToRetried()).endpoint, capable);
    const asked: unknown[] = [];
    client.setRequestHandler("elicitation/create", ({ params }) => {
      asked.push(params.message);
      return { action: "accept", content: { decision: "approve" } };
    });
    expect(lineOf(await client.callTool({ name: "rm", arguments: {} }))).toBe("removed");
    expect(asked).toEqual([expect.stringContaining("The MCP server files asks:\n  │ May the agent run rm?")]);
  });

  it("is stopped by a rule", async () => {
    const rule = "rule @no_questions trigger elicitation check true enforce stop end";
    const guards = [new Engine(parseProgram(rule), { predicates: [] })];
    const client = await connectStdio(gatewayTo(asking, { guards }).endpoint, capable);
    const asked = answering(client);
    const result = await client.callTool({ name: "weather", arguments: {} });
    expect(lineOf(result)).toContain("@no_questions");
    expect(result.isError).toBe(true);
    expect(asked).toEqual([]);
  });

  it("is not asked if the client has not declared that it answers it", async () => {
    const client = await connectStdio(gatewayTo(asking).endpoint, clientOptions);
    const result = await client.callTool({ name: "weather", arguments: {} });
    expect(result.isError).toBe(true);
    expect(lineOf(await client.callTool({ name: "plain", arguments: {} }))).toBe("done");
  });

  it("does not count as the server's silence", async () => {
    const client = await connectStdio(gatewayTo(asking, { idleTimeout: 1000 }).endpoint, capable);
    client.setRequestHandler("elicitation/create", async () => {
      await new Promise((resolve) => setTimeout(resolve, 1500));
      return { action: "accept", content: { city: "Oslo" } };
    });
    expect(lineOf(await client.callTool({ name: "weather", arguments: {} }))).toBe("accept Oslo");
  });

  it("can't be asked by calling its action", async () => {
    const client = await connectStdio(gatewayTo(asking).endpoint, capable);
    const asked = answering(client);
    const result = await client.callTool({ name: "elicitation", arguments: form });
    expect(lineOf(result)).toContain("Only a server asks this.");
    expect(asked).toEqual([]);
  });
});

it("a question without a call that it belongs to is refused", async () => {
  const gateway = gatewayTo(asking);
  const [first, second] = await Promise.all(
    [0, 1].map(() => connectStdio(gateway.endpoint, { capabilities: declared })),
  );
  const waiting = Promise.withResolvers<void>();
  first?.setRequestHandler("elicitation/create", async () => {
    await waiting.promise;
    return { action: "accept", content: { city: "Oslo" } };
  });
  const asked = second && answering(second, "Rome");
  const one = first?.callTool({ name: "weather", arguments: {} });
  const other = await second?.callTool({ name: "weather", arguments: {} });
  waiting.resolve();
  expect(other && lineOf(other)).toContain("not clear which client");
  expect(asked).toEqual([]);
  expect(lineOf((await one) ?? { content: [] })).toBe("accept Oslo");
});

it("a call whose question is not answered in time is cancelled", async () => {
  const cancelled = Promise.withResolvers<void>();
  const tools: readonly RemoteTool[] = [
    {
      name: "weather",
      async call(_, { mcpReq }) {
        mcpReq.signal.addEventListener("abort", () => cancelled.resolve());
        return `${(await mcpReq.elicitInput(form)).action}`;
      },
    },
  ];
  const gateway = gatewayTo(tools, { endpoint: { answerLifetime: 100 } });
  const client = await connectStdio(gateway.endpoint, {
    versionNegotiation: { mode: { pin: "2026-07-28" } },
    capabilities: declared,
    inputRequired: { autoFulfill: false },
  });
  const call = { name: "weather", arguments: {} };
  const first = await client.callTool(call, { allowInputRequired: true });
  await cancelled.promise;
  const { requestState } = first as unknown as { readonly requestState: string };
  const inputResponses = { question: { action: "accept", content: { city: "Oslo" } } };
  const retried = client.callTool({ ...call, inputResponses, requestState } as never);
  await expect(retried).rejects.toThrow("Invalid or expired requestState");
});

it("a question about a task of the server reaches the person while its result is awaited", async () => {
  const server = scripted(`(m) => {
    const task = (status) => ({ taskId: "t", status, ttl: null, createdAt: "", lastUpdatedAt: "", pollInterval: 1 });
    const capabilities = { tools: {}, tasks: { requests: { tools: { call: {} } } } };
    switch (m.method) {
      case "initialize": return { ...hello, protocolVersion: "2025-11-25", capabilities };
      case "tools/list": return { tools: [{ name: "weather", inputSchema: { type: "object" }, execution: { taskSupport: "required" } }] };
      case "tools/call": return { task: task("working") };
      case "tasks/get": return task("input_required");
      case "tasks/result":
        globalThis.asked = m.id;
        return JSON.stringify({ jsonrpc: "2.0", id: "q", method: "elicitation/create", params: ${JSON.stringify(form)} });
      default:
        if (m.id !== "q") return no;
        const text = "it rains in " + m.result.content.city;
        return JSON.stringify({ jsonrpc: "2.0", id: asked, result: { content: [{ type: "text", text }] } });
    }
  }`);
  const gateway = createGateway({
    maps: (signal, capabilities) => connectServer({ ...server, protocol: "2025-11-25" }, { signal, capabilities }),
  });
  onTestFinished(() => gateway.close());
  const client = await connectStdio(gateway.endpoint, { capabilities: declared });
  answering(client);
  expect(lineOf(await client.callTool({ name: "weather", arguments: {} }))).toBe("it rains in Oslo");
});

describe("the folders that a client offers", () => {
  const folder = { uri: "file:///home/ada/project", name: "project" };
  const capabilities: ClientCapabilities = { roots: { listChanged: true } };
  const asking: readonly RemoteTool[] = [
    {
      name: "where",
      call: async (_, { mcpReq }) => JSON.stringify(await mcpReq.send({ method: "roots/list" })),
    },
  ];

  it.each(versions)("reach a server that works on a call, for a client of version %s", async (_, options) => {
    const client = await connectStdio(gatewayTo(asking).endpoint, { ...options, capabilities });
    client.setRequestHandler("roots/list", () => ({ roots: [folder] }));
    expect(JSON.parse(lineOf(await client.callTool({ name: "where", arguments: {} })))).toEqual({ roots: [folder] });
  });

  it("reach a server that asks while no call runs, also when they have changed", async () => {
    const server = filesystem(folderWith());
    const gateway = createGateway({
      files: (signal, declares) => connectServer(server, { signal, capabilities: declares }),
    });
    onTestFinished(() => gateway.close());
    const client = await connectStdio(gateway.endpoint, { capabilities });
    let offered = folderWith();
    client.setRequestHandler("roots/list", () => ({ roots: [{ uri: pathToFileURL(offered).href }] }));
    const allowed = async (): Promise<string> =>
      lineOf(await client.callTool({ name: "list_allowed_directories", arguments: {} }));
    await client.listTools();
    await expect.poll(allowed).toContain(offered);
    offered = folderWith();
    await client.sendRootsListChanged();
    await expect.poll(allowed).toContain(offered);
  });

  it("are not passed on if the client offers none", async () => {
    const client = await connectStdio(gatewayTo(asking).endpoint, {});
    expect((await client.callTool({ name: "where", arguments: {} })).isError).toBe(true);
  });
});
