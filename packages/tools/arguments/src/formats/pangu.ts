import type { RawFormat } from "./raw-format.ts";

/** The notation of tool calls in openPangu, openPangu 2: a list of calls between tokens. */
export const pangu: RawFormat = {
  name: "pangu",
  models: "openPangu, openPangu 2",
  source: "https://ai.gitcode.com/ascend-tribe/openpangu-embedded-7b-model",
  example: '[unused11][{"name": "weather", "arguments": {"city": "Oslo", "days": 3}}][unused12]',
  mark: { kind: "special_token", pattern: /^\[unused11\]/ },
  tokens: ["[unused9]", "[unused10]", "[unused11]", "[unused12]", "[unused16]", "[unused17]"],
};
