/** The subpath `@helve/server/opentelemetry`: creates OpenTelemetry spans for requests. */
import { context, propagation, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";

/**
 * Creates an OpenTelemetry span for each request, by the conventions for HTTP servers, as a child of the span that the caller sends in
 * `traceparent`. The spans of `@helve/executor/opentelemetry` are its children. The path is recorded only if it exists; arguments,
 * headers and keys never are.
 *
 * @param handler - `fetch` of a server
 * @returns the handler to serve in its place
 *
 * @example
 * const server = createServer(executor, { keys });
 * export default { fetch: traceRequests(server.fetch) };
 */
export function traceRequests(
  handler: (request: Request) => Promise<Response>,
  options: TraceRequestsOptions = {},
): (request: Request) => Promise<Response> {
  const { tracer = trace.getTracer("@helve/server") } = options;
  return (request) => {
    const parent = propagation.extract(context.active(), request.headers, {
      get: (headers, name) => headers.get(name) ?? undefined,
      keys: (headers) => [...headers.keys()],
    });
    const attributes = { "http.request.method": request.method };
    const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER, attributes }, parent);
    return context.with(trace.setSpan(parent, span), async () => {
      const response = await handler(request);
      return endWith(response, span, request);
    });
  };
}

/** Options of {@link traceRequests}. */
export interface TraceRequestsOptions {
  /** The tracer; by default the one named `@helve/server` of the global provider. */
  readonly tracer?: Tracer | undefined;
}

/** Ends a span with a response; for a stream, when the stream ends. */
function endWith(response: Response, span: Span, request: Request): Response {
  const { status } = response;
  span.setAttribute("http.response.status_code", status);
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  if (status !== 404 && status !== 401 && status !== 403) {
    const { pathname } = new URL(request.url);
    span.setAttribute("http.route", pathname);
    span.updateName(`${request.method} ${pathname}`);
  }
  if (response.body === null || !response.headers.get("content-type")?.startsWith("text/event-stream")) {
    span.end();
    return response;
  }
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      span.end();
    },
    cancel: async (reason) => {
      span.end();
      await reader.cancel(reason);
    },
  });
  return new Response(body, { status, headers: response.headers });
}
