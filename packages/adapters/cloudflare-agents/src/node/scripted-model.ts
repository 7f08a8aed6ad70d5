import type { LanguageModel } from "ai";

/**
 * Creates a model of the AI SDK that follows a script: lists of calls, as a model writes them, and texts. Its place in the script is the number of
 * its replies in the prompt.
 *
 * @example
 * const model = scriptedModel([[{ id: "call_1", name: "pay", arguments: "{amount: 5}" }], "Done."]);
 */
export function scriptedModel(turns: readonly (string | readonly ScriptedCall[])[]): Exclude<LanguageModel, string> {
  const doStream = async ({ prompt }: { readonly prompt: readonly { readonly role: string }[] }) => {
    const turn = turns[prompt.filter(({ role }) => role === "assistant").length];
    if (turn === undefined) throw new TypeError(`the script has only ${turns.length} replies, and another is needed`);
    const unified = typeof turn === "string" ? "stop" : "tool-calls";
    const chunks = [
      { type: "stream-start", warnings: [] },
      ...partsOf(turn),
      { type: "finish", finishReason: { unified, raw: unified }, usage },
    ];
    const stream = new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
    return { stream };
  };
  const doGenerate = (): never => {
    throw new TypeError("the scripted model only streams, as a ThinkHarness does");
  };
  const model = {
    specificationVersion: "v4",
    provider: "script",
    modelId: "script",
    supportedUrls: {},
    doStream,
    doGenerate,
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

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

/** Converts a turn of the script (a text, or tool calls) to the parts that a model streams. */
function partsOf(turn: string | readonly ScriptedCall[]): readonly object[] {
  if (typeof turn !== "string") {
    return turn.map(({ id, name, arguments: input }) => ({ type: "tool-call", toolCallId: id, toolName: name, input }));
  }
  return [
    { type: "text-start", id: "1" },
    { type: "text-delta", id: "1", delta: turn },
    { type: "text-end", id: "1" },
  ];
}
