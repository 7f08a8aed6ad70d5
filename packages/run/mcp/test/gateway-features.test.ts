import { parseProgram } from "@helve/agentspec";
import { Engine } from "@helve/enforcer";
import { guard } from "@helve/guard";
import { describe, expect, it } from "vitest";
import { connectStdio } from "./connect.ts";
import { gatewayWith, scripted } from "./node/scripted-server.ts";

const docs = (scheme: string) =>
  scripted(`(m) => {
    const text = (method, params) => console.log(JSON.stringify({ jsonrpc: "2.0", method, params }));
    switch (m.method) {
      case "initialize": return { ...hello, capabilities: { tools: {}, resources: { subscribe: true, listChanged: true }, prompts: {}, completions: {}, logging: {} } };
      case "tools/list": return { tools: [{ name: "resource", description: "A tool of its own.", inputSchema: { type: "object" } }] };
      case "resources/list": return m.params?.cursor === "2"
        ? { resources: [{ uri: "${scheme}://b.md", name: "b" }] }
        : { resources: [{ uri: "${scheme}://a.md", name: "a", title: "A", size: 3, annotations: { priority: 1 } }], nextCursor: "2" };
      case "resources/templates/list": return { resourceTemplates: [{ uriTemplate: "${scheme}://page/{n}", name: "page" }] };
      case "resources/read": return { contents: [{ uri: m.params.uri, mimeType: "text/markdown", text: "# " + m.params.uri, _meta: { k: 1 } }] };
      case "resources/subscribe": text("notifications/resources/updated", { uri: m.params.uri }); return {};
      case "prompts/list": return { prompts: [{ name: "greet", arguments: [{ name: "who" }] }] };
      case "prompts/get": return { messages: [{ role: "user", content: { type: "text", text: "Greet " + m.params.arguments.who } }] };
      case "completion/complete": return { completion: { values: [m.params.argument.value + "!"], total: 1 } };
      case "logging/setLevel": text("notifications/message", { level: "info", logger: "x", data: m.params.level }); return {};
      default: return no;
    }
  }`);

const stop = (text: string) => ({ guards: [new Engine(parseProgram(text), { predicates: [] })] });
const resourceRule = 'rule @no_secrets trigger two.resource check args.uri matches "secret" enforce stop end';

describe("a gateway in front of servers with resources and prompts", () => {
  it("lists the resources, templates and prompts of all of them, unchanged", async () => {
    const { client } = await gatewayWith({ one: docs("one"), two: docs("two") });
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(["one://a.md", "one://b.md", "two://a.md", "two://b.md"]);
    expect(resources[0]).toMatchObject({ title: "A", size: 3, annotations: { priority: 1 } });
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(["one://page/{n}", "two://page/{n}"]);
    const { prompts } = await client.listPrompts();
    expect(prompts).toMatchObject([{ name: "one-greet", arguments: [{ name: "who" }] }, { name: "two-greet" }]);
  });

  it("reads a resource of the server that it belongs to, and stops it by a rule", async () => {
    const { client } = await gatewayWith({ one: docs("one"), two: docs("two") }, stop(resourceRule));
    const contents = [{ uri: "two://page/7", mimeType: "text/markdown", text: "# two://page/7", _meta: { k: 1 } }];
    expect(await client.readResource({ uri: "two://page/7" })).toMatchObject({ contents });
    expect((await client.readResource({ uri: "one://page/secret" })).contents).toHaveLength(1);
    await expect(client.readResource({ uri: "two://page/secret" })).rejects.toThrow("@no_secrets");
    await expect(client.readResource({ uri: "three://a" })).rejects.toThrow("no server has a resource");
  });

  it("lets no tool take the name of reading a resource", async () => {
    const { client } = await gatewayWith({ two: docs("two") });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["resource_2"]);
  });

  it("gets a prompt, and stops it by a rule", async () => {
    const rule = 'rule @no_bob trigger one.prompt check args.arguments.who == "Bob" enforce stop end';
    const { client } = await gatewayWith({ one: docs("one"), two: docs("two") }, stop(rule));
    const prompt = (who: string) => client.getPrompt({ name: "one-greet", arguments: { who } });
    expect((await prompt("Ada")).messages).toEqual([{ role: "user", content: { type: "text", text: "Greet Ada" } }]);
    await expect(prompt("Bob")).rejects.toThrow("@no_bob");
    await expect(client.getPrompt({ name: "none", arguments: {} })).rejects.toThrow("there is no prompt");
  });

  it("applies rules about paths to resources", async () => {
    const rules = "rule @keys trigger any check reads_sensitive_path enforce stop end";
    const log: string[] = [];
    const options = { guards: [guard({ rules, warn: ({ message }) => void log.push(message) })] };
    const { client } = await gatewayWith({ one: docs("file") }, options);
    await expect(client.readResource({ uri: "file:///etc/shadow" })).rejects.toThrow("@keys");
    expect(log).toEqual([]);
  });

  it("completes arguments", async () => {
    const { client } = await gatewayWith({ one: docs("one"), two: docs("two") });
    const argument = { name: "who", value: "Ad" };
    const { completion } = await client.complete({ ref: { type: "ref/prompt", name: "two-greet" }, argument });
    expect(completion.values).toEqual(["Ad!"]);
    const ref = { type: "ref/resource" as const, uri: "two://page/{n}" };
    expect((await client.complete({ ref, argument })).completion.total).toBe(1);
  });

  it("passes updates of resources and log messages on, with the name of the server", async () => {
    const { gateway } = await gatewayWith({ one: docs("one"), two: docs("two") });
    const client = await connectStdio(gateway.endpoint, { supportedProtocolVersions: ["2025-11-25"] });
    const updated = Promise.withResolvers<string>();
    const logged = Promise.withResolvers<unknown>();
    client.setNotificationHandler("notifications/resources/updated", ({ params }) => updated.resolve(params.uri));
    client.setNotificationHandler("notifications/message", ({ params }) => logged.resolve(params));
    await client.subscribeResource({ uri: "two://a.md" });
    expect(await updated.promise).toBe("two://a.md");
    await client.setLoggingLevel("info");
    expect(await logged.promise).toMatchObject({ level: "info", logger: expect.stringMatching(/^(?:one|two)\/x$/) });
  });
});
