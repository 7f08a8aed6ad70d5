import type { Guard, ResultPart } from "@helve/core";
import { ActionExecutor, truncateOutput } from "@helve/executor";
import { annotationsFrom, McpEndpoint, sessionMetaKey } from "@helve/mcp";
import { tool } from "@helve/tool";
import type { Progress } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { connectHttp, connectStdio, versions } from "./connect.ts";

const add = tool({
  name: "add",
  description: "Add two numbers.",
  parameters: z.object({ x: z.number().describe("first"), y: z.number().describe("second") }),
  returns: z.number(),
  idempotent: true,
  execute: ({ x, y }) => x + y,
});

/** A tool without parameters. */
function returning(name: string, value: unknown, returns?: z.ZodType) {
  return tool({
    name,
    description: "Return a value.",
    parameters: z.object({}),
    ...(returns && { returns }),
    execute: () => value as never,
  });
}

/** Allows so many calls in a session. */
function atMost(count: number): Guard {
  return {
    before: async (action, { trajectory }) =>
      trajectory.length < count
        ? { kind: "allow", action, decision: { passes: [] } }
        : { kind: "stop", reason: `${count} calls are enough`, decision: { passes: [] } },
  };
}

const transports = [
  ["stdio", connectStdio],
  ["HTTP", connectHttp],
] as const;

describe.each(versions)("a client of version %s", (version, options) => {
  it.each(transports)("lists and calls tools over %s", async (_, connect) => {
    const client = await connect(new McpEndpoint(new ActionExecutor([add])), options);
    expect(client.getNegotiatedProtocolVersion()).toBe(version);
    const { tools } = await client.listTools();
    expect(tools).toMatchObject([
      {
        name: "add",
        inputSchema: { properties: { x: { type: "number", description: "first" } }, additionalProperties: false },
        outputSchema: { type: "object", properties: { result: { type: "number" } } },
        annotations: { idempotentHint: true },
      },
    ]);
    const result = await client.callTool({ name: "add", arguments: { x: 1, y: 2 } });
    expect(result).toMatchObject({ content: [{ type: "text", text: "3" }], structuredContent: { result: 3 } });
  });

  it("gets a failure as an error with the hint how to correct the call", async () => {
    const client = await connectStdio(new McpEndpoint(new ActionExecutor([add])), options);
    expect(await client.callTool({ name: "add", arguments: { x: "one" } })).toMatchObject({
      isError: true,
      content: [{ text: 'add: "y" is required\nadd: "x" must be a number (got "one")' }],
    });
    await expect(client.callTool({ name: "ad" })).rejects.toThrow(/"?add"?/);
    await expect(client.callTool({ name: "__proto__" })).rejects.toThrow("__proto__");
  });

  it.each(transports)("gets progress over %s", async (_, connect) => {
    const count = tool({
      name: "count",
      description: "Count.",
      parameters: z.object({}),
      async execute(_args, { progress }) {
        progress("begun");
        progress({ progress: 5, total: 10, message: "half" });
        progress({ progress: 2 });
        return "done";
      },
    });
    const client = await connect(new McpEndpoint(new ActionExecutor([count])), options);
    const seen: Progress[] = [];
    await client.callTool({ name: "count" }, { onprogress: (progress) => seen.push(progress) });
    expect(seen).toEqual([
      { progress: 1, message: "begun" },
      { progress: 5, total: 10, message: "half" },
      { progress: 6 },
    ]);
  });

  it.each(transports)("cancels a call over %s", async (_, connect) => {
    const started = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<void>();
    const wait = tool({
      name: "wait",
      description: "Wait.",
      parameters: z.object({}),
      execute: (_args, { signal }) => {
        signal.addEventListener("abort", () => aborted.resolve());
        started.resolve();
        return new Promise<never>(() => undefined);
      },
    });
    const client = await connect(new McpEndpoint(new ActionExecutor([wait])), options);
    const controller = new AbortController();
    const call = client.callTool({ name: "wait" }, { signal: controller.signal });
    await started.promise;
    controller.abort();
    await expect(call).rejects.toThrow();
    await aborted.promise;
  });

  it.each(transports)("gets new tools after a change over %s", async (_, connect) => {
    const executor = new ActionExecutor([add]);
    const endpoint = new McpEndpoint(executor);
    const changed = Promise.withResolvers<readonly string[]>();
    const onChanged = (_error: unknown, tools: readonly { readonly name: string }[] | null) =>
      changed.resolve(tools?.map(({ name }) => name) ?? []);
    const client = await connect(endpoint, { ...options, listChanged: { tools: { onChanged } } });
    await client.listTools();
    executor.add(returning("more", "more"));
    endpoint.toolsChanged();
    expect(await changed.promise).toEqual(["add", "more"]);
  });

  it.each(transports)("shares one session between its calls over %s", async (_, connect) => {
    const client = await connect(new McpEndpoint(new ActionExecutor([add], { guards: [atMost(1)] })), options);
    const call = { name: "add", arguments: { x: 1, y: 2 } };
    expect((await client.callTool(call)).isError).toBeUndefined();
    expect(await client.callTool(call)).toMatchObject({
      isError: true,
      content: [{ text: "add was stopped: 1 calls are enough" }],
    });
  });
});

