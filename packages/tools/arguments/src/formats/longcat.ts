import type { RawFormat } from "./raw-format.ts";

/** The notation of tool calls in LongCat Flash: JSON with the tool's name between tags. */
export const longcat: RawFormat = {
  name: "longcat",
  models: "LongCat Flash",
  source: "https://huggingface.co/meituan-longcat/LongCat-Flash-Chat",
  example: '<longcat_tool_call>{"name": "weather", "arguments": {"city": "Oslo", "days": 3}}</longcat_tool_call>',
  mark: { kind: "special_token", pattern: /^<longcat_tool_call>/ },
  tokens: ["<longcat_tool_call>", "</longcat_tool_call>"],
};
