import type { RawFormat } from "./raw-format.ts";

/** The notation of tool calls in Nemotron Nano 2, Llama Nemotron: a list of calls between `<TOOLCALL>` tags. */
export const nemotron: RawFormat = {
  name: "nemotron",
  models: "Nemotron Nano 2, Llama Nemotron",
  source: "https://huggingface.co/nvidia/NVIDIA-Nemotron-Nano-9B-v2",
  example: '<TOOLCALL>[{"name": "weather", "arguments": {"city": "Oslo", "days": 3}}]</TOOLCALL>',
  mark: { kind: "special_token", pattern: /^<TOOLCALL>/ },
  tokens: ["<TOOLCALL>", "</TOOLCALL>"],
};
