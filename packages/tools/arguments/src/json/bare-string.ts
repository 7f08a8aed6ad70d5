/** A text without arguments as the value of the only string parameter. */
import { type ExpectedParameters, hasExpectedName } from "./expected-parameters.ts";
import type { JsonReading } from "./json-reading.ts";
import { looksLikeCall } from "./looks-like-call.ts";
import { contentStart } from "./object-start.ts";
import { afterSpace } from "./skip-space.ts";
import { specialTokenEnd } from "./special-token.ts";
import { fenceLineEnd } from "./surrounding-text.ts";
import { thoughtEnd } from "./thought.ts";

/**
 * Uses a text without arguments as the value of the tool's only string parameter, without the tokens and the fence around it;
 * `undefined` if there is no such parameter, it holds code, or the text may be anything else.
 */
export function readBareString(
  text: string,
  { value, issues, repairs }: JsonReading,
  expected: ExpectedParameters,
): JsonReading | undefined {
  const { onlyString: name, holdsCode } = expected;
  const start = contentStart(text);
  if (name === undefined || holdsCode || start >= text.length || /[{[]/.test(text.charAt(start))) return undefined;
  if (issues.some(({ code }) => code !== "json" && code !== "several_objects")) return undefined;
  if (issues.length === 0 && typeof value !== "string") {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    if (hasExpectedName(value, expected)) return undefined;
  }
  if (repairs.some(({ kind }) => kind === "truncated" || kind === "truncated_member")) return undefined;
  const content = typeof value === "string" ? value : innerText(text);
  // The tokens of a call without arguments enclose the name of the tool.
  if (callToken.test(text)) return undefined;
  if (content === "" || looksLikeCall(content, expected) || mayBeOther(content, name)) return undefined;
  if (typeof value !== "string" && mayBeSentence(content)) return undefined;
  const args = Object.fromEntries([[name, content]]);
  return { value: args, issues: [], repairs: [{ kind: "bare_string", path: "", before: text, after: args }] };
}

const callToken =
  /<\/?(?:\w{1,20}:)?(?:tool_call|function|invoke|TOOLCALL)|\[TOOL_CALLS\]|tool[_▁]calls?|START_ACTION|action_start/;

/** A text without the tokens, the thought, the label of an action's input and the fence around it. */
function innerText(text: string): string {
  let from = afterSpace(text, 0);
  for (let next = from; ; from = afterSpace(text, next)) {
    next = Math.max(specialTokenEnd(text, from), thoughtEnd(text, from));
    if (next <= from) break;
  }
  const inner = text.slice(from).replace(endTokens, "").trim();
  const input = /^(?:Action: *[\w.-]+\s+)?Action Input: *([^\n]+)$/.exec(inner)?.[1] ?? inner;
  if (!/^```.*\n[^`]+\n```$/s.test(input)) return input;
  return input.slice(fenceLineEnd(input, 0), -3).trim();
}

const endTokens = /(?:\s*(?:<[|｜][^<>|｜\n]{1,64}[|｜]>|<\/?[a-z_]{1,20}>))+\s*$/;

/** Whether a text may be something else than a value: markup, another notation, an option, a label, nothing, or a sentence of the model. */
function mayBeOther(content: string, name: string): boolean {
  const isAfterName =
    content.toLowerCase().startsWith(name.toLowerCase()) && /^(?:\s|$)/.test(content.slice(name.length));
  return isAfterName || others.some((pattern) => pattern.test(content));
}

/** Whether a text without quotes has so many words that it may be a sentence in any language. */
function mayBeSentence(content: string): boolean {
  return (content.match(/(?<!\S)[\p{L}'’]+(?!\S)/gu)?.length ?? 0) > 3;
}

const others = [
  /<\/?[A-Za-z|｜][^<>\n]*>|\[\/?[A-Z_]{3,}\]/,
  /^[{[｛（［「『【<>(`*]|^\$\s|^[\w.$]{1,99}(?:\(.*\)|\[.*\]|\{.*\})$/,
  /^[\p{L}_$][\w$.]{0,99}(?:\[[^[\]]{0,99}\])?\s{0,9}(?:[:+]?=|<-)/u,
  /^(?:--?\w|[-*•]\s|\d+[.)]\s)/,
  /^["'`*]*[\p{L}_][\p{L}\p{N}_ -]{0,40}["'`*]*(?:[:：]\s|[=＝])/u,
  /^(?:none|null|undefined|nil|nan|n\/a|true|false|(?:not|none) (?:applicable|available|needed|required))$/i,
  /^(?:""|''|“”)$|^%7b/i,
  /\n/,
  /[.!?。！？…]["'”’)\]]*\s*$/,
  /[.!?]\s+\p{Lu}|[。！？]\s*\S/u,
  /^(?:i|i['’]\w+|sorry|unfortunately|unable|cannot|let me|as an ai|the (?:user|tool|answer)|here (?:you|is|are)|抱歉|对不起|无法|我)(?=$|[\s,，])|^(?:请|很抱歉|不好意思|すみません|申し訳|죄송)/i,
  /^(?:sure|okay|ok|done|no|yes|please)(?:\s*,|\s)/i,
  /^[@/]\w+\s/,
];
