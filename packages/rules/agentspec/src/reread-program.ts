/** Reads a changed text by reading the changed rules alone, so that an edit of a long text takes no longer than one of a short text. */
import type { TextPosition, TextRange } from "@helve/core";
import { sourceText } from "@helve/core/internal";
import type { Rule, RuleTest } from "@helve/core/program";
import { keepIdentity } from "./diagnose/rule-identity.ts";
import { combineParts, type ProgramReadResult, partsOf } from "./syntax/combine-parts.ts";
import { maxTextLength, readProgram } from "./syntax/parse-program.ts";
import { maxIssues } from "./syntax/parser-state.ts";
import type { ProgramParts } from "./syntax/program-parts.ts";
import { type Shift, shiftBetween, shifted, startOffset } from "./syntax/ranges.ts";
import { readParts } from "./syntax/read-parts.ts";

/** The result of reading an earlier version of a text. */
export interface EarlierReading {
  readonly text: string;
  /** From `readProgram` or `rereadProgram`. */
  readonly reading: ProgramReadResult;
}

/**
 * Reads a new version of a text. The result is the same as that of `readProgram`, and shares parts with the result of an earlier version.
 *
 * The text is read from the last valid rule or test before the change to the first one after it. If both are read as before, the parts
 * before and after them are, too. Otherwise the text is read as a whole.
 */
export function rereadProgram(earlier: readonly EarlierReading[], text: string): ProgramReadResult {
  const same = earlier.find((one) => one.text === text);
  if (same !== undefined) return same.reading;
  if (text.length > maxTextLength) return readProgram(text);
  const source = sourceText(text);
  const windows = earlier.flatMap((one) => windowsOf(one, text));
  windows.sort((a, b) => a.end - a.start - (b.end - b.start));
  for (const window of windows) {
    const parts = rereadWindow(window, text);
    if (parts !== undefined) return combineParts(parts, source);
  }
  return readProgram(text);
}

type Block = Rule | RuleTest;

/** The part of a text that is read again. */
interface Window {
  readonly earlier: EarlierReading;
  readonly parts: ProgramParts;
  /** The valid rules and tests of the earlier text, in the order of the text. */
  readonly blocks: readonly Block[];
  /** The block before the change, which is read again to see that it is unchanged; absent if the text is read from its start. */
  readonly first: Block | undefined;
  /** The block after the change; absent if the text is read up to its end. */
  readonly last: Block | undefined;
  /** Where the part starts and ends in the earlier text. */
  readonly start: number;
  readonly end: number;
}

/** Lists windows around a change, the smallest first. */
function windowsOf(earlier: EarlierReading, text: string): readonly Window[] {
  const { text: before, reading } = earlier;
  const parts = partsOf(reading);
  if (parts === undefined || !isWhole(parts)) return [];
  const blocks = blocksOf(parts);
  const start = commonPrefix(before, text);
  const end = before.length - commonSuffix(before, text, start);
  // Something unchanged is between the blocks and the change: a word may go on there, or a line break have two characters.
  const first = blocks.findLast(({ range }) => range.end.offset + 1 < start && range.start.column === 1);
  const whole = { earlier, parts, blocks, first, last: undefined, start: first?.range.start.offset ?? 0 };
  const last = nextBlock(blocks, end);
  if (last === undefined) return [{ ...whole, end: before.length }];
  const window = { ...whole, last, end: last.range.end.offset };
  // The issue of an unfinished rule can be at the beginning of the next one, which is then no end of the part.
  return [window, endingAt(window, nextBlock(blocks, window.end))];
}

/** The first block that begins a line and is after an offset. */
function nextBlock(blocks: readonly Block[], offset: number): Block | undefined {
  return blocks.find(({ range }) => range.start.offset - 2 > offset && range.start.column === 1);
}

/** Ends the reread window at a block. */
function endingAt(window: Window, last: Block | undefined): Window {
  return { ...window, last, end: last?.range.end.offset ?? window.earlier.text.length };
}

/** Reads a window. Returns the parts of the whole text; `undefined` if those outside of the window may be others. */
function rereadWindow(window: Window, text: string): ProgramParts | undefined {
  const { earlier, parts, blocks, first, last, start, end } = window;
  const { text: before } = earlier;
  const delta = text.length - before.length;
  // The names of the shared bindings are declared before the first rule.
  const head = first === undefined ? "" : `${before.slice(0, blocks[0]?.range.start.offset)}\n`;
  const source = sourceText(head + text.slice(start, end + delta));
  const read = readParts(source);
  if (!isWhole(read)) return undefined;
  const toText = shiftBetween(source.range(head.length, head.length).start, first?.range.start ?? startOfText);

  const opened = read.issues.find(({ code }) => code === "unterminated_comment")?.range;
  if (last !== undefined && opened !== undefined) {
    const closed = text.indexOf("*/", toText(opened).start.offset + 2);
    return rereadWindow(
      endingAt(window, closed < 0 ? undefined : nextBlock(blocks, Math.max(closed - delta, end))),
      text,
    );
  }

  const again = partsFrom(read, head.length, toText);
  const readBlocks = blocksOf(again);
  const [readFirst, readLast] = [readBlocks[0], readBlocks.at(-1)];
  const changedFrom = first?.range.end.offset ?? 0;
  if (first !== undefined && !isAt(readFirst, first, 0)) return undefined;
  if (last !== undefined && !isAt(readLast, last, delta)) return undefined;
  const unchangedFrom = last === undefined ? Number.POSITIVE_INFINITY : last.range.start.offset + delta;
  if (again.issues.some((issue) => startOf(issue) < changedFrom || startOf(issue) >= unchangedFrom)) return undefined;
  if (first === undefined && last !== undefined) {
    const names = differentNames(parts.sharedNames, read.sharedNames);
    if (names.some((name) => hasWord(text.slice(end + delta), name))) return undefined;
  }
  const toNew = last && readLast && shiftBetween(last.range.start, readLast.range.start);
  return splice(window, again, toNew, changedFrom);
}

