import type { RawFormat } from "./raw-format.ts";

/** The notation of tool calls in Solar Open 2: the tool's name, then the name and the value of each argument between tokens. */
export const solar: RawFormat = {
  name: "solar",
  models: "Solar Open 2",
  source: "https://docs.vllm.ai/en/latest/features/tool_calling/",
  example: [
    "<|tool_call:start|>weather\n<|tool_arg:start|>city<|tool_arg:value|>Oslo<|tool_arg:end|>\n",
    "<|tool_arg:start|>days<|tool_arg:value|>3<|tool_arg:end|>\n<|tool_call:end|>",
  ].join(""),
  mark: { kind: "parameter_tags", pattern: /^<\|tool_arg:start\|>/ },
  tags: {
    open: /<\|tool_arg:start\|>(?<name>[^<>|]{1,200})<\|tool_arg:value\|>/g,
    close: "<|tool_arg:end|>",
    call: { open: /<\|tool_call:start\|>/g, close: "<|tool_call:end|>" },
  },
};
