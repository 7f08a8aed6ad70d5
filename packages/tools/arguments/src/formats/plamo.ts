import type { RawFormat } from "./raw-format.ts";

/** The notation of tool calls in PLaMo 3: the tool's name and JSON between tokens. */
export const plamo: RawFormat = {
  name: "plamo",
  models: "PLaMo 3",
  source: "https://docs.vllm.ai/en/latest/features/tool_calling/",
  example: [
    "<|plamo:begin_tool_requests:plamo|><|plamo:begin_tool_request:plamo|>",
    "<|plamo:begin_tool_name:plamo|>weather<|plamo:end_tool_name:plamo|>",
    '<|plamo:begin_tool_arguments:plamo|><|plamo:constrain|>json<|plamo:msg|>{"city": "Oslo", "days": 3}',
    "<|plamo:end_tool_arguments:plamo|><|plamo:end_tool_request:plamo|><|plamo:end_tool_requests:plamo|>",
  ].join(""),
  mark: { kind: "special_token", pattern: /^<\|plamo:/ },
  header:
    /<\|plamo:begin_tool_name:plamo\|>[\w.-]{1,200}<\|plamo:end_tool_name:plamo\|>|<\|plamo:constrain\|>json(?=<\|plamo:msg\|>)/y,
};
