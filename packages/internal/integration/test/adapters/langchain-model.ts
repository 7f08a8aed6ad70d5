import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { makeInvalidToolCall, parseToolCall } from "@langchain/core/output_parsers/openai_tools";
import {
  type ChatGenerationChunk,
  type ChatResult,
  ChatGenerationChunk as GenerationChunk,
} from "@langchain/core/outputs";
import type { ModelTurn, ScriptedCall } from "./adapter.ts";

/** A model that replies by a script. It parses calls as the packages of the providers do. */
export class ScriptedChatModel extends BaseChatModel {
  readonly #turns: readonly ModelTurn[];
  readonly #streams: boolean;

  constructor(turns: readonly ModelTurn[], streams = false) {
    super({});
    this.#turns = turns;
    this.#streams = streams;
  }

  override _llmType(): string {
    return "scripted";
  }

  override bindTools(): this {
    return this;
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const { text = "", calls = [] } = this.#turn(messages);
    const message = new AIMessage({
      content: text,
      tool_calls: calls.flatMap((call) => parsed(call) ?? []),
      invalid_tool_calls: calls.flatMap((call) => invalid(call) ?? []),
    });
    return { generations: [{ text, message }] };
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    _options: this["ParsedCallOptions"],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    if (!this.#streams) throw new Error("this model does not stream");
    const { text = "", calls = [] } = this.#turn(messages);
    const pieces = calls.flatMap(({ id, name, arguments: args }, index) => {
      const half = Math.floor(args.length / 2);
      return [
        { index, id, name, args: args.slice(0, half), type: "tool_call_chunk" as const },
        { index, args: args.slice(half), type: "tool_call_chunk" as const },
      ];
    });
    const chunks = [
      new AIMessageChunk({ content: text }),
      ...pieces.map((piece) => new AIMessageChunk({ content: "", tool_call_chunks: [piece] })),
    ];
    for (const message of chunks) {
      const chunk = new GenerationChunk({ text: message.text, message });
      yield chunk;
      await runManager?.handleLLMNewToken(chunk.text, undefined, undefined, undefined, undefined, { chunk });
    }
  }

  #turn(messages: readonly BaseMessage[]): ModelTurn {
    const turn = this.#turns[messages.filter((message) => AIMessage.isInstance(message)).length];
    if (turn === undefined) throw new Error("the script ends without a text");
    return turn;
  }
}

function parsed({ id, name, arguments: args }: ScriptedCall) {
  try {
    return parseToolCall({ id, type: "function", function: { name, arguments: args } }, { returnId: true });
  } catch {
    return undefined;
  }
}

function invalid(call: ScriptedCall) {
  const { id, name, arguments: args } = call;
  if (parsed(call) !== undefined) return undefined;
  return makeInvalidToolCall({ id, type: "function", function: { name, arguments: args } }, "not JSON");
}
