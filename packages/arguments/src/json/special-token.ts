import { char } from "./chars.ts";

const longest = 64;

/** Tokens with a form of their own, in angle brackets. */
const angled = [
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
const squared = ["[TOOL_CALLS]", "[/TOOL_CALLS]", "[INST]", "[/INST]"];

/**
 * Where a token of a model's own format that begins at an offset ends; -1 when there is none: `<|call|>`, `<｜end｜>`,
 * `</s>`, `[TOOL_CALLS]` and the like.
 */
export function specialTokenEnd(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code !== char.less && code !== char.squareOpen) return -1;
  const next = text.charCodeAt(at + 1);
  if (code === char.less && (next === char.bar || next === char.wideBar)) return barTokenEnd(text, at + 2, next);
  const words = code === char.less ? angled : squared;
  const word = words.find((known) => text.startsWith(known, at));
  return word === undefined ? -1 : at + word.length;
}

function barTokenEnd(text: string, from: number, bar: number): number {
  const last = Math.min(text.length - 1, from + longest);
  for (let at = from; at < last; at++) {
    const code = text.charCodeAt(at);
    if (code === bar && text.charCodeAt(at + 1) === char.greater) return at + 2;
    if (code === char.newline || code === char.less || code === char.doubleQuote) return -1;
  }
  return -1;
}
