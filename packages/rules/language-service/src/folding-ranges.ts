import type { TextRange } from "@helve/core";
import { documentSymbols } from "./document-symbols.ts";
import { lexedText, type OpenProgram } from "./open-program.ts";

/**
 * Lists what can be folded: rules, tests, `let` bindings of several lines, block comments, and line comments on adjacent lines.
 *
 * @example
 * foldingRanges(openProgram("rule @a\ntrigger X\nenforce stop\nend")).map(({ endLine }) => endLine); // [4]
 */
export function foldingRanges(program: OpenProgram): readonly FoldingRange[] {
  const blocks = documentSymbols(program).flatMap(({ range, children }) => [
    range,
    ...children.map((each) => each.range),
  ]);
  const ranges = [
    ...blocks.map((range) => ({ ...linesOf(range), kind: "region" as const })),
    ...comments(program).map((lines) => ({ ...lines, kind: "comment" as const })),
  ];
  return ranges
    .filter(({ startLine, endLine }) => endLine > startLine)
    .sort((a, b) => a.startLine - b.startLine || b.endLine - a.endLine);
}

/** Lines that an editor can hide (LSP `FoldingRange`). */
export interface FoldingRange {
  /** 1-based; stays visible. */
  readonly startLine: number;
  /** 1-based; the last line. */
  readonly endLine: number;
  readonly kind: "region" | "comment";
}

interface Lines {
  readonly startLine: number;
  readonly endLine: number;
}

/** Returns the lines of a range. */
function linesOf({ start, end }: TextRange): Lines {
  return { startLine: start.line, endLine: end.line };
}

/** Returns the line ranges of comments; adjacent comment lines are one range. */
function comments(program: OpenProgram): readonly Lines[] {
  const { comments: spans, source } = lexedText(program);
  const joined: Lines[] = [];
  for (const { start, end } of spans) {
    const range = source.range(start, end);
    const lines = linesOf(range);
    const isAlone = program.text.slice(start - range.start.column + 1, start).trim() === "";
    const before = joined.at(-1);
    if (before !== undefined && isAlone && before.endLine === lines.startLine - 1) {
      joined[joined.length - 1] = { startLine: before.startLine, endLine: lines.endLine };
    } else if (isAlone) joined.push(lines);
  }
  return joined;
}
