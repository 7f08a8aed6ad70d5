import type { RawFormat } from "./raw-format.ts";

/** The notation of tool calls in Qwen3-Coder, Qwen3.5, Seed-OSS, Nemotron 3, Step-3.5: tags with the parameter's name after `=`. */
export const qwen3Coder: RawFormat = {
  name: "qwen3_coder",
  models: "Qwen3-Coder, Qwen3.5, Seed-OSS, Nemotron 3, Step-3.5",
  source: "https://huggingface.co/Qwen/Qwen3-Coder-480B-A35B-Instruct",
  example: [
    "<tool_call>\n<function=weather>\n<parameter=city>\nOslo\n</parameter>\n",
    "<parameter=days>\n3\n</parameter>\n</function>\n</tool_call>",
  ].join(""),
  mark: { kind: "parameter_tags", pattern: /^<parameter=/ },
  tokens: ["<seed:tool_call>", "</seed:tool_call>"],
  tags: {
    open: /<parameter=(?<name>[^<>\s]{1,200})\s{0,9}>/g,
    close: "</parameter>",
    hasLineBreaks: true,
    call: { open: /<function=[^<>\s]{1,200}>/g, close: "</function>" },
  },
};
