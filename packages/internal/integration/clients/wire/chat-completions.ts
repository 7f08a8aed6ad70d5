import type { SentEvent, WireFormat } from "../model-server.ts";

/** The Chat Completions API of OpenAI, as OpenCode uses it. */
export const chatCompletions: WireFormat = {
  isTurn: (url, body) => url.endsWith("/chat/completions") && (body as Body).tools !== undefined,
  resultsOf: (body) =>
    (body as Body).messages
      .filter(({ role }) => role === "tool")
      .map(({ content }) => (typeof content === "string" ? content : JSON.stringify(content))),
  call: ({ id, name, args }) =>
    answer({ tool_calls: [{ index: 0, id, type: "function", function: { name, arguments: JSON.stringify(args) } }] }),
  message: (content) => answer({ content }),
};

interface Body {
  readonly tools?: readonly unknown[];
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

function answer(delta: object): readonly SentEvent[] {
  const chunk = (choice: object) => ({
    ...{ id: "answer", object: "chat.completion.chunk", created: 0, model: "scripted" },
    choices: [{ index: 0, ...choice }],
  });
  return [
    { data: chunk({ delta: { role: "assistant", ...delta } }) },
    { data: chunk({ delta: {}, finish_reason: "tool_calls" in delta ? "tool_calls" : "stop" }) },
    { data: "[DONE]" },
  ];
}
