/** Writes the comments before, after and inside a syntax node. */
import type { ProgramComment, ProgramNode } from "@helve/core/program";
import { endsLine } from "./comment-text.ts";
import { breakParent, concat, type Doc, hardLine, text as textDoc } from "./pretty-printer.ts";
import type { WriteContext } from "./write-context.ts";

/** Writes the comments before a node, on its line or above it. */
export function commentsBefore(node: ProgramNode, { comments }: WriteContext): Doc {
  const before = comments.get(node)?.before ?? [];
  return concat(
    before.flatMap(({ text, range }, index) => {
      const next = before[index + 1] ?? node;
      const staysOnLine = !endsLine(text) && range.end.line === next.range.start.line;
      return [commentDoc(text), staysOnLine ? " " : hardLine];
    }),
  );
}

/**
 * Writes the comments before a node that isn't the first of its list. If there are any, the node begins a new line: otherwise the parser
 * would attach the comments to the previous node.
 */
export function commentsBeforeNext(node: ProgramNode, context: WriteContext): Doc {
  const written = commentsBefore(node, context);
  return written.flatWidth === 0 ? written : concat(breakParent, written);
}

/** Writes the comments after a node, on its last line. */
export function commentsAfter(node: ProgramNode, { comments }: WriteContext): Doc {
  return trailingComments(comments.get(node)?.after ?? []);
}

/** Writes comments at the end of a line. */
export function trailingComments(comments: readonly ProgramComment[]): Doc {
  return concat(comments.flatMap(({ text }) => [" ", commentDoc(text), endsLine(text) ? breakParent : ""]));
}

/** The comments inside a node, after its last part. */
export function commentsInside(node: ProgramNode, { comments }: WriteContext): readonly ProgramComment[] {
  return comments.get(node)?.inside ?? [];
}

/** Writes each comment on a line of its own. */
export function commentLines(comments: readonly ProgramComment[]): Doc {
  return concat(comments.flatMap(({ text }) => [commentDoc(text), hardLine]));
}

/** Writes one comment. A comment that ends its line may exceed the line width. */
export function commentDoc(text: string): Doc {
  return textDoc(text, endsLine(text) ? 0 : text.length);
}
