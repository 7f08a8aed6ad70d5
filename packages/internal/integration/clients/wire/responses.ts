import type { SentEvent, WireFormat } from "../model-server.ts";

/** The Responses API of OpenAI, as Codex CLI uses it. */
export const responses: WireFormat = {
  isTurn: (url) => url.endsWith("/responses"),
  resultsOf: (body) =>
    (body as Body).input
      .filter(({ type }) => type === "function_call_output" || type === "custom_tool_call_output")
      .map(({ output }) => (typeof output === "string" ? output : (output ?? []).map((part) => part.text).join("\n"))),
  call: ({ id, name, args, namespace }) =>
    answer(
      // A tool without a schema takes a text.
      "input" in args
        ? { type: "custom_tool_call", id: `item_${id}`, call_id: id, name, input: args["input"] }
        : { type: "function_call", id: `item_${id}`, call_id: id, name, namespace, arguments: JSON.stringify(args) },
    ),
  message: (text) =>
    answer({
      ...{ type: "message", id: "item_message", role: "assistant" },
      content: [{ type: "output_text", text }],
    }),
};

interface Body {
  readonly input: readonly {
    readonly type?: string;
    readonly output?: string | readonly { readonly text?: string }[];
  }[];
}

function answer(item: object): readonly SentEvent[] {
  const events = [
    { type: "response.created", response: { id: "response" } },
    { type: "response.output_item.done", item },
    { type: "response.completed", response: { id: "response", usage } },
  ];
  return events.map((data) => ({ event: data.type, data }));
}

const usage = {
  ...{ input_tokens: 1, input_tokens_details: null, output_tokens: 1, output_tokens_details: null },
  total_tokens: 2,
};
