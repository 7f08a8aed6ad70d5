/** Answers the requests that call a tool: `POST /call` and `POST /streamCall`. */
import type { ActionReturn } from "@helve/core";
import { exactArguments, unlessAborted } from "@helve/core/internal";
import type { OpenToolFunction } from "@helve/opentool";
import type { AccessEntry } from "./access-entry.ts";
import { type Answer, answerOf, resultObject, returnedValue, unknownFunction } from "./answer.ts";
import type { CallLimits } from "./call-limits.ts";
import { EventStream, Updates } from "./event-stream.ts";
import { readBody } from "./read-body.ts";
import { eventResponse, JsonReply, jsonReply, type Reply, refusal } from "./responses.ts";
import { errorText, type RpcRequest, readRpc, resultText } from "./rpc.ts";
import type { RunningCalls } from "./running-calls.ts";
import type { ServedDocument } from "./served-document.ts";
import type { Caller, ServerHost, Settings } from "./server-options.ts";

/** State that all requests of a server share. */
export interface Serving {
  readonly host: ServerHost;
  readonly settings: Settings;
  readonly served: () => ServedDocument;
  readonly limits: CallLimits;
  readonly running: RunningCalls;
  /** Whether further calls are refused. */
  isClosing: boolean;
}

/** One request. */
export interface Exchange {
  readonly request: Request;
  /** The name of the caller's key. */
  key: string | undefined;
  /** The entry of the access log. */
  readonly entry: { -readonly [Name in keyof AccessEntry]?: AccessEntry[Name] } & Pick<
    AccessEntry,
    "time" | "method"
  > & { path: string };
  /** Announces that the response ends later; returns the function to call then. */
  readonly beginStream: () => () => void;
}

/** Answers `POST /call`. */
export function call(serving: Serving, exchange: Exchange): Promise<Reply> {
  return limited(serving, exchange, async () => {
    const read = await readCall(serving, exchange);
    if (read instanceof JsonReply) return read;
    const { rpc, fn } = read;
    const { running, settings } = serving;
    const answer = await running.run(
      async (signal) =>
        fn === undefined
          ? unknownFunction(rpc.method, [...serving.served().functions.keys()])
          : answerOf(await execute(serving, exchange, rpc, { signal }), fn),
      exchange.request.signal,
      settings.callTimeout,
    );
    return jsonReply(200, answerText(answer, rpc));
  });
}

/** Answers `POST /streamCall`: the tool's progress and its result as events. */
export async function streamCall(serving: Serving, exchange: Exchange): Promise<Reply> {
  const { limits, running, settings } = serving;
  return limited(serving, exchange, async (leaveLater) => {
    const read = await readCall(serving, exchange);
    if (read instanceof JsonReply) return read;
    const { rpc, fn } = read;
    const gone = new AbortController();
    const stream = new EventStream(settings, (why) => gone.abort(new Error(`The stream ended: ${why}.`)));
    const callers = AbortSignal.any([exchange.request.signal, gone.signal]);
    const end = exchange.beginStream();
    leaveLater();
    running
      .run((signal) => sendEvents(serving, exchange, { rpc, fn, stream, signal }), callers, settings.callTimeout)
      .catch(() => stream.send("error", errorText({ code: 500, message: "The server failed to answer." }, rpc.id)))
      .finally(async () => {
        stream.close();
        // Data that the caller has not read yet is still in memory, so the call counts until it is read.
        await stream.drained;
        limits.leave();
        end();
      });
    return eventResponse(stream.body);
  });
}

