import type { Issue, QuickFix } from "@helve/core";
import type { SourceText } from "@helve/core/internal";
import { quoted } from "./reading.ts";
import { readString } from "./string-literal.ts";

// What other languages have and rules have not: their signs, their words, their quotes.

/** What to do instead. */
export interface Advice {
  readonly advice: string;
  readonly expected: string;
  /** What to write in its place, where that is beyond doubt. */
  readonly write?: string;
}

const leaveOut: Advice = { advice: "leave it out", expected: "nothing" };
const none: Advice = { advice: "a check without predicates always holds", expected: "a predicate", write: " " };
const quote: Advice = { advice: 'a string stands in "double quotes"', expected: '"' };
const fence: Advice = { advice: "leave the fence out", expected: "nothing", write: "" };

const signs: ReadonlyMap<string, Advice> = new Map([
  ...each("~ ！", writing("!")),
  ...each("（", writing("(")),
  ...each("）", writing(")")),
  ...each("，", writing(",")),
  ...each("：", writing(":")),
  ...each("［", writing("[")),
  ...each("］", writing("]")),
  ...each("｛", writing("{")),
  ...each("｝", writing("}")),
]);

function each(found: string, advice: Advice): readonly [string, Advice][] {
  return found.split(" ").map((sign) => [sign, advice]);
}

function writing(write: string): Advice {
  return { advice: `write ${write}`, expected: quoted(write), write };
}

const words: ReadonlyMap<string, Advice> = new Map(each("none null", none));

/** What to do about a word that is the name of no predicate, in any case; undefined when it may be one. */
export function adviceOnWord(word: string): Advice | undefined {
  return words.get(word.toLowerCase());
}

/** Whether a sign that was read as another is not the one to write. */
export function isForeign(sign: string): boolean {
  return sign.length === 1 && signs.has(sign);
}

/** The mistake that some characters of the text are, which mean nothing in a rule. */
export function foreignIssue(source: SourceText, offset: number, length: number): Issue {
  const found = source.text.slice(offset, offset + length);
  const { advice, expected, write } = adviceOn(found);
  const range = source.range(offset, offset + length);
  return {
    code: "unexpected_character",
    message: `${quoted(found)} means nothing in a rule: ${advice}`,
    range,
    expected,
    ...(write !== undefined && { quickFix: fixOf(range, found, write) }),
  };
}

/** The change that puts other characters, or none, in the place of some. */
export function fixOf(range: QuickFix["range"], found: string, write: string): QuickFix {
  return { title: write.trim() === "" ? `Leave out ${quoted(found)}` : `Write ${quoted(write)}`, range, text: write };
}

/** What a text in other quotes than those of a string says. */
export function foreignText(literal: string): string {
  const end = literal.slice(-1);
  const inner = literal.slice(1, -1).replace(/\\(.)/gsu, (whole, letter) => (letter === end ? end : whole));
  return readString(`"${inner}"`).value;
}

function adviceOn(found: string): Advice {
  const known = signs.get(found);
  if (known !== undefined) return known;
  if (found.startsWith("```")) return fence;
  if (isQuoted.test(found)) return { ...quote, write: JSON.stringify(foreignText(found)) };
  return /['`‘’“”]/.test(found) ? quote : leaveOut;
}

const isQuoted = /^(?:'.*'|`.*`|[“”].*[“”]|[‘’].*[‘’])$/s;
