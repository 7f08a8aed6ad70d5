import type { RawFormat } from "./raw-format.ts";

/** The notation of tool calls in Jamba 1.5, Hunyuan A13B, MiniMax M1: JSON with the tool's name, alone or in a list, between `<tool_calls>` tags. */
export const toolCalls: RawFormat = {
  name: "tool_calls",
  models: "Jamba 1.5, Hunyuan A13B, MiniMax M1",
  source: "https://huggingface.co/tencent/Hunyuan-A13B-Instruct",
  example: '<tool_calls>[{"name": "weather", "arguments": {"city": "Oslo", "days": 3}}]</tool_calls>',
  mark: { kind: "special_token", pattern: /^<tool_calls>/ },
};
