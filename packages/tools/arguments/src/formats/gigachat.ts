import type { RawFormat } from "./raw-format.ts";

/** The notation of tool calls in GigaChat 3, 3.1: JSON with the tool's name after a token. */
export const gigachat: RawFormat = {
  name: "gigachat",
  models: "GigaChat 3, 3.1",
  source: "https://huggingface.co/ai-sage/GigaChat3-10B-A1.8B",
  example: '<|function_call|>{"name": "weather", "arguments": {"city": "Oslo", "days": 3}}</s>',
  mark: { kind: "special_token", pattern: /^<\|function_call\|>|^function call<\|role_sep\|>/ },
  label: /function call<\|role_sep\|>/y,
};
