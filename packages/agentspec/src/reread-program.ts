// Reads a changed text by reading the changed rules alone, so that an edit of a long text takes no longer than one of a short text.

import type { Issue, TextPosition, TextRange } from "@helve/core";
import { sourceText } from "@helve/core/internal";
import type { Program, ProgramComment, Rule, RuleTest } from "@helve/core/program";
import { keepMoved } from "./diagnose/rules-without-issues.ts";
import { attachComments, type CommentText } from "./syntax/comments.ts";
import {
  maxTextLength,
  type NamedRanges,
  namesIn,
  type ProgramReadResult,
  readProgram,
  readResultOf,
} from "./syntax/parse-program.ts";
import { maxIssues } from "./syntax/parser-state.ts";

/**
 * Reads a text of which an earlier version was read. The result is the same as that of `readProgram`, and shares parts with the earlier one.
 *
 * The text is read from the last valid rule or test before the change to the first one after it. If both are read as before, the parts
 * before and after them are, too. Otherwise, and where a change can concern other parts (the header, a name that is there twice), the text is
 * read as a whole.
 *
 * @param previous - from `readProgram` or this function
 */
export function rereadProgram(before: string, previous: ProgramReadResult, text: string): ProgramReadResult {
  if (before === text) return previous;
  if (text.length > maxTextLength) return readProgram(text);
  // The issue of an unfinished rule can be at the beginning of the next one, which is then no end of the part.
  return rereadWindow(before, previous, text, 0) ?? rereadWindow(before, previous, text, 1) ?? readProgram(text);
}

type Block = Rule | RuleTest;

/** The part of the text that is read again. */
interface Window {
  /** The block before the change, which is read again to see that it is unchanged. */
  readonly first: Block;
  /** The block after the change; absent if the text is read up to its end. */
  readonly last: Block | undefined;
  /** Where the part ends in the earlier text. */
  readonly end: number;
}

