import type { RawFormat } from "./raw-format.ts";

/** The notation of tool calls in Inkling: JSON with the tool's name as a message of its own. */
export const inkling: RawFormat = {
  name: "inkling",
  models: "Inkling",
  source: "https://docs.sglang.io/advanced_features/tool_parser.html",
  example:
    '<|message_model|>weather<|content_invoke_tool_json|>{"name": "weather", "args": {"city": "Oslo", "days": 3}}<|end_message|>',
  mark: { kind: "special_token", pattern: /<\|content_invoke_tool_json\|>/ },
  header: /<\|message_model\|>[\w.-]{1,200}<\|content_invoke_tool_json\|>/y,
};
