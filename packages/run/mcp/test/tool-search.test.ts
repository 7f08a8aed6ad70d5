import { parseProgram } from "@helve/agentspec";
import { Engine } from "@helve/enforcer";
import { describe, expect, it } from "vitest";
import { gatewayWith, lineOf, scripted } from "./node/scripted-server.ts";

const many = scripted(`(m) => {
  const tool = (name, description, properties = {}) => ({ name, description, inputSchema: { type: "object", properties } });
  const text = { type: "string", description: "the text" };
  if (m.method === "initialize") return hello;
  if (m.method === "tools/list") return { tools: [
    tool("send_message", "Post a message to a channel.", { channel: { type: "string" }, text }),
    tool("listOpenIssues", "List the open issues of a repository."),
    tool("get_trending", "获取今天的热门新闻"),
    tool("delete_file", "Delete a file.", { path: { type: "string", description: "path of the file" } }),
    ...Array.from({ length: 50 }, (_, n) => tool("measure_" + n, "Measure the sensor number " + n + ".")),
  ] };
  return m.method === "tools/call" ? { content: [{ type: "text", text: "ran " + m.params.name }], structuredContent: { n: 1 } } : no;
}`);
const searching = { endpoint: { search: true } };

describe("a gateway with search", () => {
  it("shows two tools, of which one finds the others by what they do", async () => {
    const { client } = await gatewayWith({ s: many }, searching);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["find_tool", "call_tool"]);
    const find = async (query: string): Promise<string> =>
      lineOf(await client.callTool({ name: "find_tool", arguments: { query } }));
    expect(JSON.parse((await find("posting messages in a channel")).split("\n")[0] ?? "")).toMatchObject({
      name: "send_message",
      parameters: { properties: { text: { description: "the text" } } },
    });
    expect((await find("list open issues")).split("\n")[0]).toContain('"listOpenIssues"');
    expect((await find("sensor")).split("\n")).toHaveLength(5);
    expect(await find("今天有什么新闻")).toContain('"get_trending"');
    expect((await find("Which of the issues are open there?")).split("\n")[0]).toContain('"listOpenIssues"');
    expect(await find("What would you do?")).toBe("No tool fits. Use other words.");
    expect(await find("zzz")).toBe("No tool fits. Use other words.");
    expect(await find(" ")).toContain("isError");
  });

  it("calls a tool that was found, by the rules for that tool", async () => {
    const program = parseProgram("rule @no_deletion trigger delete_file check enforce stop end");
    const { client } = await gatewayWith(
      { s: many },
      { ...searching, guards: [new Engine(program, { predicates: [] })] },
    );
    const call = (name: string) => client.callTool({ name: "call_tool", arguments: { name, arguments: {} } });
    const sent = { content: [{ type: "text", text: "ran send_message" }], structuredContent: { n: 1 } };
    expect(await call("send_message")).toMatchObject(sent);
    expect(lineOf(await call("delete_file"))).toContain("@no_deletion");
    await expect(call("no_such_tool")).rejects.toThrow("no_such_tool");
  });
});
