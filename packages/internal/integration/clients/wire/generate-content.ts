import type { SentEvent, WireFormat } from "../model-server.ts";

/** The API of Gemini, as Gemini CLI uses it. */
export const generateContent: WireFormat = {
  isTurn: (url, body) => url.includes(":streamGenerateContent") && (body as Body).tools !== undefined,
  resultsOf: (body) =>
    (body as Body).contents.flatMap(({ parts }) =>
      parts.flatMap(({ functionResponse }) =>
        functionResponse === undefined ? [] : [Object.values(functionResponse.response).map(String).join("\n")],
      ),
    ),
  call: ({ id, name, args }) => answer({ functionCall: { id, name, args } }),
  message: (text) => answer({ text }),
};

interface Body {
  readonly tools?: readonly unknown[];
  readonly contents: readonly {
    readonly parts: readonly { readonly functionResponse?: { readonly response: Readonly<Record<string, unknown>> } }[];
  }[];
}

function answer(part: object): readonly SentEvent[] {
  const candidate = { content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 };
  const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
  return [{ data: { candidates: [candidate], usageMetadata } }];
}
