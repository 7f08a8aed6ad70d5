import type { Locale } from "@helve/core";
import type { AssistantMessage, ToolMessage } from "./message.ts";
import type { ModelTool, ToolChoice } from "./model.ts";

/** A text format in which a model writes tool calls. Pure functions. */
export interface Protocol {
  readonly name: string;
  /** Instructions for the model: its tools, and how to call them. */
  prompt(tools: readonly ModelTool[], options: ProtocolPromptOptions): string;
  /** Reads what a model wrote. Never throws: text without a call is an answer, unless the protocol says otherwise. */
  parse(text: string): ProtocolAnswer;
  /** Writes an earlier message of the model, as `parse` would read it. */
  write(message: AssistantMessage): string;
  /** Writes the result of a call, for a user message. */
  writeResult(message: ToolMessage): string;
  /** Where the model has to stop, so that it doesn't invent results. */
  readonly stop: readonly string[];
}

/** Options of `Protocol.prompt`. */
export interface ProtocolPromptOptions {
  readonly toolChoice: ToolChoice;
  readonly locale: Locale;
}

/** A model's answer, parsed by a protocol. */
export interface ProtocolAnswer {
  /** The model's reasoning; `""` if it wrote none. */
  readonly thought: string;
  /** The text for the user; `""` without a text. */
  readonly text: string;
  /** The names and the raw arguments of its calls. */
  readonly calls: readonly ProtocolCall[];
}

/** A tool call that was read from text. */
export interface ProtocolCall {
  readonly name: string;
  readonly arguments: string;
}
