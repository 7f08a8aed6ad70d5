/** Tests whether a text can be written as a name in a rule without quotes, and writes the names of tools. */
import type { ToolPattern } from "@helve/core/program";
import { stringPatterns } from "../syntax/string-patterns.ts";
import { isValueWord, sourceNames, triggerEvents } from "../syntax/vocabulary.ts";

const word = new RegExp(stringPatterns.word.pattern, "u");
const name = new RegExp(stringPatterns.name.pattern, "u");

/** Whether a text is a word of the language: letters, digits, `_` and `-`. Keywords are words, too. */
export function isWord(text: string): boolean {
  return word.test(text);
}

/** Whether a text is a word of the language and not one of its keywords, such as `rule`. */
export function isName(text: string): boolean {
  return name.test(text);
}

/** A tool pattern; its parts are in quotes where they are not words: `Home."Turn On"`. */
export function patternText({ toolkit, tool }: ToolPattern): string {
  const beginning = tool.endsWith("*") ? tool.slice(0, -1) : undefined;
  if (beginning !== undefined) return `${namePart(toolkit, isName)}.${namePart(beginning, isWord)}*`;
  return `${namePart(toolkit, isName)}.${namePart(tool, isWord)}`;
}

/**
 * A tool pattern as in a trigger or a step query, where a tool of any toolkit needs no `any.`: `Bash`, `any`, `Gmail.Send*`.
 *
 * @param isTaken - whether a word has another meaning there, such as a binding
 */
export function shortPatternText(pattern: ToolPattern, isTaken: (word: string) => boolean = () => false): string {
  const beginning = pattern.tool.replace(/\*$/, "");
  const isAnyInAnotherCase = beginning !== "any" && beginning.toLowerCase() === "any";
  const isPlain = isName(beginning) && !isAnyInAnotherCase && !isValueWord(beginning) && !otherWords.has(beginning);
  return pattern.toolkit === "any" && isPlain && !isTaken(beginning) ? pattern.tool : patternText(pattern);
}

/** Words that begin something else where a tool may stand: an event, a binding, a clause. */
const otherWords: ReadonlySet<string> = new Set([
  ...triggerEvents,
  ...sourceNames,
  ...["action", "act", "finish", "let", "query", "prepare", "where", "since", "within"],
]);

/** A name; in quotes if it is no word, or if the parser would report it as a misspelt `any`, such as `ANY`. */
function namePart(text: string, isPlain: (text: string) => boolean): string {
  const isAnyInAnotherCase = text !== "any" && text.toLowerCase() === "any";
  return isPlain(text) && !isAnyInAnotherCase ? text : JSON.stringify(text);
}
