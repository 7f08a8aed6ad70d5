import type { RawFormat } from "./raw-format.ts";

/** The notation of tool calls in FunctionGemma: an object without quotes after `call:` and the tool's name; a token stands on both sides of a string. */
export const functionGemma: RawFormat = {
  name: "function_gemma",
  models: "FunctionGemma",
  source: "https://ai.google.dev/gemma/docs/functiongemma/formatting-and-best-practices",
  example: "<start_function_call>call:weather{city:<escape>Oslo<escape>,days:3}<end_function_call>",
  mark: { kind: "special_token", pattern: /^<start_function_call>/ },
  tokens: [
    "<start_function_call>",
    "<end_function_call>",
    "<start_function_response>",
    "<end_function_response>",
    "<start_of_turn>",
    "<end_of_turn>",
    "<bos>",
    "<eos>",
    "<pad>",
  ],
  header: /<start_function_call>call:[\w.:-]{1,200}(?=\{)/y,
  stringToken: "<escape>",
};

/** The calls of Gemma 4: like the calls of FunctionGemma, with other tokens. */
export const gemma4: RawFormat = {
  name: "gemma4",
  models: "Gemma 4",
  source: "https://ai.google.dev/gemma/docs/capabilities/text/function-calling-gemma4",
  example: '<|tool_call>call:weather{city:<|"|>Oslo<|"|>,days:3}<tool_call|>',
  mark: { kind: "special_token", pattern: /^<\|tool_call>/ },
  tokens: ["<|tool_call>", "<tool_call|>", "<|tool_response>", "<tool_response|>", '<|"|>'],
  header: /<\|tool_call>call:[\w.:-]{1,200}(?=\{)/y,
  stringToken: '<|"|>',
};
