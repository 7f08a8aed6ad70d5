import { type Args, errorJson, type ToolContext } from "@helve/core";
import { longestTimer, withoutUndefined } from "@helve/core/internal";
import { ToolError } from "@helve/tool";
import {
  type CallToolResult,
  type Client,
  isInputRequiredResult,
  isSpecType,
  type RequestOptions,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  specTypeSchemas,
  type Task,
  type Tool,
} from "@modelcontextprotocol/client";
import { anyResult } from "./any-result.ts";
import { IdleTimer } from "./idle-timer.ts";
import { paramHeaders } from "./param-headers.ts";
import type { CallQuestions } from "./server-questions.ts";

/**
 * Calls a tool of a server. Its progress is reported as `{ progress, total, message }`. A tool that runs as a task (MCP 2025-11-25 §Tasks) is
 * awaited, and the messages of its status are its progress.
 *
 * The call is sent once: if the connection is lost, it is unknown whether it has run.
 *
 * @param args - the arguments; numbers of `JSON.rawJSON` are sent as they are written
 * @returns what the server sent, with its numbers as they are written; it may have `isError`
 * @throws ToolError if the server refuses the call, or the connection is lost; SessionLostError if the server does not know the session any more; the
 *   reason of the signal if it is aborted
 */
export async function callRemoteTool(
  client: Client,
  tool: Tool,
  args: Args,
  context: RemoteCallContext,
): Promise<CallToolResult> {
  const { signal, timeout = longestTimer } = context;
  const idle = new AbortController();
  const timer = new IdleTimer(timeout, () => idle.abort());
  const ended = context.questions?.started(context.actionId, () => timer.hold());
  try {
    const needsTask = tool.execution?.taskSupport === "required";
    const call = needsTask ? runTask : callOnce;
    const sent: unknown = await call(client, tool, args, {
      ...context,
      signal: AbortSignal.any([signal, idle.signal]),
      timer,
    });
    return wellFormed(sent as Record<string, unknown>);
  } catch (error) {
    if (error instanceof ToolError) throw error;
    signal.throwIfAborted();
    if (isSessionLost(error))
      throw new SessionLostError(`${tool.name} failed: its server has lost the session.`, { cause: error });
    const reason = idle.signal.aborted ? idleText(timeout) : failureText(error);
    throw new ToolError(`${tool.name} failed: ${reason}`, { cause: error });
  } finally {
    timer.stop();
    ended?.();
  }
}

/** Checks that a result has MCP's form; another form is shown as the call's result, because the call has run. */
function wellFormed({ resultType: _, content, isError, ...rest }: Record<string, unknown>): CallToolResult {
  const blocks = [content ?? []]
    .flat()
    .map((block: unknown) =>
      isSpecType.ContentBlock(block) ? block : { type: "text" as const, text: JSON.stringify(block) },
    );
  // A failure in another form is still a failure.
  const failed = isError === undefined || isError === null ? undefined : isError !== false;
  return withoutUndefined({ ...rest, content: blocks, isError: failed }) as CallToolResult;
}

/** The context of a call of a server's tool. */
export interface RemoteCallContext extends ToolContext {
  /** How long the server may take without an answer or progress, in milliseconds; without limit by default. Questions don't count. */
  readonly timeout?: number | undefined;
  /** Answers the questions of the server; without it the client does, if it can. */
  readonly questions?: CallQuestions | undefined;
}

interface CallContext extends RemoteCallContext {
  readonly timer: IdleTimer;
}

/** A server does not know the session of a call any more, so the call has not run. */
export class SessionLostError extends ToolError {}

/** Whether an error means that the server lost the session: status 404, or 400 from some servers. */
function isSessionLost(error: unknown): boolean {
  if (!SdkHttpError.isInstance(error)) return false;
  return error.status === 404 || (error.status === 400 && /session/i.test(error.message));
}

