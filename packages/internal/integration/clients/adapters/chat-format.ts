import type { ScriptedFormat } from "./scripted-model.ts";

/** The Chat Completions API of OpenAI. */
export const chatFormat: ScriptedFormat = {
  isTurn: (url, body) => url.endsWith("/chat/completions") && ((body as Body).tools?.length ?? 0) > 0,
  resultsOf(body) {
    const results = new Map<string, string>();
    let last: string | undefined;
    for (const { role, tool_call_id: id, content } of (body as Body).messages) {
      if (id !== undefined) {
        last = id;
        results.set(id, textOf(content));
        // Text that hooks add follows as a message of the user.
      } else if (role === "user" && last !== undefined) results.set(last, `${results.get(last)}\n${textOf(content)}`);
    }
    return results;
  },
  repliesIn: (body) => (body as Body).messages.filter(({ tool_calls: calls = [] }) => calls.length > 0).length,
  firstMessage: (body) => JSON.stringify((body as Body).messages.find(({ role }) => role === "user") ?? ""),
  reply(response, { calls = [], text = "done" }, toolName, body) {
    const toolCalls = calls.map(({ id, name, arguments: args }, index) => ({
      ...{ index, id, type: "function", function: { name: toolName(name), arguments: args } },
    }));
    const delta = calls.length === 0 ? { content: text } : { tool_calls: toolCalls };
    if ((body as Body).stream !== true) {
      const message = { role: "assistant", content: null, ...delta };
      const choices = [{ index: 0, finish_reason: calls.length === 0 ? "stop" : "tool_calls", message }];
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ id: "answer", object: "chat.completion", created: 0, model: "scripted", choices }));
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const choice of [
      { delta: { role: "assistant", ...delta } },
      { delta: {}, finish_reason: calls.length === 0 ? "stop" : "tool_calls" },
    ]) {
      const header = { id: "answer", object: "chat.completion.chunk", created: 0, model: "scripted" };
      response.write(`data: ${JSON.stringify({ ...header, choices: [{ index: 0, ...choice }] })}\n\n`);
    }
    response.end("data: [DONE]\n\n");
  },
};

interface Body {
  readonly stream?: boolean;
  readonly tools?: readonly unknown[];
  readonly messages: readonly {
    readonly role: string;
    readonly tool_call_id?: string;
    readonly tool_calls?: readonly unknown[];
    readonly content: unknown;
  }[];
}

function textOf(content: unknown): string {
  return typeof content === "string" ? content : JSON.stringify(content);
}
