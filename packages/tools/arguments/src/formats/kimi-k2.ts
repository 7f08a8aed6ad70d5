import type { RawFormat } from "./raw-format.ts";

/** The notation of tool calls in Kimi K2: JSON after the id of the call, which has the tool's name. */
export const kimiK2: RawFormat = {
  name: "kimi_k2",
  models: "Kimi K2",
  source: "https://huggingface.co/moonshotai/Kimi-K2-Instruct/blob/main/docs/tool_call_guidance.md",
  example: [
    "<|tool_calls_section_begin|><|tool_call_begin|>functions.weather:0<|tool_call_argument_begin|>",
    '{"city": "Oslo", "days": 3}<|tool_call_end|><|tool_calls_section_end|>',
  ].join(""),
  mark: { kind: "special_token", pattern: /^<\|tool_call(?:_begin|_argument_begin|s_section_begin)\|>/ },
  header: /<\|tool_call_begin\|>\s{0,9}[\w.:-]{1,200}\s{0,9}<\|tool_call_argument_begin\|>/y,
};