function rereadWindow(
  before: string,
  previous: ProgramReadResult,
  text: string,
  skipped: number,
): ProgramReadResult | undefined {
  const { partialProgram: program, issues } = previous;
  const named = namesIn(previous);
  const blocks = blocksOf(program);
  const window = windowOf(before, text, blocks, skipped);
  const headEnd = blocks[0]?.range.start.offset ?? 0;
  if (named === undefined || window === undefined || !isLocal(previous, headEnd)) return undefined;
  const { first, last, end } = window;
  const start = first.range.start.offset;
  const delta = text.length - before.length;
  const [oldPart, newPart] = [before.slice(start, end), text.slice(start, end + delta)];
  if (headerLine.test(oldPart) || headerLine.test(newPart)) return undefined;
  // The names of the shared bindings are declared before the first rule.
  const head = `${before.slice(0, headEnd)}\n`;
  const read = readProgram(head + newPart);
  const readNames = namesIn(read);
  if (readNames === undefined || !isLocal(read, head.length)) return undefined;
  if (read.issues.length + issues.length >= maxIssues || read.partialProgram.rules.length > maxWindowRules)
    return undefined;

  const toText = shiftBetween(sourceText(head).range(head.length, head.length).start, first.range.start);
  const readBlocks = blocksOf(read.partialProgram).filter(({ range }) => range.start.offset >= head.length);
  const changedFrom = first.range.end.offset;
  const [readFirst] = readBlocks;
  if (readFirst === undefined || !isSameBlock(toText(readFirst.range), first.range)) return undefined;
  const readLast = last && readBlocks.at(-1);
  const lastRange = readLast && toText(readLast.range);
  if (last !== undefined && (lastRange === undefined || lastRange.end.offset !== last.range.end.offset + delta)) {
    return undefined;
  }
  if (lastRange !== undefined && lastRange.start.offset !== (last?.range.start.offset ?? 0) + delta) return undefined;
  const readIssues = read.issues.map((issue) => shifted(issue, toText));
  const guarded = lastRange?.start.offset ?? Number.POSITIVE_INFINITY;
  if (readIssues.some(({ range }) => startOf(range) < changedFrom || startOf(range) >= guarded)) return undefined;

  const isBefore = (range: TextRange | undefined): boolean => startOf(range) < changedFrom;
  const isAfter = (range: TextRange | undefined): boolean => last !== undefined && startOf(range) >= end;
  const toNew =
    last === undefined || lastRange === undefined ? undefined : shiftBetween(last.range.start, lastRange.start);
  /** Of the earlier parts those before and after the window, and between them those that were read again. */
  const spliced = <Part extends { readonly range?: TextRange }>(
    old: readonly Part[],
    again: readonly Part[],
  ): Part[] => [
    ...old.filter(({ range }) => isBefore(range)),
    ...again.filter(({ range }) => !isBefore(range)),
    ...(toNew === undefined ? [] : old.filter(({ range }) => isAfter(range)).map((part) => shifted(part, toNew))),
  ];
  const again = shiftedProgram(read.partialProgram, head.length, toText);
  const names = spliced(
    named.map(([name, range]) => ({ name, range })),
    readNames
      .filter(([, range]) => startOf(range) >= head.length)
      .map(([name, range]) => ({ name, range: toText(range) })),
  );
  if (changesOtherNames(named, names, window, before)) return undefined;
  const rules = spliced(program.rules, again.rules);
  const moved = program.rules.length - rules.length;
  if (last !== undefined) {
    for (const [index, rule] of program.rules.entries()) {
      const to = rules[index - moved];
      if (to !== undefined && isAfter(rule.range)) keepMoved(rule, to);
    }
  }
  const tests = spliced(program.tests ?? [], again.tests ?? []);
  const forms = spliced(program.alternativeForms ?? [], again.alternativeForms ?? []);
  if (rules.length + tests.length === 0 || rules.length > maxRules) return undefined;
  const source = sourceText(text);
  const { header, bindings } = program;
  const uncommented: Program = {
    type: "program",
    ...(header !== undefined && { header }),
    ...(bindings !== undefined && { bindings }),
    rules,
    ...(tests.length > 0 && { tests }),
    ...(forms.length > 0 && { alternativeForms: forms }),
    range: source.range(0, text.length),
  };
  const comments = spliced(program.comments ?? [], again.comments ?? []).map(commentText);
  return readResultOf(
    attachComments(uncommented, comments, source),
    spliced(issues, readIssues),
    names.map(({ name, range }) => [name, range]),
  );
}

/** A longer part is read as fast as the whole text. */
const maxWindowRules = 1000;
/** Below the limit of a program, which is checked when the whole text is read. */
const maxRules = 9000;

/** A line that may belong to the header, wherever it is. */
const headerLine = /(?:^|[\r\n]|\bend\b)[^\S\r\n]*(?:default|on|trust|untrusted)\b/;

/** Whether the parts of a text don't depend on each other: no name is there twice, and all of the header is at the start and valid. */
function isLocal({ partialProgram: { header, bindings = [] }, issues }: ProgramReadResult, headEnd: number): boolean {
  if (issues.some(({ code, range }) => globalCodes.has(code) || startOf(range) < headEnd)) return false;
  return [header, ...bindings].every((part) => part === undefined || part.range.end.offset <= headEnd);
}

const globalCodes: ReadonlySet<string> = new Set([
  ...["duplicate_rule", "duplicate_test", "unterminated_comment", "misplaced_header", "invalid_header"],
  ...["too_many_issues", "too_many_rules", "no_rule", "too_long"],
]);

/**
 * The blocks around the change that begin a line; `undefined` if there is none before it.
 *
 * @param skipped - how many blocks after the change are left out
 */
