import { describe, expect, it } from "vitest";
import { answerTo, callRequest, request, serverOf } from "./servers.ts";

const server = serverOf({ info: { title: "Tests", version: "1.2.3" } });
const call = (body: object | string, init = {}) => answerTo(server, callRequest(body, init));

describe("GET", () => {
  it("returns the version of the tools", async () => {
    expect(await answerTo(server, request("/opentool/version"))).toEqual([200, { version: "1.2.3" }]);
  });

  it("returns the document of the executor's tools under their wire names", async () => {
    const [status, document] = await answerTo(server, request("/opentool/load"));
    expect(status).toBe(200);
    expect(document).toMatchObject({
      opentool: "1.0.0",
      info: { title: "Tests", version: "1.2.3" },
      functions: [
        { name: "add", parameters: [{ name: "x", required: true }, { name: "y" }], return: { name: "result" } },
        ...Array(8).fill({}),
      ],
    });
  });
});

describe("POST /call", () => {
  it("does not round an integer that JavaScript can't hold", async () => {
    const body = (name: string, param: string) =>
      `{"jsonrpc":"2.0","id":"call_1","method":"${name}","params":{${param}:7960607143101464577}}`;
    const [, echoed] = await call(body("echo", '"text"'));
    expect(echoed).toMatchObject({ result: { result: "7960607143101464577" } });
    const [, refused] = await call(body("add", '"y":1,"x"'));
    expect(refused).toMatchObject({ error: { message: expect.stringContaining("7960607143101464577") } });
  });

  it("returns a result in exactly these bytes", async () => {
    const response = await server.fetch(callRequest({ method: "add", params: { x: 1, y: 2 } }));
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.text()).toBe('{"jsonrpc":"2.0","result":{"result":3},"id":"call_1"}');
  });

  it.each([
    ["wraps a text by the name of the return", { method: "echo", params: { text: "hi" } }, { result: "hi" }],
    ["returns an object as it is", { method: "user" }, { name: "ann" }],
    ["returns an empty object for no value", { method: "nothing", params: null }, {}],
    ["repairs arguments as for a model", { method: "add", params: { x: "1", y: 2 } }, { result: 3 }],
  ])("%s", async (_, body, result) => {
    expect(await call(body)).toEqual([200, { jsonrpc: "2.0", result, id: "call_1" }]);
  });

  it.each([
    ["of a failed tool", { method: "refuse" }, 500, "No such page."],
    ["of invalid arguments", { method: "add", params: { x: 1 } }, 400, 'add: "y" is required'],
    ["of an unknown function", { method: "subtract" }, 405, "Function Not Supported: the server has no such function."],
    [
      "of a misspelled function with a hint",
      { method: "ad" },
      405,
      'Function Not Supported: the server has no such function (did you mean "add"?).',
    ],
    [
      "of an unexpected error without its message",
      { method: "crash" },
      500,
      "crash failed because of an unexpected error.",
    ],
  ])(
    "sends the error %s with the status 200, and an empty result for clients that need one",
    async (_, body, code, message) => {
      expect(await call(body)).toEqual([200, { jsonrpc: "2.0", result: {}, error: { code, message }, id: "call_1" }]);
    },
  );

  it.each([
    ["not JSON", "{", -32700, null],
    ["an empty body", "", -32700, null],
    ["a batch", '[{"method":"add","id":"1"}]', -32600, null],
    ["a text", '"add"', -32600, null],
    ["a request without a method", '{"id":"1"}', -32600, "1"],
    ["a request without an id", '{"method":"add"}', -32600, null],
    ["an id that is too long", `{"method":"add","id":"${"x".repeat(1001)}"}`, -32600, null],
    ["an id that is an object", '{"method":"add","id":{}}', -32600, null],
    ["params that are a list", '{"method":"add","id":"1","params":[1,2]}', -32602, "1"],
    ["params that are a text", '{"method":"add","id":"1","params":"x"}', -32602, "1"],
  ])("refuses %s with 400 and a JSON-RPC error", async (_, body, code, id) => {
    expect(await call(body)).toEqual([
      400,
      { jsonrpc: "2.0", result: {}, error: { code, message: expect.any(String) }, id },
    ]);
  });

  it.each(["2.0", "2.0.0", undefined])("accepts the JSON-RPC version %s", async (jsonrpc) => {
    expect(await call({ jsonrpc, method: "user" })).toMatchObject([200, { jsonrpc: "2.0" }]);
  });

  it.each(["", "x".repeat(1000), 7, -1.5])("echoes the id %j", async (id) => {
    expect(await call({ method: "user", id })).toMatchObject([200, { id }]);
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "application/jsonx", ""])(
    "refuses the content type %j",
    async (type) => {
      expect(await call({ method: "user" }, { headers: { "content-type": type } })).toEqual([
        400,
        { error: "Content-Type must be application/json" },
      ]);
    },
  );

  it.each(["gzip", "br", "identity, gzip", "x"])("refuses the content encoding %j", async (encoding) => {
    const sent = callRequest({ method: "user" }, { headers: { "content-encoding": encoding } });
    const response = await server.fetch(sent);
    expect([response.status, response.headers.get("accept-encoding"), await response.json()]).toEqual([
      415,
      "identity",
      { error: "Content-Encoding must be identity: send the body uncompressed." },
    ]);
  });

  it.each(["identity", "Identity", ""])("accepts the content encoding %j", async (encoding) => {
    expect(await call({ method: "user" }, { headers: { "content-encoding": encoding } })).toMatchObject([200, {}]);
  });

  it("accepts a content type with parameters", async () => {
    expect(
      await call({ method: "user" }, { headers: { "content-type": "Application/JSON; charset=utf-8" } }),
    ).toMatchObject([200, {}]);
  });
});

describe("other requests", () => {
  it.each([
    ["GET", "/opentool/call", 405, "POST"],
    ["POST", "/opentool/version", 405, "GET"],
    ["HEAD", "/opentool/version", 405, "GET"],
    ["OPTIONS", "/opentool/call", 405, "POST"],
    ["PUT", "/opentool/call", 405, "POST"],
  ])("refuses %s %s with the method that is allowed", async (method, path, status, allowed) => {
    const response = await server.fetch(request(path, { method }));
    expect([response.status, response.headers.get("allow")]).toEqual([status, allowed]);
  });

  it.each([
    "/",
    "/opentool",
    "/opentool/",
    "/opentool/call/",
    "/OpenTool/version",
    "//opentool/version",
    "/opentool/stop",
    "/opentool%2Fversion",
  ])("has no path %s", async (path) => {
    expect(await answerTo(server, request(path))).toMatchObject([404, {}]);
  });

  it("serves under another prefix", async () => {
    const other = serverOf({ prefix: "/tools/v1" });
    expect(await answerTo(other, request("/tools/v1/version"))).toMatchObject([200, {}]);
    expect(await answerTo(other, request("/opentool/version"))).toMatchObject([404, {}]);
  });
});

describe("POST /stop", () => {
  it("answers, and then calls the function that stops the server", async () => {
    let stops = 0;
    const stopped = new Promise<void>((resolve) => {
      const other = serverOf({
        onStop: () => {
          stops++;
          resolve();
        },
      });
      answerTo(other, request("/opentool/stop", { method: "POST" })).then((answer) => {
        expect([answer, stops]).toEqual([[200, { status: "stopped" }], 0]);
      });
    });
    await stopped;
    expect(stops).toBe(1);
  });
});
