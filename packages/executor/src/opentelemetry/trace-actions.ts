import type { ActionReturn, DecodeRecord, Issue, ToolCall, Verdict } from "@helve/core";
import { type Attributes, context, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";
import type { ActionExecutor } from "../action-executor.ts";
import { type RedactOptions, redact } from "../middleware/redact.ts";

/** What is traced, and by whom. */
export interface TraceOptions {
  /** The tracer named `@helve/executor` of the global provider by default. */
  readonly tracer?: Tracer | undefined;
  /** Whether spans say what was sent and what came back, messages included; false by default. */
  readonly capture?: boolean | undefined;
  /** What is taken out of what is captured; secrets as {@link redact} knows them by default, nothing when false. */
  readonly redact?: RedactOptions | false | undefined;
}

/**
 * A span for each call, by OpenTelemetry's conventions for generative AI: `execute_tool {name}`, with events for what
 * was repaired, what did not fit and what the guards said, and a status that says how the call ended. What the tool
 * traces itself is within that span, and so is what middleware traces that is added later.
 *
 * A call that waits for an answer is no error; any other that did not do what was asked is one, with the code of its
 * error as `error.type`.
 *
 * @returns a function that ends the tracing, and all spans that are open
 *
 * @example
 * const stop = traceActions(executor, { capture: true });
 */
export function traceActions(executor: Pick<ActionExecutor, "on" | "use">, options: TraceOptions = {}): () => void {
  const { tracer = trace.getTracer("@helve/executor"), capture = false } = options;
  const clean = options.redact === false ? <Value>(value: Value) => value : redact(options.redact);
  const open = new OpenSpans();

  const offs = [
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
      // A name that the model made up is one of too many to tell spans apart by.
      open.of(call)?.updateName(tool === null ? "execute_tool" : `execute_tool ${tool}`);
    }),
    executor.on("action:decoded", ({ call, record }) => {
      const span = open.of(call);
      if (span !== undefined) decodeEvents(span, capture ? clean(record) : record, capture);
    }),
    executor.on("action:guarded", ({ call, record }) => {
      const span = open.of(call);
      const { verdicts } = capture ? clean(record) : record;
      for (const verdict of verdicts) span?.addEvent("helve.verdict", verdictAttributes(verdict, capture));
    }),
    executor.on("action:end", ({ call, actionReturn }) => {
      const span = open.take(call);
      if (span === undefined) return;
      try {
        settle(span, capture ? clean(actionReturn) : actionReturn, capture);
      } finally {
        span.end();
      }
    }),
  ];
  executor.use((_action, next, { call, tool }) => {
    const span = open.of(call);
    if (span === undefined) return next();
    span.setAttribute("gen_ai.tool.description", tool.description);
    return context.with(trace.setSpan(context.active(), span), next);
  });
  return () => {
    for (const off of offs) off();
    open.endAll();
  };
}

/** The spans that have not ended. Calls that are open at the same time with one id and one name are told apart by age. */
class OpenSpans {
  readonly #spans = new Map<string, Span[]>();

  add(call: ToolCall, span: Span): void {
    const key = keyOf(call);
    const spans = this.#spans.get(key);
    if (spans === undefined) this.#spans.set(key, [span]);
    else spans.push(span);
  }

  of(call: ToolCall): Span | undefined {
    return this.#spans.get(keyOf(call))?.[0];
  }

  take(call: ToolCall): Span | undefined {
    const key = keyOf(call);
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

function keyOf({ id, name }: ToolCall): string {
  return JSON.stringify([id, name]);
}

function decodeEvents(span: Span, { repairs, issues }: DecodeRecord, capture: boolean): void {
  for (const { kind, path, before, after } of repairs) {
    const values = capture ? { "helve.repair.before": json(before), "helve.repair.after": json(after) } : {};
    span.addEvent("helve.repair", { "helve.repair.kind": kind, "helve.repair.path": path, ...values });
  }
  for (const issue of issues) span.addEvent("helve.issue", issueAttributes(issue, capture));
}

function issueAttributes({ code, path, message }: Issue, capture: boolean): Attributes {
  return {
    "helve.issue.code": code,
    ...(path !== undefined && { "helve.issue.path": path }),
    ...(capture && { "helve.issue.message": message }),
  };
}

function verdictAttributes(verdict: Verdict, capture: boolean): Attributes {
  const rules = verdict.decision.passes.flatMap((pass) => pass.rules).filter((rule) => rule.violated);
  return {
    "helve.verdict.kind": verdict.kind,
    "helve.verdict.rules": [...new Set(rules.map(({ rule }) => rule))],
    ...(capture && "reason" in verdict && { "helve.verdict.reason": verdict.reason }),
  };
}

function settle(span: Span, actionReturn: ActionReturn, capture: boolean): void {
  const { type, args, status, result, error, errmsg, recoverable } = actionReturn;
  span.setAttribute("gen_ai.tool.name", type);
  span.setAttribute("helve.status", status);
  if (recoverable !== null) span.setAttribute("helve.recoverable", recoverable);
  if (capture && args !== null) span.setAttribute("gen_ai.tool.call.arguments", json(args));
  if (capture && result !== null) span.setAttribute("gen_ai.tool.call.result", json(result));
  if (error === null || status === "pending") return;
  span.setAttribute("error.type", error.code);
  span.setStatus({ code: SpanStatusCode.ERROR, ...(capture && errmsg !== null && { message: errmsg }) });
}

function json(value: unknown): string {
  return JSON.stringify(value) ?? "null";
}
