import type { RawFormat } from "./raw-format.ts";

/** The notation of tool calls in Hermes 2 and 3, Qwen2.5, Qwen3, Granite 4, ERNIE 4.5, EXAONE 4, SmolLM3: JSON with the tool's name between `<tool_call>` tags. */
export const hermes: RawFormat = {
  name: "hermes",
  models: "Hermes 2 and 3, Qwen2.5, Qwen3, Granite 4, ERNIE 4.5, EXAONE 4, SmolLM3",
  source: "https://github.com/NousResearch/Hermes-Function-Calling",
  example: '<tool_call>\n{"name": "weather", "arguments": {"city": "Oslo", "days": 3}}\n</tool_call>',
  mark: { kind: "special_token", pattern: /^<\/?tool_call>/ },
  tokens: ["<tool_call>", "</tool_call>", "<tool_calls>", "</tool_calls>", "<tool_response>", "</tool_response>"],
};
