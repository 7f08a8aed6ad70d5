/** Recognizes type annotations in a docstring, and separates a type from its notes: `int, optional, default: 3`. */
import { findClosingBracket, indexesOutsideBrackets } from "./scan.ts";
import { withoutUndefined } from "./without-undefined.ts";

const commonTypeNames = new Set(
  `any array bool boolean bytes callable date datetime dict dictionary double enum float int integer iterable list
  literal mapping none null number object optional path sequence set str string tuple union`.split(/\s+/),
);

const connectors = new Set(["of", "or", "and", "to", "mapping", "|", ",", "，", "/"]);

/** Whether a word is the name of a common type, in any case: `int`, `Dict`, `array`. */
export function isCommonTypeName(word: string): boolean {
  return commonTypeNames.has(word.toLowerCase());
}

/** Whether a text is certainly a type: names of common types, with or without brackets. */
export function isCommonType(text: string): boolean {
  if (!looksLikeType(text)) return false;
  return wordsOutsideBrackets(text).every(
    (word) => connectors.has(word) || isCommonTypeName(word.slice(word.lastIndexOf(".") + 1)),
  );
}

/**
 * Whether a text can be a type rather than a sentence: one name, or names connected by `of`, `or`, `|` and the like,
 * each with or without brackets.
 */
export function looksLikeType(text: string): boolean {
  if (text.length > 1000) return false;
  let expectsName = true;
  for (const word of wordsOutsideBrackets(text)) {
    if (word === "_" && !expectsName) continue;
    const isConnector = connectors.has(word);
    const isName = !isConnector && /^[\p{L}_][\p{L}\p{N}_.?*-]*(?<![.-])$/u.test(word);
    if (isName !== expectsName || isName === isConnector) return false;
    expectsName = !isName;
  }
  return !expectsName;
}

/** Removes markup from a type: roles (``:class:`str` ``), backticks, line breaks. */
export function stripTypeMarkup(text: string): string {
  const lines = stripMarkup(text).split("\n");
  const isTight = (line: string, index: number): boolean =>
    /[([{]$/.test(lines[index - 1] ?? "(") || /^[)\]}]/.test(line);
  return lines
    .map((line, index) => (isTight(line, index) ? line : ` ${line}`))
    .join("")
    .trim();
}

/** The parts of a bracketed annotation such as `int, optional, defaults to 3`. */
export interface TypeNotes {
  readonly type?: string;
  readonly optional?: boolean;
  readonly default?: string;
}

/**
 * Separates `optional`, `required` and the default from a type. `type` is absent if nothing else is left.
 *
 * @example
 * splitTypeNotes("int, optional, defaults to 3"); // { type: "int", optional: true, default: "3" }
 */
export function splitTypeNotes(written: string): TypeNotes {
  const kept: string[] = [];
  let notes: TypeNotes = {};
  for (const part of splitAtCommas(stripTypeMarkup(written)).flatMap(expandBracketedNotes)) {
    const note = readNote(part);
    if (note === undefined) kept.push(part);
    else notes = { ...notes, ...note };
  }
  const [text, value] = splitAssignedDefault(kept.join(", "));
  if (value !== undefined) notes = { default: value, ...notes };
  const hasQuestionMark = text.endsWith("?");
  const type = hasQuestionMark ? text.slice(0, -1).trimEnd() : text;
  return withoutUndefined({
    type: type || undefined,
    optional: hasQuestionMark || undefined,
    ...notes,
  });
}

/** Splits a default after an equals sign from a type: `int = 10` becomes `int` and `10`. */
function splitAssignedDefault(text: string): readonly [type: string, value?: string] {
  const equals = [...indexesOutsideBrackets(text)].find((index) => text[index] === "=");
  if (equals === undefined || /[=<>!]/.test(`${text[equals - 1]}${text[equals + 1]}`)) return [text];
  const [type, value] = [text.slice(0, equals).trim(), text.slice(equals + 1).trim()];
  return value !== "" && looksLikeType(type) ? [type, value] : [text];
}

/** Splits notes in brackets from a type: `int (optional, default: 3)` becomes `int`, `optional`, `default: 3`. */
function expandBracketedNotes(part: string): readonly string[] {
  if (!/[)）]$/.test(part)) return [part];
  for (let open = part.search(/[(（]/), close = -1; open >= 0; ) {
    close = findClosingBracket(part, open);
    if (close === -1) return [part];
    if (close === part.length - 1) {
      const notes = splitAtCommas(part.slice(open + 1, close));
      const isNoted = open > 0 && notes.every((note) => note !== "" && readNote(note) !== undefined);
      return isNoted ? [part.slice(0, open).trim(), ...notes] : [part];
    }
    const next = part.slice(close + 1).search(/[(（]/);
    open = next === -1 ? -1 : close + 1 + next;
  }
  return [part];
}

/** Reads one note, such as `optional` or `default: 3`; undefined if the text is part of the type. */
function readNote(part: string): TypeNotes | undefined {
  const word = part.length > 20 ? "" : part.replace(/^[*_]+|[*_]+$/g, "").toLowerCase();
  if (part === "") return {};
  if (word === "optional" || word === "可选") return { optional: true };
  if (word === "required" || word === "必填" || word === "必需") return { optional: false };
  const marker = /^(?:defaults?\s*(?:to\s|is\s|[=:：]|(?<=\s))|默认值?\s*[=:：为是]?)\s*(?=\S)/i.exec(part);
  return marker === null ? undefined : { default: part.slice(marker[0].length) };
}

/** Removes roles and backticks: ``:class:`~a.B` `` becomes `a.B`. */
function stripMarkup(text: string): string {
  return text.replace(/(?:(?::[\w+.-]{1,40}){1,3}:)?(`{1,2})~?([^`]+)\1/g, "$2");
}

/**
 * Splits a type into names, connectors and other characters. A bracket or string is part of the name it touches; alone
 * it is the word `_`.
 */
function wordsOutsideBrackets(text: string): readonly string[] {
  let masked = "";
  let next = 0;
  for (const index of [...indexesOutsideBrackets(text), text.length]) {
    if (index > next && !/[\p{L}\p{N}_]/u.test(masked.charAt(masked.length - 1))) masked += "_";
    masked += text.charAt(index);
    next = index + 1;
  }
  return masked.match(/[\p{L}\p{N}_.?*-]+|\S/gu) ?? [];
}

/** Splits a text at commas outside brackets and strings. */
function splitAtCommas(text: string): readonly string[] {
  const commas = [...indexesOutsideBrackets(text)].filter((index) => text[index] === "," || text[index] === "，");
  return [-1, ...commas].map((comma, index) => text.slice(comma + 1, commas[index]).trim());
}
