import { simulateReadableStream } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { MockLanguageModelV3 } from "ai-6/test";
import type { ModelTurn, ReadResult } from "./adapter.ts";

/** A model that follows a script, for both versions of the SDK. */
export interface ScriptedModel {
  readonly v4: MockLanguageModelV4;
  readonly v3: MockLanguageModelV3;
  /** The text that it read of each call, by the call's id. */
  readonly read: Readonly<Record<string, ReadResult>>;
}

/** Its place in the script is the number of its replies in the prompt, so that it needs no state. */
export function scriptedModel(turns: readonly ModelTurn[]): ScriptedModel {
  const read: Record<string, ReadResult> = {};
  const reply = (prompt: Prompt) => {
    for (const { role, content } of prompt) {
      if (role !== "tool" || typeof content === "string") continue;
      for (const part of content) {
        if (part.output !== undefined) read[part.toolCallId] = { text: outputText(part.output) };
      }
    }
    const turn = turns[prompt.filter(({ role }) => role === "assistant").length];
    if (turn === undefined) throw new Error("the script ends without a text");
    return contentOf(turn);
  };
  const doGenerate = async ({ prompt }: { readonly prompt: unknown }) => {
    const { content, finishReason } = reply(prompt as Prompt);
    return { content, finishReason, usage, warnings: [] };
  };
  const doStream = async ({ prompt }: { readonly prompt: unknown }) => {
    const { content, finishReason } = reply(prompt as Prompt);
    const parts = content.flatMap((part) => streamParts(part));
    const chunks = [{ type: "stream-start", warnings: [] }, ...parts, { type: "finish", finishReason, usage }];
    return { stream: simulateReadableStream({ chunks }) };
  };
  type V4 = NonNullable<ConstructorParameters<typeof MockLanguageModelV4>[0]>;
  type V3 = NonNullable<ConstructorParameters<typeof MockLanguageModelV3>[0]>;
  return {
    v4: new MockLanguageModelV4({ doGenerate, doStream } as unknown as V4),
    v3: new MockLanguageModelV3({ doGenerate, doStream } as unknown as V3),
    read,
  };
}

/** The text of a result, in the form in which both versions of the SDK pass it to a provider. */
export function outputText(output: {
  readonly type: string;
  readonly value?: unknown;
  readonly reason?: string;
}): string {
  if (output.type === "execution-denied") return output.reason ?? "denied";
  return typeof output.value === "string" ? output.value : JSON.stringify(output.value);
}

type Prompt = readonly { readonly role: string; readonly content: string | readonly PromptPart[] }[];

interface PromptPart {
  readonly toolCallId: string;
  /** The output of a tool result. */
  readonly output?: Parameters<typeof outputText>[0];
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

type Part =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool-call"; readonly toolCallId: string; readonly toolName: string; readonly input: string };

function contentOf({ text, calls = [] }: ModelTurn) {
  const content: Part[] = [
    ...(text === undefined ? [] : [{ type: "text", text } as const]),
    ...calls.map(
      ({ id, name, arguments: input }) => ({ type: "tool-call", toolCallId: id, toolName: name, input }) as const,
    ),
  ];
  const unified = calls.length > 0 ? "tool-calls" : "stop";
  return { content, finishReason: { unified, raw: unified } };
}

function streamParts(part: Part): readonly unknown[] {
  if (part.type === "text") {
    return [
      { type: "text-start", id: "1" },
      { type: "text-delta", id: "1", delta: part.text },
      { type: "text-end", id: "1" },
    ];
  }
  const { toolCallId: id, toolName, input } = part;
  return [
    { type: "tool-input-start", id, toolName },
    { type: "tool-input-delta", id, delta: input },
    { type: "tool-input-end", id },
    part,
  ];
}
