import type { RawFormat } from "./raw-format.ts";

/** The notation of tool calls in DeepSeek V3, R1, V3.1: the tool's name and JSON between tokens with wide bars; the JSON of V3 and R1 is in a fence. */
export const deepseekV3: RawFormat = {
  name: "deepseek_v3",
  models: "DeepSeek V3, R1, V3.1",
  source: "https://huggingface.co/deepseek-ai/DeepSeek-V3.1",
  example:
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>weather<｜tool▁sep｜>{"city": "Oslo", "days": 3}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  mark: { kind: "special_token", pattern: /^<｜tool▁/ },
  header: /<｜tool▁call▁begin｜>(?:function<｜tool▁sep｜>)?[\w.-]{1,200}(?:<｜tool▁sep｜>|(?=\s{0,9}```))/y,
};
