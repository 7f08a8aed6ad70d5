import type { RawFormat } from "./raw-format.ts";

/** The notation of tool calls in any model that is prompted to reason and act: lines for the thought, the action and its input. */
export const react: RawFormat = {
  name: "react",
  models: "any model that is prompted to reason and act",
  source: "https://arxiv.org/abs/2210.03629",
  example: 'Thought: I need the forecast.\nAction: weather\nAction Input: {"city": "Oslo", "days": 3}',
  mark: { kind: "prose", pattern: /(?:^|\n)Action Input:/ },
};
