/** Finds control tokens of a model's chat format in a text, such as `<|call|>` or `[TOOL_CALLS]`. */
import { rawFormats } from "../formats.ts";
import { char } from "./characters.ts";
import { thoughtCloses } from "./thought.ts";

const maxBarTokenLength = 64;

/** Tokens that a model's format writes as text, and tags that only enclose arguments. */
const tokens = [...new Set(rawFormats.flatMap((format) => format.tokens ?? [])), ...thoughtCloses, "</functioncall>"];
const headers = rawFormats.flatMap(({ header }) => header?.source ?? []);
const starts: ReadonlyMap<number, RegExp> = new Map([
  [char.squareOpen, startOf((source) => source.startsWith("\\["))],
  [char.squareClose, startOf((source) => source.startsWith("\\]"))],
  [char.less, startOf((source) => !/^\\[[\]]/.test(source))],
]);
const labels = new RegExp(`(?:${rawFormats.flatMap(({ label }) => label?.source ?? []).join("|")})`, "y");
const enclosingTag =
  /<\/?(?:functioncall|arguments|args|parameters|params|input|tool_input|action_input|json|output|answer|response|result|action|tool|call)>/y;

/**
 * The end of the control token of a model's chat format that starts at an offset, such as `<|call|>`, `<｜end｜>`, `</s>` or
 * `[TOOL_CALLS]`, with the name of the tool if it is a part of it; -1 if none starts there.
 */
export function specialTokenEnd(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const start = starts.get(code);
  if (start === undefined) return -1;
  start.lastIndex = at;
  if (start.test(text)) return start.lastIndex;
  if (code !== char.less) return -1;
  const next = text.charCodeAt(at + 1);
  if (next === char.bar || next === char.wideBar) return barTokenEnd(text, at + 2, next);
  enclosingTag.lastIndex = at;
  return enclosingTag.test(text) ? enclosingTag.lastIndex : -1;
}

/** The end of a word that announces a call and starts at an offset, such as `functools`; -1 if none does. */
export function labelEnd(text: string, at: number): number {
  labels.lastIndex = at;
  return labels.test(text) ? labels.lastIndex : -1;
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
  return text
    .replace(/[<[\]]/g, (bracket, at: number) => (startsToken(text, at) ? `${bracket} ` : bracket))
    .replace(/✿(?=[A-Z]{4,8}✿)/g, "✿ ");
}

/** Whether a special token starts at an offset. */
function startsToken(text: string, at: number): boolean {
  return (
    specialTokenEnd(text, at) > 0 ||
    /^<\/?(?:think\w*>|[|｜]|(?:\w+:)?(?:function|param|parameter|invoke|arg_)\b)/.test(text.slice(at, at + 80))
  );
}
