import type { RawFormat } from "./raw-format.ts";

/** The notation of tool calls in Mistral, Mixtral, Ministral, Devstral: a list of calls after a token; of later models the tool's name and JSON. */
export const mistral: RawFormat = {
  name: "mistral",
  models: "Mistral, Mixtral, Ministral, Devstral",
  source: "https://docs.mistral.ai/cookbooks/concept-deep-dive-tokenization-chat_templates",
  example: '[TOOL_CALLS][{"name": "weather", "arguments": {"city": "Oslo", "days": 3}}]</s>',
  mark: { kind: "special_token", pattern: /^\[TOOL_CALLS\]/ },
  tokens: ["[TOOL_CALLS]", "[/TOOL_CALLS]", "[ARGS]", "[INST]", "[/INST]", "<s>", "</s>"],
  header: /\[TOOL_CALLS\]\s{0,9}[\w.-]{1,200}(?:\[CALL_ID\]\w{1,64})?(?:\[ARGS\]|(?=\s{0,9}\{))/y,
};
