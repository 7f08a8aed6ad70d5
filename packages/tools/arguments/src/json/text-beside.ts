/** Text beside the arguments: prose is left out, and what may be another argument is not. */
import type { Args } from "@helve/core";
import { isObject, quote } from "@helve/core/internal";
import type { ExpectedParameters } from "./expected-parameters.ts";
import type { JsonReading } from "./json-reading.ts";
import { textIssue } from "./text-issue.ts";
import { thoughtEnd } from "./thought.ts";

/**
 * Refuses a reading that left out text which may hold an argument: the name of a parameter as a key, another key with a value,
 * an option, a tag, or a call around the arguments.
 */
export function withoutLeftOutArguments(text: string, reading: JsonReading, expected: ExpectedParameters): JsonReading {
  if (reading.issues.length > 0) return reading;
  for (const { kind, offset = 0, before } of reading.repairs) {
    if (kind !== "prose" && kind !== "special_token") continue;
    const piece = String(before);
    if (thoughtEnd(piece, 0) > 0) continue;
    const found =
      kind === "prose"
        ? argumentIn(piece, { expected, value: reading.value, followsValue: followsValue(text, offset) })
        : tagOfParameter(piece, expected);
    if (found === undefined) continue;
    const start = offset + piece.indexOf(found);
    const message = `ambiguous: ${quote(found)} beside the arguments may be one of them (write one JSON object with all arguments)`;
    const issue = textIssue(text, {
      code: "text_beside",
      message,
      start,
      end: start + found.length,
      expected: "one JSON object",
    });
    return { value: undefined, issues: [issue], repairs: reading.repairs };
  }
  return reading;
}

interface ProsePlace {
  readonly expected: ExpectedParameters;
  /** The value that was read. */
  readonly value: unknown;
  /** Whether the text directly follows a value. */
  readonly followsValue: boolean;
}

/** Returns the part of prose that may be an argument; `undefined` if not found. */
function argumentIn(
  prose: string,
  { expected: { names }, value, followsValue: follows }: ProsePlace,
): string | undefined {
  const isRead = (name: string): boolean => isObject(value) && Object.hasOwn(value, name);
  const next = follows ? nextMember.exec(prose)?.[0] : undefined;
  if (next !== undefined) return next;
  const around = openMember.exec(prose);
  if (around !== null && names.has(around[1] ?? "")) return around[0].trim().slice(0, 80);
  const before = lastMember.exec(prose)?.[0];
  if (before !== undefined) return before;
  for (const { 0: member, 1: name = "", 2: sign = "", 3: rest = "", index } of prose.matchAll(keyPattern)) {
    const isLast = opening.test(rest);
    const isMember = beginsMember(prose, index);
    if (!names.has(name)) {
      const isWord = !isMember && !/["']/.test(rest);
      if (isLast && (isWord || enclosingWords.has(name.toLowerCase()))) continue;
      if (isOtherMember({ name, sign, rest })) return member.trim();
      continue;
    }
    // The text that follows is then the value of the parameter.
    const isItsKey = isLast && !follows && (isMember || /[=＝]/.test(sign));
    if (!isRead(name) || isItsKey || (isMember && isOtherValue(rest, (value as Args)[name]))) return member.trim();
  }
  const assigned = [...prose.matchAll(memberAssignment)].find(([path]) =>
    path.match(/[\w$-]+/g)?.some((part) => names.has(part)),
  );
  if (assigned !== undefined) return assigned[0].trim();
  const patterns = [nameAndScalar, codeName, quotedName, follows ? onlyName : lastName];
  const mentions = patterns.flatMap((pattern) => [...prose.matchAll(pattern)]);
  const mentioned = mentions.find(([, name = ""]) => names.has(name) && !isRead(name));
  if (mentioned !== undefined) return mentioned[0].trim();
  if (loneScalar.test(prose) || loneOperator.test(prose) || (!follows && isItemBefore(prose))) return prose.trim();
  return [option, tag, openCall].map((pattern) => pattern.exec(prose)?.[0]).find((found) => found !== undefined);
}

/** Whether a member can begin at an offset: at the start of a line or of an item, or after a comma. */
function beginsMember(prose: string, at: number): boolean {
  return /(?:^|[\n,;])\s*(?:(?:[-*•]|\d{1,3}[.)])\s*)?$/.test(prose.slice(0, at));
}

/** Whether a string in quotes or a single word after the name of a parameter differs from the value that was read. */
function isOtherValue(rest: string, read: unknown): boolean {
  const [, quoted, word] = /^\s*(?:["'“`]([^"'”`]*)["'”`]|([^\s,;"'“`{}[\]]+))\s*(?:[,;].*)?$/.exec(rest) ?? [];
  const text = quoted ?? word;
  return text !== undefined && text !== (typeof read === "string" ? read : JSON.stringify(read));
}

