/** Runs tool calls as MCP tasks: the client fetches the result later. */
import { withoutUndefined } from "@helve/core/internal";
import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
  type Task,
} from "@modelcontextprotocol/server";
import { anyResult } from "./any-result.ts";

/**
 * Calls that a client of MCP 2025-11-25 lets run as tasks (§Tasks). The client gets the task at once, asks for its status, and fetches its result;
 * questions about the call reach it while it waits for the result. Tasks belong to a connection, and end with it.
 */
export class ClientTasks {
  readonly #verify: VerifyState;
  readonly #tasks = new Map<string, ClientTask>();

  /** @param verify - decodes the state with which a call is continued after a question */
  constructor(verify: VerifyState) {
    this.#verify = verify;
  }

  /** Answers the requests of a client about its tasks. */
  serve(server: Server): void {
    const on = (method: string, answer: (params: TaskParams, context: ServerContext) => unknown): void =>
      server.setRequestHandler(
        method as "tools/call",
        async (request, context) =>
          // The SDK has no types for these methods.
          answer((request.params ?? {}) as unknown as TaskParams, context) as never,
      );
    on("tasks/get", ({ taskId }) => this.#find(taskId).task);
    on("tasks/result", ({ taskId }, context) => this.#find(taskId).result(context));
    on("tasks/cancel", ({ taskId }) => this.#find(taskId).cancel());
    on("tasks/list", ({ cursor }) => {
      // All tasks are on one page.
      if (cursor !== undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "unknown cursor");
      return { tasks: Array.from(this.#tasks.values(), ({ task }) => task) };
    });
  }

  /** Starts a call as a task, and returns what its request is answered with. */
  start(
    { ttl = defaultTtl }: { readonly ttl?: number | undefined },
    context: ServerContext,
    run: RunCall,
  ): CallToolResult {
    if (this.#tasks.size >= maxTasks)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `the connection has ${maxTasks} tasks`);
    const task = new ClientTask(Math.min(Math.max(ttl, 0), maxTtl));
    const { taskId } = task.task;
    this.#tasks.set(taskId, task);
    task.start(run, context, this.#verify, () => this.#tasks.delete(taskId));
    return { task: task.task, content: [] };
  }

  /** Cancels all tasks. */
  close(): void {
    for (const task of this.#tasks.values()) task.forget();
    this.#tasks.clear();
  }

  #find(taskId: string): ClientTask {
    const task = this.#tasks.get(taskId);
    if (task === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "there is no task with this id");
    return task;
  }
}

class ClientTask {
  task: Task;
  readonly #stop = new AbortController();
  /** The requests that wait for the result: through them, the client is asked. */
  readonly #waiting = new Set<ServerContext>();
  #arrived = Promise.withResolvers<void>();
  #result: Promise<CallToolResult> | undefined;
  #expiry: ReturnType<typeof setTimeout> | undefined;

  constructor(ttl: number) {
    const now = new Date().toISOString();
    this.task = {
      taskId: crypto.randomUUID(),
      status: "working",
      ttl,
      createdAt: now,
      lastUpdatedAt: now,
      pollInterval,
    };
  }

  start(run: RunCall, context: ServerContext, verify: VerifyState, onExpired: () => void): void {
    const send = this.#send.bind(this) as ServerContext["mcpReq"]["send"];
    const mcpReq = { ...context.mcpReq, signal: this.#stop.signal, send };
    this.#result = this.#run(run, { ...context, mcpReq }, verify);
    this.#result.then(
      ({ isError }) => this.#change(isError === true ? "failed" : "completed"),
      ({ message }: Error) => this.#change("failed", message),
    );
    this.#expiry = setTimeout(() => {
      this.close("its time to live has passed");
      onExpired();
    }, this.task.ttl ?? maxTtl);
    // Where there is no Node, a timer keeps nothing alive.
    (this.#expiry as { unref?: () => void }).unref?.();
  }

  /** Waits for the result of the call. */
  async result(context: ServerContext): Promise<CallToolResult> {
    this.#waiting.add(context);
    this.#arrived.resolve();
    this.#arrived = Promise.withResolvers();
    try {
      const result = (await this.#result) ?? { content: [] };
      return { ...result, _meta: { ...result._meta, ...this.#meta } };
    } finally {
      this.#waiting.delete(context);
    }
  }

  cancel(): Task {
    if (isEnded(this.task))
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `the task has ended: ${this.task.status}`);
    this.close("the client has cancelled it");
    return this.task;
  }

  /** Cancels the call if it runs. */
  close(reason: string): void {
    this.#change("cancelled");
    this.#stop.abort(new Error(reason));
  }

  forget(): void {
    clearTimeout(this.#expiry);
    this.close("the connection has ended");
  }

  get #meta(): object {
    return { "io.modelcontextprotocol/related-task": { taskId: this.task.taskId } };
  }

  /** Runs the call, and continues it with the answers as often as somebody is asked. */
  async #run(run: RunCall, context: ServerContext, verify: VerifyState): Promise<CallToolResult> {
    let result = await run(context);
    while (isInputRequiredResult(result)) {
      const { inputRequests = {}, requestState = "" } = result;
      const inputResponses: Record<string, unknown> = {};
      for (const [key, request] of Object.entries(inputRequests))
        inputResponses[key] = await this.#send(request, anyResult);
      const state = await verify(requestState, context);
      const mcpReq = { ...context.mcpReq, inputResponses, requestState: () => state };
      result = await run({ ...context, mcpReq } as ServerContext);
    }
    return result;
  }

  /** Sends a request to the client, once one of its requests waits for the result. */
  async #send(request: AnyRequest, ...more: unknown[]): Promise<unknown> {
    this.#change("input_required");
    const asker = await this.#asker();
    const params = { ...request.params, _meta: { ...(request.params?.["_meta"] as object), ...this.#meta } };
    try {
      return await (asker.mcpReq.send as AnySend)({ ...request, params }, ...more);
    } finally {
      this.#change("working");
    }
  }

  async #asker(): Promise<ServerContext> {
    const { signal } = this.#stop;
    const stopped = Promise.withResolvers<never>();
    const stop = (): void => stopped.reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    try {
      for (;;) {
        signal.throwIfAborted();
        const asker = [...this.#waiting].find(({ mcpReq }) => !mcpReq.signal.aborted);
        if (asker !== undefined) return asker;
        await Promise.race([this.#arrived.promise, stopped.promise]);
      }
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  #change(status: Task["status"], statusMessage?: string): void {
    if (isEnded(this.task)) return;
    this.task = withoutUndefined({
      ...this.task,
      status,
      statusMessage,
      lastUpdatedAt: new Date().toISOString(),
    }) as Task;
  }
}

/** Runs a call, or continues it, in a context. */
type RunCall = (context: ServerContext) => Promise<CallToolResult | InputRequiredResult>;
type VerifyState = (state: string, context: ServerContext) => unknown;

interface TaskParams {
  readonly taskId: string;
  readonly cursor?: string;
}

interface AnyRequest {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
}
type AnySend = (request: AnyRequest, ...more: unknown[]) => Promise<unknown>;

function isEnded({ status }: Task): boolean {
  return status === "completed" || status === "failed" || status === "cancelled";
}

/** How long a task is kept, in milliseconds. */
const defaultTtl = 3_600_000;
const maxTtl = 86_400_000;
/** How often a client should ask, in milliseconds. */
const pollInterval = 1000;
/** How many tasks a connection may have; their results are kept in memory. */
const maxTasks = 1000;