describe("a session with a handle", () => {
  const call = (handle: string) => ({
    name: "add",
    arguments: { x: 1, y: 2 },
    _meta: { [sessionMetaKey]: handle },
  });

  it("is the same over all connections, and kept after a restart", async () => {
    const kept = new Map<string, object[]>();
    const history = {
      load: (handle: string) => (kept.get(handle) ?? []) as never,
      append: (handle: string, step: object) => void kept.set(handle, [...(kept.get(handle) ?? []), step]),
    };
    const create = () => new McpEndpoint(new ActionExecutor([add], { guards: [atMost(2)] }), { history });
    const endpoint = create();
    const [first, second] = [await connectStdio(endpoint), await connectHttp(endpoint, versions[2]?.[1])];
    expect((await first.callTool(call("a"))).isError).toBeUndefined();
    expect((await second.callTool(call("a"))).isError).toBeUndefined();
    expect((await first.callTool(call("a"))).isError).toBe(true);
    expect((await first.callTool(call("b"))).isError).toBeUndefined();
    const restarted = await connectStdio(create());
    expect((await restarted.callTool(call("a"))).isError).toBe(true);
    expect((await restarted.callTool(call("b"))).isError).toBeUndefined();
  });

  it("fails if its history can't be read or written", async () => {
    const unreadable = { load: () => Promise.reject(new Error("no disk")), append: () => undefined };
    const unwritable = { load: () => [], append: () => Promise.reject(new Error("no disk")) };
    for (const history of [unreadable, unwritable]) {
      const client = await connectStdio(new McpEndpoint(new ActionExecutor([add]), { history }));
      await expect(client.callTool(call("a"))).rejects.toThrow("no disk");
    }
  });

  it("refuses a handle that is not a short word", async () => {
    const client = await connectStdio(new McpEndpoint(new ActionExecutor([add])));
    for (const handle of ["", "a b", "x".repeat(129), "../a", 1 as never]) {
      await expect(client.callTool(call(handle))).rejects.toThrow('_meta["dev.helve/session"] must be');
    }
  });
});

