import { parseProgram } from "@helve/agentspec";
import { Engine, inspectLater } from "@helve/enforcer";
import {
  Agent,
  applyPatchTool,
  codeInterpreterTool,
  type MCPServer,
  Runner,
  setTracingDisabled,
  shellTool,
  tool,
  webSearchTool,
} from "@openai/agents";
import { assistantMessage, functionCall, ScriptedModel } from "@openai/agents/testing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { assertGuarded, guardAgentTools, guardMcpServer } from "../src/index.ts";

setTracingDisabled(true);
const runner = new Runner({ tracingDisabled: true });
const done = [assistantMessage("done")];

function guards(text: string): [Engine] {
  const lateAnswers = { key: "0123456789abcdef0123456789abcdef" };
  return [new Engine(parseProgram(text), { predicates: [], inspect: inspectLater(), lateAnswers })];
}

function shellAgent(text: string, ...commands: string[][]) {
  const ran: string[] = [];
  const shell = {
    run: async (action: { commands: string[] }) => {
      ran.push(...action.commands);
      return { output: [{ stdout: "ok", stderr: "", outcome: { type: "exit" as const, exitCode: 0 } }] };
    },
  };
  const original = shellTool({ shell, onApproval: async () => ({ approve: true }) });
  const helve = guardAgentTools([original], { guards: guards(text) });
  const calls = commands.map((one, index) => [
    { type: "shell_call" as const, callId: `s${index}`, action: { commands: one } },
  ]);
  const model = new ScriptedModel([...calls, done]);
  return { ran, agent: new Agent({ name: "Shell", tools: helve.tools, model }), model };
}

describe("guardAgentTools", () => {
  it("refuses hosted tools, unless they are listed", () => {
    const tools = [webSearchTool(), codeInterpreterTool()];
    expect(() => guardAgentTools(tools, { guards: [] })).toThrow("web_search, code_interpreter can't be guarded");
    const unguarded = ["web_search", "code_interpreter"];
    expect(guardAgentTools(tools, { guards: [], unguarded }).tools).toEqual(tools);
    expect(() => guardAgentTools(tools, { guards: [], unguarded: ["websearch"] })).toThrow("names no tool: websearch");
    expect(() => guardAgentTools([], { guard: [] } as never)).toThrow('"guards"');
  });

  it("refuses a shell that runs in a container of the provider", () => {
    const hosted = shellTool({ environment: { type: "container_auto" } });
    expect(() => guardAgentTools([hosted], { guards: [] })).toThrow("shell can't be guarded");
  });

  it("stops commands of a local shell, and the model reads why", async () => {
    const { agent, ran, model } = shellAgent('rule @no trigger shell check true enforce stop("no shell") end', ["ls"]);
    await runner.run(agent, "go");
    expect(ran).toEqual([]);
    expect(JSON.stringify(model.lastCall?.request.input)).toContain("no shell");
  });

  it("asks about commands, although the tool's onApproval would approve them", async () => {
    const { agent, ran } = shellAgent("rule @ask trigger shell check true enforce user_inspection end", ["ls"], ["ls"]);
    const first = await runner.run(agent, "go");
    expect(ran).toEqual([]);
    first.state.approve(first.interruptions[0] as never, { alwaysApprove: true });
    await runner.run(agent, first.state);
    expect(ran).toEqual(["ls"]); // nobody has seen the second question
  });

  it("stops operations of an editor", async () => {
    const ran: string[] = [];
    const record = async ({ path }: { path: string }) => void ran.push(path);
    const editor = { createFile: record, updateFile: record, deleteFile: record };
    const rules = 'rule @keep trigger apply_patch check args.type == "delete_file" enforce stop("keep it") end';
    const { tools } = guardAgentTools([applyPatchTool({ editor })], { guards: guards(rules) });
    const model = new ScriptedModel([
      [{ type: "apply_patch_call", callId: "a", status: "completed", operation: { type: "delete_file", path: "a" } }],
      [
        {
          type: "apply_patch_call",
          callId: "b",
          status: "completed",
          operation: { type: "create_file", path: "b", diff: "+x" },
        },
      ],
      done,
    ]);
    await runner.run(new Agent({ name: "Editor", tools, model }), "go");
    expect(ran).toEqual(["b"]);
    expect(JSON.stringify(model.lastCall?.request.input)).toContain("keep it");
  });

  it("keeps the approval that a tool itself needs, and does not ask about what is refused", async () => {
    const ran: unknown[] = [];
    const own = tool({
      name: "mail",
      description: "Mail.",
      parameters: { type: "object", properties: {}, required: [], additionalProperties: true },
      strict: false,
      needsApproval: true,
      execute: async (args) => void ran.push(args),
    });
    const { tools } = guardAgentTools([own], {
      guards: guards('rule @no trigger mail check args.to == "Eve" enforce stop("no") end'),
    });
    const call = (to: string, callId: string) => functionCall("mail", { to }, { callId });
    const model = new ScriptedModel([[call("Eve", "a"), call("Ann", "b")], done]);
    const { interruptions } = await runner.run(new Agent({ name: "Mail", tools, model }), "go");
    expect(interruptions.map(({ arguments: args }) => args)).toEqual(['{"to":"Ann"}']);
    expect(ran).toEqual([]);
  });
});

