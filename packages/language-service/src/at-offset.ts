import type { ProgramNode } from "@helve/agentspec";
import { childNodes } from "@helve/agentspec/internal";
import type { IToken } from "chevrotain";
import { lexedOf, type OpenProgram, readingOf, type Stretch, stretchOf } from "./open-program.ts";

// What is at an offset of the text: a token, a comment, the parts of a rule.

/** The token at an offset. Between two that touch it is the word, or else the second. */
export function tokenAt(program: OpenProgram, offset: number): IToken | undefined {
  const { tokens } = lexedOf(program);
  const index = lastFrom(tokens, offset, ({ startOffset }) => startOffset);
  const [before, token] = [tokens[index - 1], tokens[index]];
  if (token === undefined || stretchOf(token).end < offset) return undefined;
  if (token.startOffset < offset || before === undefined || stretchOf(before).end < offset) return token;
  return isWordLike(token) || !isWordLike(before) ? token : before;
}

/** The parts of the header or of a rule around an offset, the smallest last; empty in a rule in which something is wrong. */
export function nodesAt(program: OpenProgram, offset: number): readonly ProgramNode[] {
  const nodes: ProgramNode[] = [];
  let children = partsOf(readingOf(program).partialProgram);
  for (;;) {
    // Of two that touch, the second begins here.
    const node = children.findLast(({ range: { start, end } }) => start.offset <= offset && offset <= end.offset);
    if (node === undefined) return nodes;
    nodes.push(node);
    children = partsOf(node);
  }
}

function partsOf(node: ProgramNode): readonly ProgramNode[] {
  return childNodes(node).map((child) => child.node);
}

/** The tokens that lie in a stretch. */
export function tokensIn(program: OpenProgram, { start, end }: Stretch): readonly IToken[] {
  const { tokens } = lexedOf(program);
  const from = lastFrom(tokens, start - 1, ({ startOffset }) => startOffset) + 1;
  const to = lastFrom(tokens, end - 1, ({ startOffset }) => startOffset) + 1;
  return tokens.slice(from, to);
}

/** Whether an offset is within a comment; a line comment ends with its line. */
export function isInComment(program: OpenProgram, offset: number): boolean {
  const { comments } = lexedOf(program);
  const comment = comments[lastFrom(comments, offset - 1, ({ start }) => start)];
  if (comment === undefined) return false;
  const isClosed = comment.end - comment.start >= 4 && program.text.slice(comment.start, comment.end).endsWith("*/");
  return program.text.startsWith("/*", comment.start) && isClosed ? offset < comment.end : offset <= comment.end;
}

/** The offset that is meant, within the text. */
export function within({ text }: OpenProgram, offset: number): number {
  return Number.isNaN(offset) ? 0 : Math.min(Math.max(Math.trunc(offset), 0), text.length);
}

/** The index of the last of some things, in the order of the text, that begins at an offset or before it; -1 for none. */
export function lastFrom<T>(things: readonly T[], offset: number, startOf: (thing: T) => number): number {
  let low = 0;
  let high = things.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const thing = things[middle];
    if (thing !== undefined && startOf(thing) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function isWordLike({ image }: IToken): boolean {
  return /^[\p{L}\p{Nl}_"]/u.test(image);
}
