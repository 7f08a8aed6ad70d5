import type { ModelCall, SentEvent, WireFormat } from "../model-server.ts";

/** The Messages API of Anthropic, as Claude Code uses it. */
export const messages: WireFormat = {
  isTurn: (url, body) => /\/messages(\?|$)/.test(url) && ((body as MessagesBody).tools?.length ?? 0) > 0,
  resultsOf: (body) => [...messageResults(body as MessagesBody).values()],
  call: (call) => messageEvents([call]),
  message: (text) => messageEvents([], text),
};

/** The parts of a request that are used. */
export interface MessagesBody {
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
export function messageResults({ messages }: MessagesBody): ReadonlyMap<string, string> {
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

/** The message that answers a request, as one object. */
export function messageOf(calls: readonly Omit<ModelCall, "namespace">[], text = "done"): object {
  const uses = calls.map(({ id, name, args }) => ({ type: "tool_use", id, name, input: args }));
  const content = uses.length === 0 ? [{ type: "text", text }] : uses;
  return { ...header(), content, stop_reason: stopReason(calls), usage };
}

/** The message that answers a request, as events. */
export function messageEvents(calls: readonly EventCall[], text = "done"): readonly SentEvent[] {
  const blocks =
    calls.length === 0
      ? [{ start: { type: "text", text: "" }, delta: { type: "text_delta", text } }]
      : calls.map(({ id, name, args }) => ({
          start: { type: "tool_use", id, name, input: {} },
          delta: { type: "input_json_delta", partial_json: typeof args === "string" ? args : JSON.stringify(args) },
        }));
  const events = [
    { type: "message_start", message: { ...header(), content: [], stop_reason: null, usage } },
    ...blocks.flatMap(({ start, delta }, index) => [
      { type: "content_block_start", index, content_block: start },
      { type: "content_block_delta", index, delta },
      { type: "content_block_stop", index },
    ]),
    { type: "message_delta", delta: { stop_reason: stopReason(calls), stop_sequence: null }, usage },
    { type: "message_stop" },
  ];
  return events.map((data) => ({ event: data.type, data }));
}

/** A call; arguments as a text are not parsed, so that they may be malformed. */
interface EventCall {
  readonly id: string;
  readonly name: string;
  readonly args: ModelCall["args"] | string;
}

function header(): object {
  const id = `msg_${crypto.randomUUID()}`;
  return { id, type: "message", role: "assistant", model: "scripted", stop_sequence: null };
}

const usage = { input_tokens: 1, output_tokens: 1 };

function stopReason(calls: readonly unknown[]): string {
  return calls.length === 0 ? "end_turn" : "tool_use";
}
