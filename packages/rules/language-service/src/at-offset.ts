/** Finds the tokens, syntax nodes and comments at an offset of a rule text. */
import type { ProgramNode } from "@helve/agentspec";
import { childNodes } from "@helve/agentspec/internal";
import { lastIndexWhere } from "@helve/core/internal";
import type { IToken } from "chevrotain";
import { lexedText, type OpenProgram, programReading, type Span, tokenSpan } from "./open-program.ts";

/** Finds the token that contains or touches an offset. Of two tokens that touch it, returns the word; otherwise the second token. */
export function tokenAt(program: OpenProgram, offset: number): IToken | undefined {
  const { tokens } = lexedText(program);
  const index = lastIndexAtOrBefore(tokens, offset, ({ startOffset }) => startOffset);
  const [before, token] = [tokens[index - 1], tokens[index]];
  if (token === undefined || tokenSpan(token).end < offset) return undefined;
  if (token.startOffset < offset || before === undefined || tokenSpan(before).end < offset) return token;
  return isWordLike(token) || !isWordLike(before) ? token : before;
}

/** Finds the syntax nodes whose range contains an offset, the innermost last; none in a rule that doesn't parse. */
export function nodesAt(program: OpenProgram, offset: number): readonly ProgramNode[] {
  const nodes: ProgramNode[] = [];
  let children = nestedNodes(programReading(program).partialProgram);
  for (;;) {
    // Between two adjacent nodes, take the second.
    const node = children.findLast(({ range: { start, end } }) => start.offset <= offset && offset <= end.offset);
    if (node === undefined) return nodes;
    nodes.push(node);
    children = nestedNodes(node);
  }
}

/** Returns the nodes directly inside of a node. */
function nestedNodes(node: ProgramNode): readonly ProgramNode[] {
  return childNodes(node).map((child) => child.node);
}

/** Finds the tokens that start within a span. */
export function tokensIn(program: OpenProgram, { start, end }: Span): readonly IToken[] {
  const { tokens } = lexedText(program);
  const from = lastIndexAtOrBefore(tokens, start - 1, ({ startOffset }) => startOffset) + 1;
  const to = lastIndexAtOrBefore(tokens, end - 1, ({ startOffset }) => startOffset) + 1;
  return tokens.slice(from, to);
}

/** Whether an offset is inside a comment. The end of a line comment or of an unclosed block comment counts as inside. */
export function isInComment(program: OpenProgram, offset: number): boolean {
  const { comments } = lexedText(program);
  const comment = comments[lastIndexAtOrBefore(comments, offset - 1, ({ start }) => start)];
  if (comment === undefined) return false;
  const isClosed = comment.end - comment.start >= 4 && program.text.slice(comment.start, comment.end).endsWith("*/");
  return program.text.startsWith("/*", comment.start) && isClosed ? offset < comment.end : offset <= comment.end;
}

/** Converts any number to a valid offset: rounds it down and limits it to 0 and the length of the text. */
export function clampOffset({ text }: OpenProgram, offset: number): number {
  return Number.isNaN(offset) ? 0 : Math.min(Math.max(Math.trunc(offset), 0), text.length);
}

/** Finds the index of the last item that starts at or before an offset; -1 if not found. */
export function lastIndexAtOrBefore<T>(items: readonly T[], offset: number, startOf: (item: T) => number): number {
  return lastIndexWhere(items.length, (index) => {
    const item = items[index];
    return item !== undefined && startOf(item) <= offset;
  });
}

function isWordLike({ image }: IToken): boolean {
  return /^[\p{L}\p{Nl}_"]/u.test(image);
}
