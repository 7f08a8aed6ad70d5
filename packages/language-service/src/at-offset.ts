import type { ProgramNode } from "@helve/agentspec";
import { childNodes } from "@helve/agentspec/internal";
import type { IToken } from "chevrotain";
import { lexedText, type OpenProgram, programReading, type Span, tokenSpan } from "./open-program.ts";

/** The token at an offset. Between two adjacent tokens: the word, otherwise the second. */
export function tokenAt(program: OpenProgram, offset: number): IToken | undefined {
  const { tokens } = lexedText(program);
  const index = lastIndexAtOrBefore(tokens, offset, ({ startOffset }) => startOffset);
  const [before, token] = [tokens[index - 1], tokens[index]];
  if (token === undefined || tokenSpan(token).end < offset) return undefined;
  if (token.startOffset < offset || before === undefined || tokenSpan(before).end < offset) return token;
  return isWordLike(token) || !isWordLike(before) ? token : before;
}

/** The syntax nodes around an offset, the innermost last; empty in a rule with a mistake. */
export function nodesAt(program: OpenProgram, offset: number): readonly ProgramNode[] {
  const nodes: ProgramNode[] = [];
  let children = nestedNodes(programReading(program).partialProgram);
  for (;;) {
    // Of two adjacent nodes, the second.
    const node = children.findLast(({ range: { start, end } }) => start.offset <= offset && offset <= end.offset);
    if (node === undefined) return nodes;
    nodes.push(node);
    children = nestedNodes(node);
  }
}

function nestedNodes(node: ProgramNode): readonly ProgramNode[] {
  return childNodes(node).map((child) => child.node);
}

/** The tokens within a span. */
export function tokensIn(program: OpenProgram, { start, end }: Span): readonly IToken[] {
  const { tokens } = lexedText(program);
  const from = lastIndexAtOrBefore(tokens, start - 1, ({ startOffset }) => startOffset) + 1;
  const to = lastIndexAtOrBefore(tokens, end - 1, ({ startOffset }) => startOffset) + 1;
  return tokens.slice(from, to);
}

/** Whether an offset is within a comment; a line comment ends with its line. */
export function isInComment(program: OpenProgram, offset: number): boolean {
  const { comments } = lexedText(program);
  const comment = comments[lastIndexAtOrBefore(comments, offset - 1, ({ start }) => start)];
  if (comment === undefined) return false;
  const isClosed = comment.end - comment.start >= 4 && program.text.slice(comment.start, comment.end).endsWith("*/");
  return program.text.startsWith("/*", comment.start) && isClosed ? offset < comment.end : offset <= comment.end;
}

/** Clamps an offset to the text. */
export function clampOffset({ text }: OpenProgram, offset: number): number {
  return Number.isNaN(offset) ? 0 : Math.min(Math.max(Math.trunc(offset), 0), text.length);
}

/** Finds by binary search the index of the last item that starts at or before an offset; -1 if there is none. */
export function lastIndexAtOrBefore<T>(items: readonly T[], offset: number, startOf: (item: T) => number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && startOf(item) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function isWordLike({ image }: IToken): boolean {
  return /^[\p{L}\p{Nl}_"]/u.test(image);
}
