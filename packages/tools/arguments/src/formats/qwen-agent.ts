import type { RawFormat } from "./raw-format.ts";

/** The notation of tool calls in Qwen 2 with the prompt of Qwen-Agent: lines for the tool and its arguments, each after a word between flowers. */
export const qwenAgent: RawFormat = {
  name: "qwen_agent",
  models: "Qwen 2 with the prompt of Qwen-Agent",
  source: "https://github.com/QwenLM/Qwen-Agent",
  example: '✿FUNCTION✿: weather\n✿ARGS✿: {"city": "Oslo", "days": 3}\n✿RESULT✿',
  mark: { kind: "special_token", pattern: /^✿FUNCTION✿/ },
  label: /✿(?:FUNCTION✿: ?[\w.-]{1,200}\s{0,9}✿ARGS✿: ?|(?:RESULT|RETURN)✿:?)/y,
};
