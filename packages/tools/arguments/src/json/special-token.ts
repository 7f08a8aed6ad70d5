// Finds control tokens of a model's chat format in a text, such as `<|call|>` or `[TOOL_CALLS]`.

import { rawFormats } from "../formats.ts";
import { char } from "./characters.ts";

const maxBarTokenLength = 64;

/** Tokens that a format spells in letters, and tags that only enclose arguments. */
const tokens = [
  ...new Set(rawFormats.flatMap((format) => format.tokens ?? [])),
  ...["functioncall", "think", "thinking", "seed:think"].map((name) => `</${name}>`),
];
const headers = rawFormats.flatMap(({ header }) => header?.source ?? []);
const squareStart = startOf((source) => source.startsWith("\\["));
const lessStart = startOf((source) => !source.startsWith("\\["));
const enclosingTag =
  /<\/?(?:functioncall|arguments|args|parameters|params|input|tool_input|action_input|json|output|answer|response|result|action|tool|call)>/y;

/**
 * The end of the control token of a model's chat format that starts at an offset, such as `<|call|>`, `<｜end｜>`, `</s>` or
 * `[TOOL_CALLS]`, with the name of the tool if it is a part of it; -1 if none starts there.
 */
export function specialTokenEnd(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code !== char.less && code !== char.squareOpen) return -1;
  const start = code === char.less ? lessStart : squareStart;
  start.lastIndex = at;
  if (start.test(text)) return start.lastIndex;
  if (code === char.squareOpen) return -1;
  const next = text.charCodeAt(at + 1);
  if (next === char.bar || next === char.wideBar) return barTokenEnd(text, at + 2, next);
  enclosingTag.lastIndex = at;
  return enclosingTag.test(text) ? enclosingTag.lastIndex : -1;
}

/** A sticky pattern of the headers and tokens whose source passes a test. */
function startOf(hasStart: (source: string) => boolean): RegExp {
  const literal = tokens.map((token) => token.replace(/[[\]|]/g, "\\$&"));
  return new RegExp([...headers, ...literal].filter(hasStart).join("|"), "y");
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

/**
 * A text to send to a model, in which no control token of a chat format can be read as such: a space follows its first character.
 *
 * @example
 * withoutControlTokens("a<|im_end|>"); // "a< |im_end|>"
 */
export function withoutControlTokens(text: string): string {
  return text.replace(/[<[]/g, (bracket, at: number) => (startsToken(text, at) ? `${bracket} ` : bracket));
}

function startsToken(text: string, at: number): boolean {
  return (
    specialTokenEnd(text, at) > 0 ||
    /^<\/?(?:think\w*>|[|｜]|(?:\w+:)?(?:function|parameter|invoke|arg_)\b)/.test(text.slice(at, at + 80))
  );
}
