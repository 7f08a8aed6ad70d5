import { AsyncLocalStorage } from "node:async_hooks";
import { traceActions } from "@helve/executor/opentelemetry";
import {
  type Context,
  type ContextManager,
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from "@opentelemetry/api";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createServer } from "../src/index.ts";
import { traceRequests } from "../src/opentelemetry.ts";
import { callRequest, executorOf, request } from "./servers.ts";

const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
const tracer = provider.getTracer("test");

/** Preserves the context across awaits, as @opentelemetry/context-async-hooks does. */
const storage = new AsyncLocalStorage<Context>();
const contextManager: ContextManager = {
  active: () => storage.getStore() ?? ROOT_CONTEXT,
  with: (active, fn, self, ...args) =>
    storage.run(active, () => fn.call(self as ThisParameterType<typeof fn>, ...args)),
  bind: (_context, target) => target,
  enable: () => contextManager,
  disable: () => contextManager,
};

const traceId = "0af7651916cd43dd8448eb211c80319c";

describe("traceRequests", () => {
  beforeAll(() => {
    context.setGlobalContextManager(contextManager);
    // A part of W3C Trace Context, enough for the test.
    propagation.setGlobalPropagator({
      inject: () => undefined,
      fields: () => ["traceparent"],
      extract: (parent, carrier, getter) => {
        const [, id = "", spanId = ""] = String(getter.get(carrier, "traceparent")).split("-");
        return id === ""
          ? parent
          : trace.setSpanContext(parent, { traceId: id, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true });
      },
    });
  });
  afterAll(() => {
    context.disable();
    propagation.disable();
  });
  beforeEach(() => void exporter.reset());

  const executor = executorOf();
  traceActions(executor, { tracer });
  const handler = traceRequests(createServer(executor, { keys: ["secret"] }).fetch, { tracer });
  const authorized = { authorization: "Bearer secret" };

  it("creates a span of each request, below the caller's and above the tool's", async () => {
    await handler(
      callRequest({ method: "user" }, { headers: { ...authorized, traceparent: `00-${traceId}-b7ad6b7169203331-01` } }),
    );
    const [action, http] = exporter.getFinishedSpans();
    expect(http).toMatchObject({
      name: "POST /opentool/call",
      kind: SpanKind.SERVER,
      parentSpanContext: { spanId: "b7ad6b7169203331" },
    });
    expect(http?.attributes).toEqual({
      "http.request.method": "POST",
      "http.response.status_code": 200,
      "http.route": "/opentool/call",
    });
    expect(action).toMatchObject({
      name: "execute_tool user",
      parentSpanContext: { spanId: http?.spanContext().spanId },
    });
    expect(http?.spanContext().traceId).toBe(traceId);
  });

  it("ends the span of a stream with the stream, also if it is cancelled", async () => {
    const sent = () =>
      callRequest({ method: "count", params: { to: 3 } }, { path: "/opentool/streamCall", headers: authorized });
    const response = await handler(sent());
    const httpSpans = () => exporter.getFinishedSpans().filter(({ kind }) => kind === SpanKind.SERVER);
    expect(httpSpans()).toHaveLength(0);
    expect(await response.text()).toContain("event:done");
    expect(httpSpans()).toHaveLength(1);
    await (await handler(sent())).body?.cancel();
    expect(httpSpans()).toHaveLength(2);
  });

  it("records no path that doesn't exist and no key", async () => {
    await handler(request("/secret-in-path", { headers: authorized }));
    await handler(request("/secret-in-path"));
    const spans = exporter.getFinishedSpans();
    expect(spans.map(({ name, status }) => [name, status.code])).toEqual([
      ["GET", SpanStatusCode.UNSET],
      ["GET", SpanStatusCode.UNSET],
    ]);
    expect(JSON.stringify(spans.map(({ attributes }) => attributes))).not.toContain("secret");
  });
});
