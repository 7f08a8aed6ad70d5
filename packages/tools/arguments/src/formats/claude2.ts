import type { RawFormat } from "./raw-format.ts";

/** The notation of tool calls in Claude 2: a tag with the tool's name, and tags that are named like its parameters. */
export const claude2: RawFormat = {
  name: "claude2",
  models: "Claude 2",
  source: "https://docs.claude.com/en/docs/legacy-tool-use",
  example: [
    "<function_calls>\n<invoke>\n<tool_name>weather</tool_name>\n<parameters>\n",
    "<city>Oslo</city>\n<days>3</days>\n</parameters>\n</invoke>\n</function_calls>",
  ].join(""),
  mark: { kind: "special_token", pattern: /^<tool_name>/ },
  header: /<tool_name>[^<>]{1,200}<\/tool_name>/y,
};
