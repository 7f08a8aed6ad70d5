import { isObject } from "@helve/core/internal";
import type { ToolCall as SdkToolCall, StreamChunk } from "@tanstack/ai";

// TanStack AI parses the arguments of a call before a tool gets them: text that is not JSON is an error there, and JSON that is no object
// becomes `{}`. Such a text is wrapped in an object before tools run, so that it reaches Helve's decoder.

const rawKey = "helve:raw";

/** Remembers the texts of malformed arguments while they stream. */
export class RawArguments {
  readonly #texts = new Map<string, string>();

  onChunk(chunk: StreamChunk): void {
    if (chunk.type === "TOOL_CALL_START") this.#texts.set(chunk.toolCallId, "");
    if (chunk.type === "TOOL_CALL_ARGS") {
      this.#texts.set(chunk.toolCallId, `${this.#texts.get(chunk.toolCallId) ?? ""}${chunk.delta}`);
    }
    if (chunk.type === "TOOL_CALL_END" && isComplete(this.#texts.get(chunk.toolCallId) ?? "")) {
      this.#texts.delete(chunk.toolCallId);
    }
  }

  /** Wraps the arguments of a call if they are malformed, in place: the SDK runs the tool with this object. */
  wrap(call: SdkToolCall): void {
    const text = this.#texts.get(call.id) ?? call.function.arguments;
    this.#texts.delete(call.id);
    if (!isComplete(text)) call.function.arguments = JSON.stringify({ [rawKey]: text });
  }
}

/** Whether a text has the arguments of a call: nothing, or a JSON object. */
function isComplete(text: string): boolean {
  return text.trim() === "" || isObject(parsed(text));
}

/** The arguments of a call for Helve's decoder: the text of malformed ones, otherwise the object. */
export function callArguments(input: unknown): unknown {
  if (!isObject(input)) return input ?? {};
  const keys = Object.keys(input);
  const raw = keys.length === 1 && keys[0] === rawKey ? input[rawKey] : undefined;
  return typeof raw === "string" ? raw : input;
}

/** The arguments as they stand in a message, as the SDK passes them to a tool. */
export function parsedArguments(text: string): unknown {
  return callArguments(text.trim() === "" ? {} : parsed(text));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
