import { sendEvents } from "../model-server.ts";
import { type MessagesBody, messageEvents, messageOf, messageResults, messages } from "../wire/messages.ts";
import type { ScriptedFormat } from "./scripted-model.ts";

/** The Messages API of Anthropic. */
export const messagesFormat: ScriptedFormat = {
  isTurn: messages.isTurn,
  resultsOf: (body) => messageResults(body as MessagesBody),
  repliesIn: (body) => (body as MessagesBody).messages.filter(hasCall).length,
  firstMessage: (body) => JSON.stringify((body as MessagesBody).messages[0]),
  reply(response, { calls = [], text }, toolName, body) {
    const named = calls.map(({ id, name, arguments: args }) => ({ id, name: toolName(name), args }));
    if ((body as MessagesBody).stream === true) return sendEvents(response, messageEvents(named, text));
    response.writeHead(200, { "content-type": "application/json" });
    const parsed = named.map((call) => ({ ...call, args: JSON.parse(call.args) }));
    response.end(JSON.stringify(messageOf(parsed, text)));
  },
};

function hasCall({ content }: MessagesBody["messages"][number]): boolean {
  return typeof content !== "string" && content.some(({ type }) => type === "tool_use");
}
