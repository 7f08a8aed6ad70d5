import type { RawFormat } from "./raw-format.ts";

/** The tool's name, then the name and the value of each argument between tags of their own. */
export const glm: RawFormat = {
  name: "glm",
  models: "GLM-4.5, 4.6, 4.7",
  source: "https://huggingface.co/zai-org/GLM-4.5",
  example: [
    "<tool_call>weather\n<arg_key>city</arg_key>\n<arg_value>Oslo</arg_value>\n",
    "<arg_key>days</arg_key>\n<arg_value>3</arg_value>\n</tool_call>",
  ].join(""),
  mark: { kind: "parameter_tags", pattern: /^<arg_key>/ },
  tags: {
    open: /<arg_key>(?<name>[^<>]{1,200})<\/arg_key>\s{0,99}<arg_value>/g,
    close: "</arg_value>",
    call: { open: /<tool_call>/g, close: "</tool_call>" },
  },
};
