import type { RawFormat } from "./raw-format.ts";

/** The notation of tool calls in Granite 3, Phi-4-mini in its chat template: a list of calls after a token. */
export const granite: RawFormat = {
  name: "granite",
  models: "Granite 3, Phi-4-mini in its chat template",
  source: "https://huggingface.co/ibm-granite/granite-3.1-8b-instruct",
  example: '<|tool_call|>[{"name": "weather", "arguments": {"city": "Oslo", "days": 3}}]',
  mark: { kind: "special_token", pattern: /^<\|\/?tool_call\|>/ },
};
