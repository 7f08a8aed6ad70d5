/** The subpath `@helve/executor/opentelemetry`: creates OpenTelemetry spans for calls. */
import type { ActionReturn, DecodeRecord, Issue, ToolCall, Verdict } from "@helve/core";
import { type Attributes, context, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";
import type { ActionExecutor } from "./action-executor.ts";
import { createRedactor, type RedactOptions } from "./redact.ts";

/**
 * Creates an OpenTelemetry span for each call, by the conventions for generative AI: `execute_tool {name}`, with events for
 * repairs, issues and verdicts. Spans that the tool creates are children of it, and so are those of middleware added later.
 *
 * A pending call is not an error. For any other call that did not succeed, the span's status is an error, with the code of the
 * error as `error.type`.
 *
 * @returns a function that stops tracing and ends all open spans
 *
 * @example
 * const stop = traceActions(executor, { capture: true });
 */
export function traceActions(executor: Pick<ActionExecutor, "on" | "use">, options: TraceOptions = {}): () => void {
  const { tracer = trace.getTracer("@helve/executor"), capture = false } = options;
  const redact = options.redact === false ? <Value>(value: Value) => value : createRedactor(options.redact);
  const open = new OpenSpans();

  const removers = [
    executor.on("action:start", ({ call }) => {
      const attributes = {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": call.name,
        "gen_ai.tool.type": "function",
        "gen_ai.tool.call.id": call.id,
      };
      open.add(call, tracer.startSpan(`execute_tool ${call.name}`, { kind: SpanKind.INTERNAL, attributes }));
    }),
    executor.on("action:resolved", ({ call, record: { tool } }) => {
      // A name that a model invented would give the span names too many values.
      open.find(call)?.updateName(tool === null ? "execute_tool" : `execute_tool ${tool}`);
    }),
    executor.on("action:decoded", ({ call, record }) => {
      const span = open.find(call);
      if (span !== undefined) addDecodeEvents(span, capture ? redact(record) : record, capture);
    }),
    executor.on("action:guarded", ({ call, record }) => {
      const span = open.find(call);
      const { verdicts } = capture ? redact(record) : record;
      for (const verdict of verdicts) span?.addEvent("helve.verdict", verdictAttributes(verdict, capture));
    }),
    executor.on("action:end", ({ call, actionReturn }) => {
      const span = open.take(call);
      if (span === undefined) return;
      try {
        recordEnd(span, capture ? redact(actionReturn) : actionReturn, capture);
      } finally {
        span.end();
      }
    }),
  ];
  executor.use((_action, next, { call, tool }) => {
    const span = open.find(call);
    if (span === undefined) return next();
    span.setAttribute("gen_ai.tool.description", tool.description);
    return context.with(trace.setSpan(context.active(), span), next);
  });
  return () => {
    for (const remove of removers) remove();
    open.endAll();
  };
}

/** Options of {@link traceActions}. */
export interface TraceOptions {
  /** The tracer; by default the one named `@helve/executor` of the global provider. */
  readonly tracer?: Tracer | undefined;
  /** Whether spans contain arguments, results and messages; false by default. */
  readonly capture?: boolean | undefined;
  /** Options for redacting what is captured; `redact` with its defaults if absent, no redaction if false. */
  readonly redact?: RedactOptions | false | undefined;
}

/** The spans of the calls that have not ended. Of calls with the same id and name, the oldest is found first. */
class OpenSpans {
  readonly #spans = new Map<string, Span[]>();

  add(call: ToolCall, span: Span): void {
    const key = spanKey(call);
    const spans = this.#spans.get(key);
    if (spans === undefined) this.#spans.set(key, [span]);
    else spans.push(span);
  }

  find(call: ToolCall): Span | undefined {
    return this.#spans.get(spanKey(call))?.[0];
  }

  take(call: ToolCall): Span | undefined {
    const key = spanKey(call);
    const spans = this.#spans.get(key);
    const span = spans?.shift();
    if (spans?.length === 0) this.#spans.delete(key);
    return span;
  }

  endAll(): void {
    for (const span of [...this.#spans.values()].flat()) span.end();
    this.#spans.clear();
  }
}

function spanKey({ id, name }: ToolCall): string {
  return JSON.stringify([id, name]);
}

/** Adds an event to a span for each repair and each issue of the decode stage. */
function addDecodeEvents(span: Span, { repairs, issues }: DecodeRecord, capture: boolean): void {
  for (const { kind, path, before, after } of repairs) {
    const values = capture ? { "helve.repair.before": jsonText(before), "helve.repair.after": jsonText(after) } : {};
    span.addEvent("helve.repair", { "helve.repair.kind": kind, "helve.repair.path": path, ...values });
  }
  for (const issue of issues) span.addEvent("helve.issue", issueAttributes(issue, capture));
}

/** Returns the span attributes for an issue; its message only if `capture` is on. */
function issueAttributes({ code, path, message }: Issue, capture: boolean): Attributes {
  return {
    "helve.issue.code": code,
    "helve.issue.path": path,
    "helve.issue.message": capture ? message : undefined,
  };
}

/** Returns the span attributes for a verdict: its kind, the violated rules and, if `capture` is on, its reason. */
function verdictAttributes(verdict: Verdict, capture: boolean): Attributes {
  const rules = verdict.decision.passes.flatMap((pass) => pass.rules).filter((rule) => rule.violated);
  return {
    "helve.verdict.kind": verdict.kind,
    "helve.verdict.rules": [...new Set(rules.map(({ rule }) => rule))],
    "helve.verdict.reason": capture && "reason" in verdict ? verdict.reason : undefined,
  };
}

/** Sets the status of a span, and the attributes for how its call ended. */
function recordEnd(span: Span, actionReturn: ActionReturn, capture: boolean): void {
  const { type, args, status, result, error, errmsg, recoverable } = actionReturn;
  span.setAttribute("gen_ai.tool.name", type);
  span.setAttribute("helve.status", status);
  if (recoverable !== null) span.setAttribute("helve.recoverable", recoverable);
  if (capture && args !== null) span.setAttribute("gen_ai.tool.call.arguments", jsonText(args));
  if (capture && result !== null) span.setAttribute("gen_ai.tool.call.result", jsonText(result));
  if (error === null || status === "pending") return;
  span.setAttribute("error.type", error.code);
  span.setStatus({ code: SpanStatusCode.ERROR, message: capture && errmsg !== null ? errmsg : undefined });
}

function jsonText(value: unknown): string {
  return JSON.stringify(value) ?? "null";
}
