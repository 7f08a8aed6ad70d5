import type { RawFormat } from "./raw-format.ts";

/** The notation of tool calls in Gorilla OpenFunctions: a Python call after a token. */
export const gorilla: RawFormat = {
  name: "gorilla",
  models: "Gorilla OpenFunctions",
  source: "https://huggingface.co/gorilla-llm/gorilla-openfunctions-v2",
  example: '<<function>>weather(city="Oslo", days=3)',
  mark: { kind: "special_token", pattern: /^<<function>>/ },
  tokens: ["<<function>>", "<<question>>"],
};
