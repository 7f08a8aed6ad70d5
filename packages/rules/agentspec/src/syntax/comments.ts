import { jsonPointer, lastIndexWhere, type SourceText } from "@helve/core/internal";
import type { Attachment, Program, ProgramComment, ProgramNode, Rule } from "@helve/core/program";
import type { IToken } from "chevrotain";
import type { PlacedComment } from "./program-parts.ts";
import { type ChildNode, childNodes } from "./visit.ts";

/** Adds the comments to a program, each with the path of the node that it belongs to. */
export function attachComments(program: Program, comments: readonly PlacedComment[]): Program {
  if (comments.length === 0) return program;
  const { range, ...rest } = program;
  const sorted = new Map<ProgramNode, readonly ChildNode[]>();
  const childrenIn = (node: ProgramNode): readonly ChildNode[] => {
    const known = sorted.get(node);
    if (known !== undefined) return known;
    const children = childNodes(node).toSorted((a, b) => startOf(a) - startOf(b));
    sorted.set(node, children);
    return children;
  };
  const attached = comments.map(
    ({ text, range: place }): ProgramComment => ({
      type: "comment",
      text,
      attachment: findAttachment(program, place, childrenIn),
      range: place,
    }),
  );
  return { ...rest, comments: attached, range };
}

/** Finds the node that a comment belongs to, and the comment's place relative to it. */
function findAttachment(
  program: Program,
  { start, end }: ProgramComment["range"],
  childrenIn: (node: ProgramNode) => readonly ChildNode[],
): Attachment {
  const path: (string | number)[] = [];
  let around: ProgramNode = program;
  for (;;) {
    const children = childrenIn(around);
    const last = lastIndexWhere(children.length, (index) => isBefore(children[index], start.offset));
    const [before, after] = [children[last], children[last + 1]];
    if (before !== undefined && end.offset <= before.node.range.end.offset) {
      path.push(...before.path);
      around = before.node;
      continue;
    }
    if (before !== undefined && before.node.range.end.line === start.line) return attachTo("after", path, before);
    if (after !== undefined) return attachTo("before", path, after);
    return before === undefined ? attachTo("inside", path) : attachTo("below", path);
  }
}

/** Creates an attachment to the node at a path, or to its child. */
function attachTo(place: Attachment["place"], path: readonly (string | number)[], child?: ChildNode): Attachment {
  return { place, path: jsonPointer([...path, ...(child?.path ?? [])]) };
}

function isBefore(child: ChildNode | undefined, offset: number): boolean {
  return child !== undefined && startOf(child) < offset;
}

/** The offset at which a child node starts. */
function startOf({ node }: ChildNode): number {
  return node.range.start.offset;
}

/** Whether a comment begins with three slashes, or is a block comment with two stars. */
export function isDocComment({ image }: Pick<IToken, "image">): boolean {
  return (image.startsWith("///") && image[3] !== "/") || (image.startsWith("/**") && image.length > 4);
}

/**
 * Copies doc comments (`///` lines or a block with two stars) that directly precede a rule into the rule's `doc`, and returns the comments,
 * each with the rule that it documents.
 */
export function attachDocComments(
  rules: readonly Rule[],
  comments: readonly IToken[],
  { text, range }: SourceText,
): { readonly rules: readonly Rule[]; readonly comments: readonly PlacedComment[] } {
  const documented = new Map<IToken, Rule>();
  let next = 0;
  let before = 0;
  const withDocs = rules.map((rule) => {
    const { start, end } = rule.range;
    while (next < comments.length && (comments[next]?.startOffset ?? 0) < start.offset) next++;
    const lines: string[] = [];
    const found: IToken[] = [];
    let below = start.offset;
    for (let at = next - 1; at >= 0; at--) {
      const comment = comments[at];
      if (comment === undefined || comment.startOffset < before || !isDocComment(comment)) break;
      if (text.slice(comment.startOffset + comment.image.length, below).trim() !== "") break;
      if (comment.image.startsWith("/*") && lines.length > 0) break;
      found.push(comment);
      lines.push(docCommentText(comment.image));
      below = comment.startOffset;
      if (comment.image.startsWith("/*")) break;
    }
    before = end.offset;
    const doc = normalizeDocText(lines.reverse().join("\n"));
    if (doc === "") return rule;
    for (const comment of found) documented.set(comment, rule);
    return withDoc(rule, doc);
  });
  const placed = comments.map((comment): PlacedComment => {
    const { image, startOffset } = comment;
    const rule = documented.get(comment);
    const place = { text: image, range: range(startOffset, startOffset + image.length) };
    return rule === undefined ? place : { ...place, documents: { range: rule.range } };
  });
  return { rules: withDocs, comments: placed };
}

/** The text of a doc comment without surrounding white space and without white space at line ends. */
export function normalizeDocText(text: string): string {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trimEnd());
  return lines.join("\n").trim();
}

/** Adds a doc comment to a rule. */
function withDoc({ type, name, ...rest }: Rule, doc: string): Rule {
  return { type, name, doc, ...rest };
}

/** The text of a doc comment token without its comment signs. */
function docCommentText(image: string): string {
  if (image.startsWith("///")) return image.slice(3).replace(/^ /, "").trimEnd();
  const lines = image.slice(3, -2).split(/\r\n?|\n/);
  return lines.map((line) => line.trim().replace(/^\* ?/, "")).join("\n");
}