describe("results", () => {
  it("have the parts as content blocks", async () => {
    const parts: readonly ResultPart[] = [
      { type: "text", content: "a" },
      { type: "json", content: [1] },
      { type: "image", content: "data:image/png;base64,AAAA" },
      { type: "audio", content: "data:audio/wav;base64,AAAA" },
      { type: "file", content: "data:text/plain,caf%C3%A9" },
      { type: "image", content: "https://example.com/a.png", mediaType: "image/png" },
    ];
    const client = await connectStdio(new McpEndpoint(new ActionExecutor([returning("parts", parts)])));
    expect((await client.callTool({ name: "parts" })).content).toEqual([
      { type: "text", text: "a" },
      { type: "text", text: "[1]" },
      { type: "image", data: "AAAA", mimeType: "image/png" },
      { type: "audio", data: "AAAA", mimeType: "audio/wav" },
      { type: "resource", resource: { uri: "helve:result", mimeType: "text/plain", blob: "Y2Fmw6k=" } },
      {
        type: "resource_link",
        uri: "https://example.com/a.png",
        name: "https://example.com/a.png",
        mimeType: "image/png",
      },
    ]);
  });

  it("fail if they have no value that the output schema describes", async () => {
    const image = [{ type: "image", content: "data:image/png;base64,AAAA" }];
    const client = await connectStdio(new McpEndpoint(new ActionExecutor([returning("draw", image, z.string())])));
    expect(await client.callTool({ name: "draw" })).toMatchObject({ isError: true });
  });

  it("fail if a guard ran another tool, whose result the output schema does not describe", async () => {
    const replacing: Guard = {
      before: async (action) => ({
        kind: "allow",
        action: action.name === "number" ? { ...action, name: "text", replaces: action } : action,
        decision: { passes: [] },
      }),
    };
    const tools = [returning("number", 1, z.number()), returning("text", "one", z.string())];
    const client = await connectStdio(new McpEndpoint(new ActionExecutor(tools, { guards: [replacing] })));
    expect(await client.callTool({ name: "number" })).toMatchObject({
      isError: true,
      content: [
        { text: expect.stringContaining("the output schema of number does not describe") },
        { text: expect.anything() },
        { text: "one" },
      ],
    });
  });

  it("fail if they were truncated to something that the output schema does not describe", async () => {
    const object = returning("object", { text: "x".repeat(100) }, z.object({ text: z.string() }));
    const executor = new ActionExecutor([object]).use(truncateOutput({ maxBytes: 20 }));
    const client = await connectStdio(new McpEndpoint(executor));
    expect(await client.callTool({ name: "object" })).toMatchObject({ isError: true });
  });

  it("are recorded before the client gets them, and withheld if that fails", async () => {
    const recorded: string[] = [];
    const record = ({ type }: { readonly type: string }) => {
      if (recorded.push(type) > 1) throw new Error("the disk is full");
    };
    const client = await connectStdio(new McpEndpoint(new ActionExecutor([returning("a", "secret")]), { record }));
    expect((await client.callTool({ name: "a" })).content).toEqual([{ type: "text", text: "secret" }]);
    await expect(client.callTool({ name: "a" })).rejects.toThrow("the disk is full");
  });
});

describe("annotationsFrom", () => {
  it.each([
    [{ read: "path" }, { readOnlyHint: true, openWorldHint: false }],
    [{ list: "path" }, { readOnlyHint: true, openWorldHint: false }],
    [{ fetch: "url" }, { readOnlyHint: true, openWorldHint: true }],
    [
      { fetch: "url", body: "data" },
      { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    ],
    [{ create: "path" }, { readOnlyHint: false, destructiveHint: false, openWorldHint: false }],
    [{ write: "path" }, { readOnlyHint: false, destructiveHint: true, openWorldHint: false }],
    [
      { code: "command", language: "shell" },
      { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    ],
  ])("derives hints from %j", (use, expected) => {
    expect(annotationsFrom({ run: use })({ name: "run" })).toEqual(expected);
  });

  it("says nothing about a tool that is not declared", () => {
    const annotations = annotationsFrom({ nothing: [] });
    for (const name of ["other", "nothing", "constructor", "__proto__"]) {
      expect(annotations({ name })).toBeUndefined();
    }
  });

  it("shows the hints to clients", async () => {
    const annotations = annotationsFrom({ add: { delete: "path" } });
    const client = await connectStdio(new McpEndpoint(new ActionExecutor([add]), { annotations }));
    const [listed] = (await client.listTools()).tools;
    expect(listed?.annotations).toEqual({
      idempotentHint: true,
      readOnlyHint: false,
      destructiveHint: true,
      openWorldHint: false,
    });
  });
});