/** Replaces the parts inside a window by newly read ones. */
function splice(
  { parts, first, end }: Window,
  again: ProgramParts,
  toNew: Shift | undefined,
  changedFrom: number,
): ProgramParts | undefined {
  const spliced = <Part extends Placed>(old: readonly Part[], read: readonly Part[], move = shifted<Part>): Part[] => {
    const result: Part[] = [];
    for (const part of old) if (startOf(part) < changedFrom) result.push(part);
    for (const part of read) if (startOf(part) >= changedFrom) result.push(part);
    if (toNew !== undefined) for (const part of old) if (startOf(part) >= end) result.push(move(part, toNew));
    return result;
  };
  const moveRule = (rule: Rule, shift: Shift): Rule => {
    const moved = shifted(rule, shift);
    keepIdentity(rule, moved);
    return moved;
  };
  const result = {
    headerLines: spliced(parts.headerLines, again.headerLines),
    // They are before the first rule.
    bindings: first === undefined ? again.bindings : parts.bindings,
    sharedNames: first === undefined ? again.sharedNames : parts.sharedNames,
    rules: spliced(parts.rules, again.rules, moveRule),
    tests: spliced(parts.tests, again.tests),
    alternativeForms: spliced(parts.alternativeForms, again.alternativeForms),
    comments: spliced(parts.comments, again.comments),
    names: spliced(parts.names, again.names),
    issues: spliced(parts.issues, again.issues),
  };
  return isWhole(result) ? result : undefined;
}

/** Below the limit of a program, which is checked when the whole text is read. */
const maxRules = 9000;

/** Whether a text was read up to its end: after too many issues or rules, the parser stops. */
function isWhole({ issues, rules }: ProgramParts): boolean {
  return issues.length <= maxIssues && rules.length <= maxRules;
}

/** The parts from an offset, with shifted ranges. */
function partsFrom(parts: ProgramParts, from: number, shift: Shift): ProgramParts {
  const some = <Part extends Placed>(all: readonly Part[]): readonly Part[] =>
    all.filter((part) => startOf(part) >= from).map((part) => shifted(part, shift));
  return {
    headerLines: some(parts.headerLines),
    bindings: some(parts.bindings),
    sharedNames: parts.sharedNames,
    rules: some(parts.rules),
    tests: some(parts.tests),
    alternativeForms: some(parts.alternativeForms),
    comments: some(parts.comments),
    names: some(parts.names),
    issues: some(parts.issues),
  };
}

/** The rules and tests, in the order of the text. */
function blocksOf({ rules, tests }: ProgramParts): readonly Block[] {
  if (tests.length === 0) return rules;
  return [...rules, ...tests].sort((a, b) => startOf(a) - startOf(b));
}

/** Whether a block is where another one was, moved by an offset. */
function isAt(block: Block | undefined, { range: { start, end } }: Block, delta: number): boolean {
  return block?.range.start.offset === start.offset + delta && block.range.end.offset === end.offset + delta;
}

/** The names that are in one of two lists. */
function differentNames(one: readonly string[], other: readonly string[]): readonly string[] {
  return [...one.filter((name) => !other.includes(name)), ...other.filter((name) => !one.includes(name))];
}

/** Whether a text contains a word, not as a part of another one. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const [previous, next] = [text.charAt(at - 1), text.charAt(at + word.length)];
    if (!/[\w-]/.test(previous) && !/[\w-]/.test(next)) return true;
  }
  return false;
}

interface Placed {
  readonly range?: TextRange;
}

/** Returns the offset at which a node begins in the source. */
function startOf({ range }: Placed): number {
  return startOffset(range);
}

const startOfText: TextPosition = { offset: 0, line: 1, column: 1 };

/** How many characters two texts have in common at their start. */
function commonPrefix(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length);
  let same = 0;
  while (same + step <= shorter && one.slice(same, same + step) === other.slice(same, same + step)) same += step;
  while (same < shorter && one.charCodeAt(same) === other.charCodeAt(same)) same++;
  return same;
}

/** How many characters two texts have in common at their end, after a common prefix. */
function commonSuffix(one: string, other: string, prefix: number): number {
  const shorter = Math.min(one.length, other.length) - prefix;
  const fromEnd = (text: string, same: number): string => text.slice(text.length - same - step, text.length - same);
  let same = 0;
  while (same + step <= shorter && fromEnd(one, same) === fromEnd(other, same)) same += step;
  while (same < shorter && one.charCodeAt(one.length - 1 - same) === other.charCodeAt(other.length - 1 - same)) same++;
  return same;
}

/** How many characters are compared at once. */
const step = 1024;
