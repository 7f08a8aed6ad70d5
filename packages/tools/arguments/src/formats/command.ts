import type { RawFormat } from "./raw-format.ts";

/** The notation of tool calls in Command R7B, Command A: a list of calls between tokens for an action. */
export const command: RawFormat = {
  name: "command",
  models: "Command R7B, Command A",
  source: "https://docs.cohere.com/docs/command-r7b-hf",
  example:
    '<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "weather", "parameters": {"city": "Oslo", "days": 3}}]<|END_ACTION|>',
  mark: { kind: "special_token", pattern: /^<\|START_ACTION\|>/ },
};
