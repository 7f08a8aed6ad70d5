import type { RawFormat } from "./raw-format.ts";

/** The notation of tool calls in gpt-oss: JSON as the message of a channel that names the tool. */
export const harmony: RawFormat = {
  name: "harmony",
  models: "gpt-oss",
  source: "https://developers.openai.com/cookbook/articles/openai-harmony",
  example:
    '<|start|>assistant<|channel|>commentary to=functions.weather <|constrain|>json<|message|>{"city": "Oslo", "days": 3}<|call|>',
  mark: { kind: "special_token", pattern: /<\|(?:channel|constrain|message)\|>/ },
  header:
    /<\|start\|>assistant to=[^<>|]{1,200}<\|message\|>|(?:<\|start\|>assistant[^<>|]{0,200})?<\|channel\|>[^<>|]{0,200}(?:<\|constrain\|>\w{0,20})?<\|message\|>/y,
};
