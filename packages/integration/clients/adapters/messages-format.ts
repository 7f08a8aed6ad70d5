import type { ServerResponse } from "node:http";
import type { ModelTurn, ScriptedCall } from "../../test/adapters/adapter.ts";
import type { ScriptedFormat } from "./scripted-model.ts";

/** The Messages API of Anthropic. */
export const messagesFormat: ScriptedFormat = {
  isTurn: (url, body) => /\/messages(\?|$)/.test(url) && ((body as Body).tools?.length ?? 0) > 0,
  resultsOf: (body) => resultsOf(body as Body),
  firstMessage: (body) => JSON.stringify((body as Body).messages[0]),
  reply(response, turn, toolName, body) {
    if ((body as Body).stream === true) stream(response, turn, toolName);
    else reply(response, turn, toolName);
  },
};

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

type ToolName = (name: string) => string;

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
