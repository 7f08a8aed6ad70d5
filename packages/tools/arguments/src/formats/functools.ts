import type { RawFormat } from "./raw-format.ts";

/** The notation of tool calls in Phi-4-mini, FireFunction v2: a list of calls after a word. */
export const functools: RawFormat = {
  name: "functools",
  models: "Phi-4-mini, FireFunction v2",
  source: "https://docs.vllm.ai/en/stable/features/tool_calling/",
  example: 'functools[{"name": "weather", "arguments": {"city": "Oslo", "days": 3}}]',
  mark: { kind: "special_token", pattern: /^functools/ },
  label: /functools(?=\s{0,9}\[)/y,
};