async function sendEvents(
  serving: Serving,
  exchange: Exchange,
  {
    rpc,
    fn,
    stream,
    signal,
  }: { rpc: RpcRequest; fn: OpenToolFunction | undefined; stream: EventStream; signal: AbortSignal },
): Promise<void> {
  if (fn === undefined)
    return stream.send("error", answerText(unknownFunction(rpc.method, [...serving.served().functions.keys()]), rpc));
  stream.send("start", { start: fn.name });
  // Progress may contain a part of the result, and guards may withhold the result when it is complete.
  const isHeld = serving.settings.stream !== "live" && serving.host.guards.some((guard) => guard.after !== undefined);
  const updates = new Updates();
  const name = fn.stream?.["data"]?.name ?? fn.return?.name;
  const onProgress = (update: unknown): void => {
    updates.add(update);
    const text = resultText(resultObject(update, name), rpc.id);
    if (isHeld) stream.hold("data", text);
    else stream.send("data", text);
  };
  const actionReturn = await execute(serving, exchange, rpc, { signal, onProgress });
  const answer = answerOf(actionReturn, fn);
  if (!answer.ok) return stream.send("error", answerText(answer, rpc));
  stream.release();
  if (!updates.include(returnedValue(actionReturn.result ?? []))) stream.send("data", answerText(answer, rpc));
  stream.send("done", { done: fn.name });
}

/** Runs a function if the limits allow a call. The call counts until the function ends, or longer if the function requests it. */
async function limited(
  { limits }: Serving,
  { key }: Exchange,
  work: (leaveLater: () => void) => Promise<Reply>,
): Promise<Reply> {
  const refused = limits.enter(key, Date.now());
  if (refused !== undefined)
    return refusal(refused.status, refused.error, { "retry-after": String(refused.retryAfter) });
  let leavesLater = false;
  try {
    return await work(() => {
      leavesLater = true;
    });
  } finally {
    if (!leavesLater) limits.leave();
  }
}

/** Reads a call and finds its function, or returns the reply that refuses it. */
async function readCall(
  serving: Serving,
  { request, entry }: Exchange,
): Promise<JsonReply | { readonly rpc: RpcRequest; readonly fn: OpenToolFunction | undefined }> {
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get("content-type") ?? "")) {
    return refusal(400, "Content-Type must be application/json");
  }
  const encoding = request.headers.get("content-encoding") ?? "identity";
  if (!/^\s*(?:identity\s*)?$/i.test(encoding)) {
    return refusal(415, "Content-Encoding must be identity: send the body uncompressed.", {
      "accept-encoding": "identity",
    });
  }
  const body = await readBody(request, serving.settings);
  if (!body.ok) return refusal(body.status, body.error, body.status === 400 ? undefined : { connection: "close" });
  if (serving.isClosing) return closingRefusal();
  const read = readRpc(body.text);
  if (!read.ok) return jsonReply(400, errorText(read.error, read.id));
  const fn = serving.served().functions.get(read.request.method);
  if (fn === undefined) entry.outcome = "unknown_tool";
  else entry.function = fn.name;
  return { rpc: read.request, fn };
}

async function execute(
  { host, settings }: Serving,
  { request, key, entry }: Exchange,
  { method: name, params, id }: RpcRequest,
  options: { readonly signal: AbortSignal; readonly onProgress?: (update: unknown) => void },
): Promise<ActionReturn> {
  // Callers choose ids: ids of different callers must differ, for example in the ledger of an executor.
  const callId = key === undefined ? String(id) : `${key}/${id}`;
  const toolCall = { id: callId, name, arguments: exactArguments(params) };
  const runner = await runnerOf(host, settings.session, { caller: { key, request }, signal: options.signal });
  const actionReturn = await runner.execute(toolCall, options);
  entry.outcome = actionReturn.status;
  return actionReturn;
}

/** Returns the executor of a call: a session, or the host if calls have no session. @throws the reason of the signal */
async function runnerOf(
  host: ServerHost,
  session: Settings["session"],
  { caller, signal }: { readonly caller: Caller; readonly signal: AbortSignal },
): Promise<Pick<ServerHost, "execute">> {
  if (session === undefined) return host;
  if (typeof session !== "function") return host.session(session);
  const found = await unlessAborted(async () => session(caller), signal);
  if (found === "aborted") throw signal.reason;
  return "execute" in found ? found : host.session(found);
}

/** Refuses a request because the server is closing. */
export function closingRefusal(): JsonReply {
  return refusal(503, "The server is closing.", { connection: "close" });
}

/** Writes a JSON-RPC response with the result or error of a call. */
function answerText(answer: Answer, { id }: RpcRequest): string {
  return answer.ok ? resultText(answer.result, id) : errorText(answer.error, id);
}
