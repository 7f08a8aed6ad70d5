// Finds special tokens of a model's chat format in a text, such as `<|call|>` or `[TOOL_CALLS]`.

import { char } from "./characters.ts";

const maxBarTokenLength = 64;

/** Special tokens in angle brackets that have a fixed spelling. */
const angleTokens = [
  "</s>",
  "<s>",
  "<eos>",
  "<bos>",
  "<pad>",
  "<end_of_turn>",
  "<start_of_turn>",
  "<tool_call>",
  "</tool_call>",
  "<tool_calls>",
  "</tool_calls>",
  "<function_call>",
  "</function_call>",
  "<functioncall>",
  "</functioncall>",
  "</function>",
  "</think>",
];
const squareTokens = ["[TOOL_CALLS]", "[/TOOL_CALLS]", "[INST]", "[/INST]"];

/**
 * The end of the special token of a model's chat format that starts at an offset, such as `<|call|>`, `<｜end｜>`, `</s>`
 * or `[TOOL_CALLS]`; -1 if none starts there.
 */
export function specialTokenEnd(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code !== char.less && code !== char.squareOpen) return -1;
  const next = text.charCodeAt(at + 1);
  if (code === char.less && (next === char.bar || next === char.wideBar)) return barTokenEnd(text, at + 2, next);
  const tokens = code === char.less ? angleTokens : squareTokens;
  const token = tokens.find((candidate) => text.startsWith(candidate, at));
  return token === undefined ? -1 : at + token.length;
}

/** The end of a token such as `<|call|>`, whose name starts at an offset; -1 if it is not one. */
function barTokenEnd(text: string, from: number, bar: number): number {
  const last = Math.min(text.length - 1, from + maxBarTokenLength);
  for (let at = from; at < last; at++) {
    const code = text.charCodeAt(at);
    if (code === bar && text.charCodeAt(at + 1) === char.greater) return at + 2;
    if (code === char.newline || code === char.less || code === char.doubleQuote) return -1;
  }
  return -1;
}
