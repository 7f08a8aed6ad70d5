import type { RawFormat } from "./raw-format.ts";

/** The notation of tool calls in HyperCLOVA X SEED Think: a list of calls after a line that names the recipient. */
export const hyperclovaX: RawFormat = {
  name: "hyperclova_x",
  models: "HyperCLOVA X SEED Think",
  source: "https://huggingface.co/naver-hyperclovax/HyperCLOVAX-SEED-Think-14B",
  example: ' -> tool/function_call\n[{"name": "weather", "arguments": {"city": "Oslo", "days": 3}}]<|im_end|>',
  mark: { kind: "special_token", pattern: /^->/ },
  label: /-> ?tool\/function_call(?=\s{0,9}\[)/y,
};