function mcpServer(ran: unknown[]): MCPServer {
  return {
    name: "files",
    cacheToolsList: false,
    connect: async () => undefined,
    close: async () => undefined,
    invalidateToolsCache: async () => undefined,
    listTools: async () =>
      ["read", "remove"].map((name) => ({
        name,
        inputSchema: { type: "object", properties: {}, required: [], additionalProperties: true },
      })) as never,
    callTool: async (name: string, args: unknown) => {
      ran.push([name, args]);
      return [{ type: "text", text: "content" }] as never;
    },
  };
}

describe("guardMcpServer", () => {
  it("decides before a call reaches the server, withholds results, and asks nobody", async () => {
    const ran: unknown[] = [];
    const rules = `
      rule @keep trigger remove check args.path == "a" enforce stop("keep it") end
      rule @ask trigger remove check args.path == "b" enforce user_inspection end
      rule @secret trigger after_action read check true enforce stop("secret") end`;
    const server = guardMcpServer(mcpServer(ran), { guards: guards(rules) });
    const call = (name: string, path: string) => functionCall(name, { path }, { callId: name + path });
    const calls = [call("remove", "a"), call("remove", "b"), call("remove", "c"), call("read", "d")];
    const model = new ScriptedModel([calls, done]);
    const agent = new Agent({ name: "Files", mcpServers: [server], model });
    assertGuarded(agent);
    await runner.run(agent, "go");
    expect(ran).toEqual([
      ["remove", { path: "c" }],
      ["read", { path: "d" }],
    ]);
    const read = JSON.stringify(model.lastCall?.request.input);
    expect(read).toContain("keep it");
    expect(read).toContain("secret");
    expect(read.match(/"text":"content"/g)).toHaveLength(1);
  });

  it("refuses to guard twice", () => {
    const server = guardMcpServer(mcpServer([]), { guards: [] });
    expect(() => guardMcpServer(server, { guards: [] })).toThrow("guarded already");
  });
});

describe("assertGuarded", () => {
  it("names what no rule sees, also behind handoffs, and copies of guarded tools", () => {
    const plain = tool({ name: "plain", description: "Plain.", parameters: z.object({}), execute: () => "" });
    const [guarded] = guardAgentTools([plain], { guards: [] }).tools;
    const second = new Agent({ name: "Second", tools: [webSearchTool()], mcpServers: [mcpServer([])] });
    const agent = new Agent({ name: "First", tools: [guarded as typeof plain], handoffs: [second] });
    expect(() => assertGuarded(agent)).toThrow("web_search of Second, files of Second");
    expect(() => assertGuarded(agent, { allow: ["web_search", "files"] })).not.toThrow();
    const copy = { ...(guarded as typeof plain), invoke: plain.invoke };
    expect(() => assertGuarded(new Agent({ name: "Copy", tools: [copy] }))).toThrow("plain of Copy");
    expect(() => assertGuarded(agent, { allowed: [] } as never)).toThrow('"allowed" is not an option');
  });
});
