/** The subpath `@helve/ai-sdk/testing`: a model that follows a script, for tests and examples without a key. */
import type { LanguageModel } from "ai";

/**
 * Creates a model of the AI SDK that follows a script: lists of calls, as a model writes them, and texts. Its place in the script is the number of
 * its replies in the prompt.
 *
 * @param turns - its replies; the last one must be a text
 * @param options - `version`: 6 for version 6 of the SDK; 7 by default
 *
 * @example
 * const model = scriptedModel([[{ id: "call_1", name: "pay", arguments: "{amount: 5}" }], "Done."]);
 */
export function scriptedModel(
  turns: readonly (string | readonly ScriptedCall[])[],
  { version = 7 }: { readonly version?: 6 | 7 } = {},
): Exclude<LanguageModel, string> {
  const reply = ({ prompt }: { readonly prompt: readonly { readonly role: string }[] }) => {
    const turn = turns[prompt.filter(({ role }) => role === "assistant").length];
    if (turn === undefined)
      throw new TypeError(`the script has only ${turns.length} replies, and another one is needed`);
    const unified = typeof turn === "string" ? "stop" : "tool-calls";
    return { content: contentOf(turn), finishReason: { unified, raw: unified }, usage };
  };
  const model = {
    specificationVersion: version === 6 ? "v3" : "v4",
    provider: "script",
    modelId: "script",
    supportedUrls: {},
    doGenerate: async (options: Parameters<typeof reply>[0]) => ({ ...reply(options), warnings: [] }),
    doStream: async (options: Parameters<typeof reply>[0]) => {
      const { content, ...finish } = reply(options);
      const parts = [
        { type: "stream-start", warnings: [] },
        ...content.flatMap(streamParts),
        { type: "finish", ...finish },
      ];
      const stream = new ReadableStream({
        start(controller) {
          for (const part of parts) controller.enqueue(part);
          controller.close();
        },
      });
      return { stream };
    },
  };
  return model as unknown as Exclude<LanguageModel, string>;
}

/** A call as a model writes it. */
export interface ScriptedCall {
  readonly id: string;
  readonly name: string;
  /** The text, which need not be JSON. */
  readonly arguments: string;
}

type Part =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool-call"; readonly toolCallId: string; readonly toolName: string; readonly input: string };

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

/** Converts a turn of the script to content of the SDK. */
function contentOf(turn: string | readonly ScriptedCall[]): readonly Part[] {
  if (typeof turn === "string") return [{ type: "text", text: turn }];
  return turn.map(({ id, name, arguments: input }) => ({ type: "tool-call", toolCallId: id, toolName: name, input }));
}

/** Converts a part of a scripted answer to the parts that a model streams. */
function streamParts(part: Part): readonly unknown[] {
  if (part.type === "tool-call") return [part];
  return [
    { type: "text-start", id: "1" },
    { type: "text-delta", id: "1", delta: part.text },
    { type: "text-end", id: "1" },
  ];
}