function windowOf(before: string, text: string, blocks: readonly Block[], skipped: number): Window | undefined {
  const shorter = Math.min(before.length, text.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === text.charCodeAt(start)) start++;
  let same = 0;
  while (
    same < shorter - start &&
    before.charCodeAt(before.length - 1 - same) === text.charCodeAt(text.length - 1 - same)
  ) {
    same++;
  }
  const end = before.length - same;
  // Something unchanged is between the blocks and the change: a word may go on there, or a line break have two characters.
  const first = blocks.findLast(({ range }) => range.end.offset + 1 < start && range.start.column === 1);
  const after = blocks.findIndex(({ range }) => range.start.offset - 2 > end && range.start.column === 1);
  const last = after < 0 ? undefined : blocks.slice(after + skipped).find(({ range }) => range.start.column === 1);
  return first && { first, last, end: last?.range.end.offset ?? before.length };
}

/** The valid rules and tests, in the order of the text. */
function blocksOf({ rules, tests = [] }: Program): readonly Block[] {
  if (tests.length === 0) return rules;
  return [...rules, ...tests].sort((a, b) => a.range.start.offset - b.range.start.offset);
}

function isSameBlock(one: TextRange, other: TextRange): boolean {
  return one.start.offset === other.start.offset && one.end.offset === other.end.offset;
}

/** Whether a name that is new or gone may also be a name outside of the window. */
function changesOtherNames(
  old: NamedRanges,
  names: readonly { readonly name: string }[],
  { first, end }: Window,
  before: string,
): boolean {
  const [oldNames, newNames] = [new Set(old.map(([name]) => name)), new Set(names.map(({ name }) => name))];
  if (newNames.size < names.length) return true;
  const changed = [...oldNames].filter((name) => !newNames.has(name));
  for (const name of newNames) if (!oldNames.has(name)) changed.push(name);
  const outside = [before.slice(0, first.range.end.offset), before.slice(end)];
  return changed.some((name) => outside.some((part) => hasWord(part, name)));
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const [previous, next] = [text.charAt(at - 1), text.charAt(at + word.length)];
    if (!/[\w-]/.test(previous) && !/[\w-]/.test(next)) return true;
  }
  return false;
}

type Shift = (range: TextRange) => TextRange;

/** Shifts ranges so that one position, at the start of a line, becomes another. */
function shiftBetween(from: TextPosition, to: TextPosition): Shift {
  const [offsets, lines] = [to.offset - from.offset, to.line - from.line];
  const shift = ({ offset, line, column }: TextPosition): TextPosition => ({
    offset: offset + offsets,
    line: line + lines,
    column,
  });
  if (offsets === 0 && lines === 0) return (range) => range;
  return ({ start, end }) => ({ start: shift(start), end: shift(end) });
}

/** Copies a value with all its ranges shifted. */
function shifted<Value>(value: Value, shift: Shift): Value {
  if (Array.isArray(value)) return value.map((item) => shifted(item, shift)) as Value;
  if (typeof value !== "object" || value === null) return value;
  const copy: Record<string, unknown> = {};
  for (const key in value) {
    const member = value[key];
    copy[key] =
      key === "range" ? shift(member as TextRange) : typeof member === "object" ? shifted(member, shift) : member;
  }
  return copy as Value;
}

/** The parts of a program from an offset, with shifted ranges. */
function shiftedProgram({ rules, tests, alternativeForms, comments }: Program, from: number, shift: Shift) {
  const parts = <Part extends { readonly range: TextRange }>(all: readonly Part[] = []): readonly Part[] =>
    all.filter(({ range }) => startOf(range) >= from).map((part) => shifted(part, shift));
  return {
    rules: parts(rules),
    tests: parts(tests),
    alternativeForms: parts(alternativeForms),
    comments: parts(comments),
  };
}

function commentText({ text, range }: ProgramComment): CommentText {
  return { image: text, startOffset: range.start.offset };
}

function startOf(range: Issue["range"]): number {
  return range?.start.offset ?? 0;
}
