import { jsonPointer, type SourceText } from "@helve/core/internal";
import type { Attachment, Program, ProgramComment, ProgramNode } from "@helve/core/program";
import type { IToken } from "chevrotain";
import { type Child, childrenOf } from "./visit.ts";

/** Gives a program its comments, each with the node that it goes with. */
export function attachComments(program: Program, comments: readonly IToken[], source: SourceText): Program {
  if (comments.length === 0) return program;
  const { range, ...rest } = program;
  const sorted = new Map<ProgramNode, readonly Child[]>();
  const childrenIn = (node: ProgramNode): readonly Child[] => {
    const known = sorted.get(node);
    if (known !== undefined) return known;
    const children = childrenOf(node).toSorted((a, b) => startOf(a) - startOf(b));
    sorted.set(node, children);
    return children;
  };
  const attached = comments.map((token): ProgramComment => {
    const { startOffset, image } = token;
    const place = source.range(startOffset, startOffset + image.length);
    return { type: "comment", text: image, attachment: attachmentOf(program, place, childrenIn), range: place };
  });
  return { ...rest, comments: attached, range };
}

function attachmentOf(
  program: Program,
  { start, end }: ProgramComment["range"],
  childrenIn: (node: ProgramNode) => readonly Child[],
): Attachment {
  const path: (string | number)[] = [];
  let around: ProgramNode = program;
  for (;;) {
    const children = childrenIn(around);
    const next = firstFrom(children, start.offset);
    const [before, after] = [children[next - 1], children[next]];
    if (before !== undefined && end.offset <= before.node.range.end.offset) {
      path.push(...before.path);
      around = before.node;
      continue;
    }
    if (before !== undefined && before.node.range.end.line === start.line) return at("after", path, before);
    if (after !== undefined) return at("before", path, after);
    return before === undefined ? at("inside", path) : at("below", path);
  }
}

function at(place: Attachment["place"], path: readonly (string | number)[], child?: Child): Attachment {
  return { place, path: jsonPointer([...path, ...(child?.path ?? [])]) };
}

/** The index of the first child that begins at an offset or after it. */
function firstFrom(children: readonly Child[], offset: number): number {
  let low = 0;
  let high = children.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const child = children[middle];
    if (child !== undefined && startOf(child) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function startOf({ node }: Child): number {
  return node.range.start.offset;
}
