import { ActionExecutor } from "@helve/executor";
import { fromStructuredContent, toMcpTools, toStructuredContent } from "@helve/opentool";
import { type Tool, tool, toolApi } from "@helve/tool";
import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport, Server } from "@modelcontextprotocol/server";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";

const none = z.strictObject({});
const circle = z.strictObject({ kind: z.literal("circle"), radius: z.number().min(0) });
const rect = z.strictObject({ kind: z.literal("rect"), sides: z.tuple([z.number(), z.number()]) });
const tree = z.strictObject({
  name: z.string(),
  get children() {
    return z.array(tree);
  },
});

/** A tool without parameters that returns a value. */
function returning<Value>(name: string, returns: z.ZodType<Value>, value: Value): Tool {
  return tool({ name, description: "Return a value.", parameters: none, returns, execute: () => value }) as Tool;
}

const results = {
  number: returning("number", z.number(), 21.5),
  text: returning("text", z.string(), "warm"),
  list: returning("list", z.array(z.int()), [1, 2]),
  nullable: returning("nullable", z.number().nullable(), null),
  object: returning("object", z.strictObject({ ok: z.boolean() }), { ok: true }),
  shape: returning("shape", z.discriminatedUnion("kind", [circle, rect]), { kind: "rect", sides: [1, 2] }),
  tree: returning("tree", tree, { name: "a", children: [{ name: "b", children: [] }] }),
  trees: returning("trees", z.array(tree), [{ name: "a", children: [] }]),
  typed: toolApi(
    `Measure.

    Returns:
        float: the temperature`,
    () => 21.5,
    { name: "typed" },
  ) as Tool,
  untyped: toolApi(
    `Measure.

    Returns:
        the temperature as the device writes it`,
    () => "21.5 C",
    { name: "untyped" },
  ) as Tool,
};

const draw = tool({
  name: "draw",
  description: "Draw a shape.",
  parameters: z.strictObject({
    shape: z.discriminatedUnion("kind", [circle, rect]).describe("what to draw"),
    size: z.int().min(1).max(5).describe("how large").default(3),
    label: z.union([z.string(), z.number()]).nullable().describe("the text beside it").optional(),
    at: z.iso.datetime().describe("when").optional(),
    scores: z.record(z.string(), z.number()).describe("points by player").optional(),
  }),
  execute: ({ shape, size }) => `${shape.kind} ${size}`,
});

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** Serves tools with the SDK's server, executed by an executor, and connects the SDK's client. */
async function connect(tools: readonly Tool[]): Promise<Client> {
  const executor = new ActionExecutor(tools);
  const server = new Server({ name: "helve", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({ tools: [...executor.actionsInfo({ format: "mcp" })] as never }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    const { status, result, error } = await executor.execute({
      id: "1",
      name: params.name,
      arguments: params.arguments ?? {},
    });
    const text = JSON.stringify(result);
    if (status !== "success") return { content: [{ type: "text", text: error?.message ?? status }], isError: true };
    const [part] = result ?? [];
    const returns = tools.find(({ name }) => name === params.name)?.returns;
    const structuredContent = toStructuredContent(part === undefined ? null : part.content, returns);
    return {
      content: [{ type: "text", text }],
      ...(structuredContent !== undefined && { structuredContent }),
    } as never;
  });
  const client = new Client({ name: "test", version: "1" });
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await server.connect(serverSide);
  await client.connect(clientSide as never);
  open.push(
    () => client.close(),
    () => server.close(),
  );
  return client;
}

describe("tools of an executor behind the MCP SDK", () => {
  it.each(Object.entries(results))("returns a result of the kind %s, which the client validates", async (name, one) => {
    const client = await connect([one]);
    const [listed] = (await client.listTools()).tools;
    const { structuredContent } = await client.callTool({ name, arguments: {} });
    const value = await one.execute({}, {} as never);
    if (name === "untyped") {
      expect(listed).not.toHaveProperty("outputSchema");
      expect(structuredContent).toBeUndefined();
      return;
    }
    expect(listed?.outputSchema).toMatchObject({ type: "object" });
    expect(fromStructuredContent(structuredContent, one.returns)).toEqual(value);
  });

  it("wraps only results that are not objects", () => {
    const [number, object, shape] = toMcpTools([results.number, results.object, results.shape]).tools;
    expect(number?.outputSchema).toEqual({
      type: "object",
      properties: { result: { type: "number" } },
      required: ["result"],
    });
    expect(object?.outputSchema).toMatchObject({ type: "object", properties: { ok: { type: "boolean" } } });
    expect(shape?.outputSchema).toMatchObject({ type: "object", oneOf: expect.any(Array) });
  });

  it("lists the whole schema of the arguments, by which calls are decoded", async () => {
    const client = await connect([draw as Tool]);
    const [listed] = (await client.listTools()).tools;
    expect(listed?.inputSchema).toMatchObject({
      type: "object",
      properties: {
        shape: {
          oneOf: [
            { properties: { kind: { const: "circle" } } },
            { properties: { sides: { prefixItems: expect.any(Array) } } },
          ],
        },
        size: { minimum: 1, maximum: 5, default: 3 },
        label: { type: ["string", "number", "null"] },
        at: { format: "date-time" },
        scores: { additionalProperties: { type: "number" } },
      },
    });
    expect(toMcpTools([draw]).losses).toEqual([]);
    const shape = { kind: "rect", sides: [1, 2] };
    const called = await client.callTool({ name: "draw", arguments: { shape, label: 5, scores: { ann: 1 } } });
    expect(called).toMatchObject({ content: [{ text: expect.stringContaining("rect 3") }] });
    const refused = await client.callTool({ name: "draw", arguments: { shape: { kind: "rect", radius: 1 } } });
    expect(refused).toMatchObject({ isError: true });
  });
});
