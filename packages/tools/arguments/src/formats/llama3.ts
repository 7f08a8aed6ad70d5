import type { RawFormat } from "./raw-format.ts";

/** The notation of tool calls in Llama 3.1, 3.2 and 3.3: JSON with the tool's name after a token, or JSON between tags with the tool's name. */
export const llama3: RawFormat = {
  name: "llama3",
  models: "Llama 3.1, 3.2 and 3.3",
  source: "https://www.llama.com/docs/model-cards-and-prompt-formats/llama3_1/",
  example: '<|python_tag|>{"name": "weather", "parameters": {"city": "Oslo", "days": 3}}<|eom_id|>',
  mark: { kind: "special_token", pattern: /^<(?:\|python_tag\||function=)/ },
  tokens: ["</function>"],
  header: /<function=[\w.-]{1,200}>/y,
};
