export type JSONValue = null | string | number | boolean | JSONObject | JSONArray;
export type JSONObject = { [key: string]: JSONValue };
export type JSONArray = JSONValue[];

export interface TextPart {
  type: "text";
  /** The text. */
  text: string;
}
export interface FilePart {
  type: "file";
  filename?: string;
  /** Base64 or a URL. */
  data: string;
  mediaType: string;
}
export interface ToolCallPart {
  type: "tool-call";
  toolCallId: string;
  toolName: string;
  input: JSONValue;
}
export interface ToolResultPart {
  type: "tool-result";
  toolCallId: string;
  toolName: string;
  output: { type: "text"; value: string } | { type: "json"; value: JSONValue } | { type: "error-text"; value: string };
}

export type Message = (
  | { role: "system"; content: string }
  | { role: "user"; content: (TextPart | FilePart)[] }
  | { role: "assistant"; content: (TextPart | FilePart | ToolCallPart)[] }
  | { role: "tool"; content: ToolResultPart[] }
) & { providerOptions?: Record<string, JSONObject> };

/** The prompts of the AI SDK. */
export class Prompts {
  /** Counts the tokens of a prompt. */
  count(input: { prompt: Message[]; model?: string }): number {
    return input.prompt.length;
  }

  /** Adds a message. */
  add(input: { message: Message; at?: "start" | "end" }): void {
    void input;
  }
}
