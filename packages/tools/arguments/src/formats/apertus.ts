import type { RawFormat } from "./raw-format.ts";

/** The notation of tool calls in Apertus: a list of calls between tokens, in which the tool's name is a key. */
export const apertus: RawFormat = {
  name: "apertus",
  models: "Apertus",
  source: "https://huggingface.co/swiss-ai/Apertus-8B-Instruct-2509",
  example: '<|tools_prefix|>[{"weather": {"city": "Oslo", "days": 3}}]<|tools_suffix|>',
  mark: { kind: "special_token", pattern: /^<\|tools_prefix\|>/ },
  hasNameAsKey: true,
};
