import type { RawFormat } from "./raw-format.ts";

/** The tool's name, then the name and the value of each argument between tags of their own. */
export const glm: RawFormat = {
  name: "glm",
  models: "GLM-4.5, 4.6, 4.7, Hunyuan 3, Ling 3, K2 Horizon, IQuest Coder 2",
  source: "https://huggingface.co/zai-org/GLM-4.5",
  example: [
    "<tool_call>weather\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n",
    "<arg_key>days</arg_key>\n<arg_value>3</arg_value>\n</tool_call>",
  ].join(""),
  mark: { kind: "parameter_tags", pattern: /^<(?:ifm\|)?arg_key>/ },
  tokens: ["<tool_sep>", "<ifm|tool_calls>", "</ifm|tool_calls>", "<ifm|tool_call>", "</ifm|tool_call>"],
  tags: {
    open: /<(?<prefix>(?:ifm\|)?)arg_key>(?<name>[^<>]{1,200})<\/\k<prefix>arg_key>\s{0,99}(?:<ifm\|arg_type>[^<>]{0,99}<\/ifm\|arg_type>\s{0,99})?<\k<prefix>arg_value>/g,
    close: "</{prefix}arg_value>",
    call: { open: /<(?<prefix>(?:ifm\||iquestcoder_)?)tool_call>/g, close: "</{prefix}tool_call>" },
  },
};
