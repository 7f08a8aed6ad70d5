import type { RawFormat } from "./raw-format.ts";

/** The notation of tool calls in ChatGLM3: the tool's name and a call of `tool_call` in a fence. */
export const chatglm3: RawFormat = {
  name: "chatglm3",
  models: "ChatGLM3",
  source: "https://github.com/zai-org/ChatGLM3/blob/main/PROMPT.md",
  example: "<|assistant|>weather\n```python\ntool_call(city='Oslo', days=3)\n```<|observation|>",
  mark: { kind: "call_syntax", pattern: /^tool_call\(/ },
  header: /<\|assistant\|>\s{0,9}[\w.-]{1,200}(?=\s{0,9}```)/y,
  label: /[\w.-]{1,200}(?=\s{0,9}```python\s{1,9}tool_call\()/y,
};

/** The calls of GLM-4-9B: the tool's name on a line of its own, and JSON. */
export const glm4: RawFormat = {
  name: "glm4",
  models: "GLM-4-9B",
  source: "https://huggingface.co/zai-org/glm-4-9b-chat",
  example: '<|assistant|>weather\n{"city": "Oslo", "days": 3}<|observation|>',
  mark: { kind: "special_token", pattern: /^<\|(?:observation\||assistant\|>.)/ },
  header: /<\|assistant\|>\s{0,9}[\w.-]{1,200}(?=\s{0,9}\{)/y,
};
