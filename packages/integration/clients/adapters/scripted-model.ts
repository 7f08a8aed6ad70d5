import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { ModelTurn, ReadResult, ScriptedCall } from "../../test/adapters/adapter.ts";

/** A model that replies with a script, by the Messages API of Anthropic, on loopback. */
export interface ScriptedModel extends AsyncDisposable {
  readonly url: string;
  /** What the model read of each call. */
  readonly read: Readonly<Record<string, ReadResult>>;
  /** What went wrong in the server. */
  readonly errors: readonly unknown[];
}

/** What differs between agents. */
export interface ScriptedModelOptions {
  readonly turns: readonly ModelTurn[];
  /** The name of a tool in the requests. */
  readonly toolName: (name: string) => string;
  /** The call of a sub-agent that makes the calls of the first turn; its prompt contains `subAgentPrompt`. */
  readonly subAgent?: ScriptedCall | undefined;
  /** Refuses to stream, so that the client gets a reply at once. */
  readonly noStream?: boolean | undefined;
}

/** The prompt by which the requests of a sub-agent are known. */
export const subAgentPrompt = "Make the first calls.";

/** Starts a model. */
export async function startScriptedModel(options: ScriptedModelOptions): Promise<ScriptedModel> {
  const read: Record<string, ReadResult> = {};
  const errors: unknown[] = [];
  const server = createServer(async (request, response) => {
    try {
      const body: Body = JSON.parse((await text(request)) || "{}");
      const isTurn = /\/messages(\?|$)/.test(request.url ?? "") && (body.tools?.length ?? 0) > 0;
      if (!isTurn || (options.noStream === true && body.stream === true)) {
        response.writeHead(404, { "content-type": "application/json" });
        response.end('{"type":"error","error":{"type":"not_found_error","message":"not here"}}');
        return;
      }
      const results = resultsOf(body);
      for (const [id, result] of results) read[id] = { text: result };
      const turn = nextTurn(options, body, new Set(results.keys()));
      if (body.stream === true) stream(response, turn, options.toolName);
      else reply(response, turn, options.toolName);
    } catch (error) {
      errors.push(error);
      response.writeHead(400).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    read,
    errors,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Body {
  readonly stream?: boolean;
  readonly tools?: readonly unknown[];
  readonly messages: readonly { readonly role: string; readonly content: string | readonly Block[] }[];
}

interface Block {
  readonly type: string;
  readonly tool_use_id?: string;
  readonly text?: string;
  readonly content?: string | readonly Block[];
}

/** The results by the ids of their calls. Texts of other blocks that follow a result belong to it: what hooks add. */
function resultsOf({ messages }: Body): ReadonlyMap<string, string> {
  const results = new Map<string, string>();
  for (const { content } of messages) {
    let last: string | undefined;
    for (const block of typeof content === "string" ? [] : content) {
      if (block.tool_use_id !== undefined) {
        last = block.tool_use_id;
        results.set(last, textOf(block.content));
      } else if (last !== undefined) results.set(last, `${results.get(last)}\n${block.text ?? ""}`);
    }
  }
  return results;
}

function textOf(content: string | readonly Block[] | undefined): string {
  if (content === undefined || typeof content === "string") return content ?? "";
  return content.map(({ text }) => text ?? "").join("\n");
}

/** The first turn whose calls have no result yet. */
function nextTurn({ turns, subAgent }: ScriptedModelOptions, { messages }: Body, done: ReadonlySet<string>): ModelTurn {
  const isDone = ({ calls = [] }: ModelTurn) => calls.length > 0 && calls.some(({ id }) => done.has(id));
  if (subAgent === undefined) return turns.find((turn) => !isDone(turn)) ?? { text: "done" };
  const [first = { text: "done" }, ...rest] = turns;
  if (JSON.stringify(messages[0]).includes(subAgentPrompt)) return isDone(first) ? { text: "done" } : first;
  const main: readonly ModelTurn[] = [{ calls: [subAgent] }, ...rest];
  return main.find((turn) => !isDone(turn)) ?? { text: "done" };
}

type ToolName = ScriptedModelOptions["toolName"];

const header = { type: "message", role: "assistant", model: "scripted", stop_sequence: null } as const;
const usage = { input_tokens: 1, output_tokens: 1 };

function stream(response: ServerResponse, { calls = [], text: said }: ModelTurn, toolName: ToolName): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (type: string, data: object): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  };
  send("message_start", { message: { ...header, id: messageId(), content: [], stop_reason: null, usage } });
  const blocks =
    calls.length === 0
      ? [{ start: { type: "text", text: "" }, delta: { type: "text_delta", text: said ?? "done" } }]
      : calls.map(({ id, name, arguments: args }) => ({
          start: { type: "tool_use", id, name: toolName(name), input: {} },
          delta: { type: "input_json_delta", partial_json: args },
        }));
  for (const [index, { start, delta }] of blocks.entries()) {
    send("content_block_start", { index, content_block: start });
    send("content_block_delta", { index, delta });
    send("content_block_stop", { index });
  }
  send("message_delta", { delta: { stop_reason: stopReason(calls), stop_sequence: null }, usage });
  send("message_stop", {});
  response.end();
}

function reply(response: ServerResponse, { calls = [], text: said }: ModelTurn, toolName: ToolName): void {
  const uses = calls.map(({ id, name, arguments: args }) => ({
    ...{ type: "tool_use", id, name: toolName(name), input: JSON.parse(args) },
  }));
  const content = uses.length === 0 ? [{ type: "text", text: said ?? "done" }] : uses;
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ ...header, id: messageId(), content, stop_reason: stopReason(calls), usage }));
}

function messageId(): string {
  return `msg_${crypto.randomUUID()}`;
}

function stopReason(calls: readonly ScriptedCall[]): string {
  return calls.length === 0 ? "end_turn" : "tool_use";
}
