import { ActionExecutor } from "@helve/executor";
import { McpEndpoint } from "@helve/mcp";
import { connectServer, serveHttp } from "@helve/mcp/node";
import { tool } from "@helve/tool";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { differingHeader, paramHeaderProblem, paramHeaders } from "../src/param-headers.ts";
import { gatewayWith, lineOf } from "./node/scripted-server.ts";

const header = (name: unknown, type = "string") => ({ type, "x-mcp-header": name });
const schemaOf = (properties: object) => ({ type: "object" as const, properties });
const nested = schemaOf({
  where: { type: "object", properties: { region: header("Region") } },
  n: header("N", "integer"),
});

describe("the headers of arguments", () => {
  it("are those that the schema declares, at any depth", () => {
    expect(paramHeaders(nested, { where: { region: "us" }, n: 7 })).toEqual({
      "mcp-param-Region": "us",
      "mcp-param-N": "7",
    });
    expect(paramHeaders(nested, { where: { region: null } })).toEqual({});
    expect(paramHeaders(nested, { n: 2 ** 60 })).toEqual({});
  });

  it("hold every text", () => {
    const schema = schemaOf({ t: header("T") });
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.constant("=?base64?YQ==?=")), (t) => {
        const headers = new Headers(paramHeaders(schema, { t }));
        expect(differingHeader(schema, { t }, headers)).toBeUndefined();
        expect(differingHeader(schema, { t: `${t}.` }, headers)).toBe("mcp-param-T");
        expect(differingHeader(schema, { t }, new Headers())).toBe("mcp-param-T");
      }),
    );
  });

  it.each([
    ["an empty name", schemaOf({ a: header("") })],
    ["a name with a space", schemaOf({ a: header("a b") })],
    ["a name that is no text", schemaOf({ a: header(1) })],
    ["a number", schemaOf({ a: header("A", "number") })],
    ["a name twice", schemaOf({ a: header("A"), b: header("a") })],
    ["an item of a list", schemaOf({ a: { type: "array", items: header("A") } })],
    ["a definition", { ...schemaOf({}), $defs: { a: header("A") } }],
    ["the arguments as a whole", { ...schemaOf({}), "x-mcp-header": "A" }],
  ])("can't be declared for %s", (_what, schema) => {
    expect(paramHeaderProblem(schema)).toContain("declares a header");
    expect(paramHeaders(schema, { a: "x" })).toEqual({});
  });

  it("are not read in values", () => {
    expect(paramHeaderProblem(schemaOf({ a: { type: "object", default: { "x-mcp-header": "" } } }))).toBeUndefined();
  });
});

it("a server that requires them can be used behind the gateway, and an invalid tool is left out", async () => {
  const named = (name: string, region: object) =>
    tool({
      name,
      description: "d",
      describe: "optional",
      parameters: schemaOf({ region }) as never,
      execute: () => name,
    });
  const tools = [named("good", header("Region")), named("bad", header("no header"))] as never;
  const { url, close } = await serveHttp(new McpEndpoint(new ActionExecutor(tools)));
  onTestFinished(close);
  const connect = (signal: AbortSignal) => connectServer({ url, protocol: "2026-07-28" }, { signal });
  const { client, events } = await gatewayWith({ s: connect });
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["good"]);
  expect(events).toMatchObject([{ kind: "invalid", message: expect.stringContaining("invalid name") }]);
  expect(lineOf(await client.callTool({ name: "good", arguments: { region: "東京" } }))).toBe("good");
  const direct = await connectServer({ url, protocol: "2026-07-28" });
  onTestFinished(() => direct.close());
  const call = { method: "tools/call" as const, params: { name: "good", arguments: { region: "x" } } };
  await expect(direct.request(call)).rejects.toThrow("the header mcp-param-Region and the arguments disagree");
});