/** Whether a word and what follows it have the form of a member although no parameter has this name. */
function isOtherMember({
  name,
  sign,
  rest,
}: {
  readonly name: string;
  readonly sign: string;
  readonly rest: string;
}): boolean {
  if (!/^[:：]$/.test(sign)) return true;
  // `{` follows what stands last.
  return opening.test(rest) ? /^[a-z]/.test(name) : scalar.test(rest);
}

/** A key with a colon or `=` directly after a value and a comma, or a key with quotes. */
const nextMember =
  /^\s{0,99}(?:[,;，；、]\s{0,99}["'“]?[\p{L}\p{N}_$-]{1,99}["'”]?\s{0,9}[:=：＝(]|["'“][\w$-]{1,99}["'”]\s{0,9}[:=]|[,，]\s{0,99}(?:["'“{[(]|-?\d|(?:true|false|null|none)\b))/iu;

/** A member whose string has begun and does not end before the arguments: they stand within it. */
const openMember = /(?<![\w$./])["'“`*]{0,3}([\w$-]{1,99})["'”`*]{0,3}\s{0,9}[:=]\s{0,9}(["'])(?:\\.|(?!\2)[^\\])*$/s;

/** A member before a comma and the next value. */
const lastMember = /["'“]?[\w$-]{1,99}["'”]?\s{0,9}[:=][^:=\n]{1,200},\s{0,99}$/;

/** A word with a colon or `=`, and the rest of its line. */
const keyPattern =
  /(?<![\p{L}\p{N}_$./])["'“`*]{0,3}([\p{L}\p{N}_$-]{1,99})["'”`*]{0,3}\s{0,9}(:=?(?!\/\/)|=>?(?!=)|[：＝])[*`]{0,3}([^\n]{0,80})/gu;

/** Matches an assignment to a member: `args.limit =`, `args["limit"] =`. */
const memberAssignment =
  /(?<![\w$])[\w$]{1,99}(?:\.[\w$]{1,99}|\[["'][\w$-]{1,99}["']\]){1,9}\s{0,9}(?:[:+]?=(?![=>])|<-)/g;

/** Matches the text between a key and the object that is its value: nothing, quotes or emphasis. */
const opening = /^[\s"'`“*]*$/;

/** A value in the form of JSON up to the end of the line or the next member. */
const scalar = /^\s{0,9}(?:-?\d[\w.]*|true|false|null|none|["'“`].*["'”`]|[{[].*)\s{0,9}(?:[,;].*)?$/i;

/** Whether a word and a comma precede a value, like an argument without a name. */
function isItemBefore(prose: string): boolean {
  const word = /^\s*([^\s,]{1,99}),$/.exec(prose)?.[1];
  return word !== undefined && !enclosingWords.has(word.toLowerCase());
}

const loneScalar = /^\s*\|?\s*(?:"[^"]*"|'[^']*'|“[^”]*”|-?\d[\d.]*|true|false|null|none)\s*[,|]?\s*$/i;
/** Matches an operator between two objects. */
const loneOperator = /^\s*(?:[|+&*%^]|\|\||&&|\?\?)\s*$/;
const nameAndScalar =
  /(?<![\w$-])([\w$-]{1,99}?)(?:\s{1,9}|\s{0,9}(?:->|→|⇒)\s{0,9})(?=["'“\d]|(?:true|false|null)\b)/g;

/** A name that is no ordinary word, or one in quotes; after a value also a single word, before it the word that stands last. */
const codeName = /(?<![\w$])([A-Za-z$]+(?:[_$]\w+|[a-z][A-Z]\w*))/g;
const quotedName = /["'“`]([\w$-]{1,99})["'”`]/g;
const onlyName = /^\W*([\w$-]{1,99})\W*$/g;
const lastName = /([\w$-]{1,99})["'”`*]{0,3}\s{0,9}(?:->|→|\bis\b)?\s{0,9}$/g;

const option = /(?<!\S)-{1,2}[A-Za-z][\w-]{0,99}/;
const tag = /<\/?[A-Za-z|｜][^<>\n]{0,200}>/;
const openCall = /[\w.$]{1,99}\((?=\s*\S)(?![^()\n]*\))/;

/** Words before a colon that announce the arguments. */
const enclosingWords: ReadonlySet<string> = new Set(
  "arguments args input inputs params parameters json output result answer response call payload body data here sure ok okay yes is call_arguments action_input tool_input tool_call function_call".split(
    " ",
  ),
);

/** Whether the text before an offset ends a value. */
function followsValue(text: string, offset: number): boolean {
  return /[}\])>][\s[(]{0,99}$/.test(text.slice(Math.max(0, offset - 100), offset));
}

/** Whether a tag around arguments names a parameter. */
function tagOfParameter(token: string, { names }: ExpectedParameters): string | undefined {
  const name = /^<\/?([\w-]+)>$/.exec(token)?.[1];
  return name !== undefined && names.has(name) ? token : undefined;
}
