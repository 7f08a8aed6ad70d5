import type { RawFormat } from "./raw-format.ts";

/** The notation of tool calls in Command R, Command R+: a list of calls in a fence after a label. */
export const commandR: RawFormat = {
  name: "command_r",
  models: "Command R, Command R+",
  source: "https://huggingface.co/CohereLabs/c4ai-command-r-v01",
  example: 'Action: ```json\n[\n    {"tool_name": "weather", "parameters": {"city": "Oslo", "days": 3}}\n]\n```',
  mark: { kind: "special_token", pattern: /^Action:/ },
  label: /Action:(?=\s{0,9}(?:```\w{0,9}\s{0,9})?\[)/y,
};
