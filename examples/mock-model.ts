import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { script } from "./bank.ts";

/** A model on loopback, for agents that run as a program of their own: it makes the calls of the script, one in each reply. */
export interface MockModel extends AsyncDisposable {
  readonly url: string;
  /** What the model read of each call, in the order of the script. */
  readonly read: readonly string[];
}

/**
 * Starts the model. It speaks the Messages API (`/v1/messages`) and the Chat Completions API (`/v1/chat/completions`).
 *
 * @param toolName - the name of a tool in the requests of the agent
 */
export async function startMockModel(toolName: (name: string) => string = (name) => name): Promise<MockModel> {
  const read: string[] = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://localhost");
    const body = JSON.parse((await text(request)) || "{}") as Body;
    const isChat = pathname.endsWith("/chat/completions");
    if (!isChat && !pathname.endsWith("/messages")) return void response.writeHead(404).end("{}");
    const results = isChat ? chatResults(body) : messageResults(body);
    // Agents also request titles, without tools.
    const isTurn = (body.tools?.length ?? 0) > 0;
    if (isTurn) read.splice(0, read.length, ...results);
    const next = isTurn ? script[results.length] : undefined;
    const call = next && { ...next, name: toolName(next.name), arguments: json(next.arguments) };
    response.writeHead(200, { "content-type": body.stream === true ? "text/event-stream" : "application/json" });
    if (isChat) sendChat(response, call, body.stream === true);
    else sendMessage(response, call);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    read,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** These agents refuse arguments that are not JSON before a hook is called, so the first call of the script is written as JSON. */
function json(args: string): string {
  return args.startsWith("{amount") ? '{"amount": 20, "to": "Ann"}' : args;
}

interface Call {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

interface Body {
  readonly stream?: boolean;
  readonly tools?: readonly unknown[];
  readonly messages?: readonly { readonly role: string; readonly content: string | readonly Block[] }[];
}

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly content?: string | readonly Block[];
}

function messageResults({ messages = [] }: Body): readonly string[] {
  const blocks = messages.flatMap(({ content }) => (typeof content === "string" ? [] : content));
  return blocks.filter(({ type }) => type === "tool_result").map(({ content = "" }) => firstLine(content));
}

function chatResults({ messages = [] }: Body): readonly string[] {
  return messages.filter(({ role }) => role === "tool").map(({ content }) => firstLine(content));
}

/** The result without what the agent adds to it. */
function firstLine(content: string | readonly Block[]): string {
  const [line = ""] = (typeof content === "string" ? content : (content[0]?.text ?? "")).split("\n");
  return line;
}

function sendMessage(response: ServerResponse, call: Call | undefined): void {
  const header = { id: `msg_${crypto.randomUUID()}`, type: "message", role: "assistant", model: "mock", content: [] };
  const usage = { input_tokens: 1, output_tokens: 1 };
  const [block, delta] =
    call === undefined
      ? [
          { type: "text", text: "" },
          { type: "text_delta", text: "Done." },
        ]
      : [
          { type: "tool_use", id: call.id, name: call.name, input: {} },
          { type: "input_json_delta", partial_json: call.arguments },
        ];
  const stop_reason = call === undefined ? "end_turn" : "tool_use";
  for (const event of [
    { type: "message_start", message: { ...header, stop_reason: null, stop_sequence: null, usage } },
    { type: "content_block_start", index: 0, content_block: block },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage },
    { type: "message_stop" },
  ]) {
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  }
  response.end();
}

function sendChat(response: ServerResponse, call: Call | undefined, isStreamed: boolean): void {
  const uses = call && [
    { index: 0, id: call.id, type: "function", function: { name: call.name, arguments: call.arguments } },
  ];
  const message = { role: "assistant", ...(uses === undefined ? { content: "Done." } : { tool_calls: uses }) };
  const finish_reason = call === undefined ? "stop" : "tool_calls";
  const reply = { id: "reply", created: 0, model: "mock" };
  if (!isStreamed) {
    const choices = [{ index: 0, finish_reason, message }];
    return void response.end(JSON.stringify({ ...reply, object: "chat.completion", choices }));
  }
  for (const choice of [{ delta: message }, { delta: {}, finish_reason }]) {
    const chunk = { ...reply, object: "chat.completion.chunk", choices: [{ index: 0, ...choice }] };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  }
  response.end("data: [DONE]\n\n");
}