/** Sends a call, and sends it again with the answers as often as its server asks something (MCP 2026-07-28 §Multi round-trip requests). */
async function callOnce(client: Client, tool: Tool, args: Args, context: CallContext): Promise<unknown> {
  const { signal, questions, actionId } = context;
  const params = { name: tool.name, arguments: args as Record<string, unknown> };
  const headers = client.getProtocolEra() === "modern" ? paramHeaders(tool.inputSchema, args) : {};
  const options = { ...requestOptions(context), signal, headers, allowInputRequired: questions !== undefined };
  // `callTool` would drop members that it does not know, and a result that does not fit the output schema.
  const send = (more: object) =>
    client.request({ method: "tools/call", params: { ...params, ...more } }, anyResult, options);
  let result = await send({});
  for (let round = 0; questions !== undefined && isInputRequiredResult(result); round++) {
    if (round === maxRounds) throw new ToolError(`${tool.name} failed: its server asked ${maxRounds} times.`);
    const { inputRequests = {}, requestState } = result;
    const inputResponses: Record<string, unknown> = {};
    for (const [key, { method, params: asked }] of Object.entries(inputRequests)) {
      inputResponses[key] = await questions.ask(actionId, { method, params: { ...asked } });
    }
    result = await send(withoutUndefined({ inputResponses, requestState }));
  }
  return result;
}

/** How often a server may ask something about one call. */
const maxRounds = 20;

/** Returns request options with a time limit that progress extends. */
function requestOptions({ progress, timer }: CallContext): RequestOptions {
  return {
    timeout: longestTimer,
    onprogress(update) {
      timer.restart();
      progress(update);
    },
  };
}

/** Starts a task, polls it until it has ended, and fetches its result. When the call is aborted, the task is cancelled. */
async function runTask(client: Client, tool: Tool, args: Args, context: CallContext): Promise<unknown> {
  const { signal, progress, timer } = context;
  const options = { signal, timeout: longestTimer };
  const params = { name: tool.name, arguments: args, task: {} };
  const created = await client.request({ method: "tools/call", params }, specTypeSchemas.CreateTaskResult, options);
  const { taskId } = created.task;
  const cancel = (): void => {
    client
      .request({ method: "tasks/cancel", params: { taskId } }, specTypeSchemas.CancelTaskResult)
      .catch(() => undefined); // it may have ended
  };
  signal.addEventListener("abort", cancel, { once: true });
  try {
    let task: Task = created.task;
    while (task.status === "working") {
      progress({ message: task.statusMessage ?? task.status });
      // A server that is not asked is not silent.
      const ask = timer.hold();
      await pause(task.pollInterval, signal);
      ask();
      task = await client.request({ method: "tasks/get", params: { taskId } }, specTypeSchemas.GetTaskResult, options);
    }
    if (task.status === "cancelled") throw new ToolError(`${tool.name} was cancelled by its server.`);
    // A server that needs an answer asks while its client waits for the result.
    return await client.request({ method: "tasks/result", params: { taskId } }, anyResult, options);
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/** Waits until a task is to be polled again: as long as the server wishes, within limits. */
function pause(interval: number | undefined, signal: AbortSignal): Promise<void> {
  const ms = Math.min(10_000, Math.max(100, interval ?? 1000));
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const stop = (): void => {
    clearTimeout(timer);
    resolve();
  };
  signal.addEventListener("abort", stop, { once: true });
  return promise.then(() => {
    signal.removeEventListener("abort", stop);
    signal.throwIfAborted();
  });
}

/** Tells the model that the server did not answer in time. */
function idleText(timeout: number): string {
  return `its server did not answer within ${timeout / 1000} seconds, so nobody knows whether it has run.`;
}

/** Tells the model why the call of a remote tool failed. */
function failureText(error: unknown): string {
  if (SdkError.isInstance(error) && error.code === SdkErrorCode.ConnectionClosed) {
    return "the connection to its server was lost, so nobody knows whether it has run.";
  }
  return errorJson(error).message;
}
