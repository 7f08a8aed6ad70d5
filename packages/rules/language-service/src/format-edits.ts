import { formatProgram, type Program, readProgram } from "@helve/agentspec";
import { clampOffset, isInComment } from "./at-offset.ts";
import { lexedText, type OpenProgram, programReading, type Span } from "./open-program.ts";
import { ruleOutlines } from "./rule-outline.ts";
import { testOutlines } from "./test-outline.ts";
import type { TextEdit } from "./text-edit.ts";

/**
 * Formats the rules and tests that touch a part of the text, by default the whole text. Of a text with mistakes, it formats the rules and tests
 * without mistakes. Line endings are unchanged.
 *
 * @param start - in UTF-16 units
 * @param end - in UTF-16 units
 * @returns one edit for each rule, test or text between them that changes
 *
 * @example
 * formattingEdits(openProgram("rule a trigger X enforce stop end")).map(({ newText }) => newText);
 */
export function formattingEdits(program: OpenProgram, start?: number, end?: number): readonly TextEdit[] {
  if (start === undefined && end === undefined) {
    const formatted = formattedText(program.text);
    if (formatted !== undefined) return editsBySegment(program, formatted);
  }
  const from = clampOffset(program, start ?? 0);
  const to = clampOffset(program, end ?? program.text.length);
  return blocksOf(programReading(program).partialProgram)
    .filter((block) => block.start <= to && block.end >= from)
    .flatMap((block) => formattedBlock(program, block));
}

/**
 * Formats the rule or the test that was just finished: after its `end`, a line break was typed.
 *
 * @param offset - after the typed character
 */
export function formattingEditsOnType(program: OpenProgram, offset: number): readonly TextEdit[] {
  const at = clampOffset(program, offset);
  if (isInComment(program, at)) return [];
  const block = blocksOf(programReading(program).partialProgram).findLast(({ end }) => end <= at);
  if (block === undefined || !/^[^\S\r\n]*(?:\r\n?|\n)\s*$/.test(program.text.slice(block.end, at))) return [];
  return formattedBlock(program, block);
}

/** The rules and tests without mistakes, in the order of the text. */
function blocksOf({ rules, tests = [] }: Program): readonly Span[] {
  const blocks = [...rules, ...tests].map(({ range }) => ({ start: range.start.offset, end: range.end.offset }));
  return blocks.sort((a, b) => a.start - b.start);
}

/** Formats one rule or test alone, below the header and the shared `let` bindings of the text. */
function formattedBlock(program: OpenProgram, block: Span): readonly TextEdit[] {
  const own = program.text.slice(block.start, block.end);
  const formatted = formattedText(`${beforeBlocks(program)}\n${own}`) ?? formattedText(own);
  const last = formatted === undefined ? undefined : blocksOf(readProgram(formatted).partialProgram).at(-1);
  if (formatted === undefined || last === undefined) return [];
  return editOf(program, block, formatted.slice(last.start, last.end));
}

/** The text before the first rule or test. */
function beforeBlocks(program: OpenProgram): string {
  const first = [...ruleOutlines(program), ...testOutlines(program)].map(({ tokens }) => tokens[0]?.startOffset ?? 0);
  return program.text.slice(0, Math.min(program.text.length, ...first));
}

/** Lists the edits of each rule or test, and of the texts between them. */
function editsBySegment(program: OpenProgram, formatted: string): readonly TextEdit[] {
  const before = segments(blocksOf(programReading(program).partialProgram), program.text.length);
  const after = segments(blocksOf(readProgram(formatted).partialProgram), formatted.length);
  if (before.length !== after.length) return editOf(program, { start: 0, end: program.text.length }, formatted);
  return before.flatMap((segment, index) => {
    const { start = 0, end = 0 } = after[index] ?? {};
    return editOf(program, segment, formatted.slice(start, end));
  });
}

/** Splits a text into blocks and the parts between them. */
function segments(blocks: readonly Span[], length: number): readonly Span[] {
  const parts: Span[] = [];
  let at = 0;
  for (const block of blocks) {
    parts.push({ start: at, end: block.start }, block);
    at = block.end;
  }
  return [...parts, { start: at, end: length }];
}

/** Returns the edit that replaces a part of the text; none if nothing changes. */
function editOf(program: OpenProgram, { start, end }: Span, replacement: string): readonly TextEdit[] {
  const newText = replacement.replace(/\r\n?|\n/g, program.text.includes("\r\n") ? "\r\n" : "\n");
  if (newText === program.text.slice(start, end)) return [];
  return [{ range: lexedText(program).source.range(start, end), newText }];
}

/** A text in the canonical form; `undefined` if it has a mistake, or can't be formatted. */
function formattedText(text: string): string | undefined {
  const { value } = readProgram(text);
  if (value === undefined) return undefined;
  try {
    return formatProgram(value);
  } catch {
    return undefined;
  }
}
