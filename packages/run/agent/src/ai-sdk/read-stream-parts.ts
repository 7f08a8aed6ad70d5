import type { LanguageModelV3StreamPart, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { JsonValue } from "@helve/core";
import { freezeCopy } from "@helve/core/internal";
import { argumentText } from "../call-arguments.ts";
import { MessageBuilder } from "../message-builder.ts";
import type { ModelEvent, StopReason } from "../model.ts";
import { ModelError } from "../model-error.ts";
import type { Usage } from "../usage.ts";

/**
 * Reads a stream of the AI SDK.
 *
 * @throws ModelError if the stream ends too early; the error that the stream contains
 */
export async function* readStreamParts(name: string, stream: ReadableStream<StreamPart>): AsyncGenerator<ModelEvent> {
  const builder = new MessageBuilder();
  const calls = new Set<string>();
  /** The arguments that have been streamed, by the id of the call. */
  const streamed = new Map<string, { readonly name: string; readonly index: number; text: string }>();
  let seen = 0;
  for await (const part of values(stream)) {
    switch (part.type) {
      case "text-delta":
        builder.add("text", part.delta);
        yield { type: "text", delta: part.delta };
        break;
      case "reasoning-delta":
        builder.add("reasoning", part.delta);
        yield { type: "reasoning", delta: part.delta };
        break;
      case "reasoning-end": {
        const data = providerData(part);
        if (data !== undefined) builder.keepWithReasoning(data);
        break;
      }
      case "tool-input-start":
        if (part.providerExecuted !== true) streamed.set(part.id, { name: part.toolName, index: seen++, text: "" });
        break;
      case "tool-input-delta": {
        const entry = streamed.get(part.id);
        if (entry === undefined) break;
        entry.text += part.delta;
        yield { type: "arguments", index: entry.index, name: entry.name, delta: part.delta };
        break;
      }
      case "tool-call": {
        const { toolCallId: id, toolName, providerExecuted } = part;
        if (providerExecuted === true) break;
        const data = providerData(part);
        const raw = argumentText(part.input);
        calls.add(id);
        builder.call({ id, name: toolName, arguments: raw, providerData: data });
        if (!streamed.has(id)) yield { type: "arguments", index: seen++, name: toolName, delta: raw };
        break;
      }
      case "finish": {
        // A provider that can't parse the arguments may end without the call itself.
        for (const [id, { name: toolName, text }] of streamed) {
          if (!calls.has(id)) builder.call({ id, name: toolName, arguments: text });
        }
        const message = builder.build();
        const hasCalls = message.parts.some(({ type }) => type === "call");
        const stopReason = stopReasonOf(part.finishReason?.unified, hasCalls);
        yield { type: "end", response: { message, stopReason, usage: usageOf(part.usage) } };
        return;
      }
      case "error":
        throw part.error;
    }
  }
  throw new ModelError("network", `${name}: the stream ended before the answer was complete`);
}

type StreamPart = LanguageModelV3StreamPart | LanguageModelV4StreamPart;

/** Yields the parts of a stream. */
async function* values(stream: ReadableStream<StreamPart>): AsyncGenerator<StreamPart> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

function providerData({ providerMetadata }: { readonly providerMetadata?: unknown }): JsonValue | undefined {
  return providerMetadata === undefined ? undefined : freezeCopy(providerMetadata);
}

/** Converts the reason for which the model stopped: `length` and `filter` are kept. */
function stopReasonOf(unified: string | undefined, hasCalls: boolean): StopReason {
  if (unified === "length") return "length";
  if (unified === "content-filter") return "filter";
  if (hasCalls) return "calls";
  return unified === "stop" || unified === "tool-calls" || unified === undefined ? "stop" : "other";
}

type StreamUsage = (StreamPart & { readonly type: "finish" })["usage"];

/** Returns the usage if the provider counts. */
function usageOf(usage: StreamUsage | undefined): Usage | undefined {
  const { total: inputTokens, cacheRead } = usage?.inputTokens ?? {};
  const { total: outputTokens, reasoning } = usage?.outputTokens ?? {};
  if (inputTokens === undefined && outputTokens === undefined) return undefined;
  return {
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    cachedInputTokens: cacheRead,
    reasoningTokens: reasoning,
  };
}
