import type { RawFormat } from "./raw-format.ts";

/** The notation of tool calls in NexusRaven 2: a Python call after a label. */
export const nexusRaven: RawFormat = {
  name: "nexus_raven",
  models: "NexusRaven 2",
  source: "https://huggingface.co/Nexusflow/NexusRaven-V2-13B",
  example: 'Call: weather(city="Oslo", days=3)<bot_end>',
  mark: { kind: "special_token", pattern: /^Call:/ },
  tokens: ["<bot_end>", "<human_end>"],
  label: /Call:(?=\s{0,9}[\w.]{1,200}\()/y,
};
