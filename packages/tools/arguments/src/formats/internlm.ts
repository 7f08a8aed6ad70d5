import type { RawFormat } from "./raw-format.ts";

/** The notation of tool calls in InternLM 2, 2.5 and 3: JSON with the tool's name after tokens for an action and a plugin. */
export const internlm: RawFormat = {
  name: "internlm",
  models: "InternLM 2, 2.5 and 3",
  source: "https://github.com/InternLM/InternLM/blob/main/chat/chat_format.md",
  example: '<|action_start|><|plugin|>{"name": "weather", "parameters": {"city": "Oslo", "days": 3}}<|action_end|>',
  mark: { kind: "special_token", pattern: /^<\|(?:action_start|plugin)\|>/ },
};
