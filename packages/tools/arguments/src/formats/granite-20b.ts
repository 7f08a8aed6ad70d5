import type { RawFormat } from "./raw-format.ts";

/** The notation of tool calls in Granite 20B Function Calling: JSON with the tool's name after a token. */
export const granite20b: RawFormat = {
  name: "granite_20b",
  models: "Granite 20B Function Calling",
  source: "https://huggingface.co/ibm-granite/granite-20b-functioncalling",
  example: '<function_call> {"name": "weather", "arguments": {"city": "Oslo", "days": 3}}',
  mark: { kind: "special_token", pattern: /^<function_call>/ },
};
