import type { RawFormat } from "./raw-format.ts";

/** The notation of tool calls in Kimi K3: tags written with special tokens. The attribute `type` of an argument names the type of its value. */
export const kimiK3: RawFormat = {
  name: "kimi_k3",
  models: "Kimi K3",
  source: "https://docs.vllm.ai/en/stable/api/vllm/tool_parsers/kimi_k3_tool_parser/",
  example: [
    '<|open|>tools<|sep|><|open|>call tool="weather" index="1"<|sep|>',
    '<|open|>argument key="city" type="string"<|sep|>Oslo<|close|>argument<|sep|>',
    '<|open|>argument key="days" type="number"<|sep|>3<|close|>argument<|sep|><|close|>call<|sep|><|close|>tools<|sep|>',
  ].join(""),
  mark: { kind: "parameter_tags", pattern: /^<\|open\|>argument/ },
  header: /<\|(?:open|close)\|>(?:tools|call|response|message)[^<>|]{0,200}<\|sep\|>/y,
  tags: {
    open: /<\|open\|>argument key="(?<name>[^"<>]{1,200})"(?: type="(?:string|(?<json>\w{1,20}))")?<\|sep\|>/g,
    close: "<|close|>argument<|sep|>",
    call: { open: /<\|open\|>call\b[^<>|]{0,200}<\|sep\|>/g, close: "<|close|>call<|sep|>" },
  },
};
