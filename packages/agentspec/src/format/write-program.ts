import type { Issue } from "@helve/core";
import type { Header, Program, ProgramComment, ProgramNode, Rule } from "@helve/core/program";
import { maxTextLength } from "../syntax/parse-program.ts";
import { ProgramError } from "../syntax/program-error.ts";
import { asPlainComment, isDocCommentText } from "./comment-text.ts";
import { commentsByNode } from "./place-comments.ts";
import { concat, type Doc, hardLine, printDoc } from "./pretty-printer.ts";
import { commentDoc, commentLines, commentsAfter, commentsInside, trailingComments } from "./write-comments.ts";
import { type WriteContext, writeContext } from "./write-context.ts";
import { docLines, splitAtLineEnd, writeRule } from "./write-rule.ts";

const columns = 100;

/**
 * Writes a program in the canonical form, with its comments.
 *
 * @throws ProgramError when the tree holds something that no text can express, or the text would be too long to be parsed
 */
export function writeProgram(program: Program): string {
  const { header, rules } = program;
  const context = writeContext(commentsByNode(program));
  const nodes = [...(header === undefined ? [] : [header]), ...rules];
  for (const [index, node] of nodes.entries()) keepCommentsPlain(nodes[index - 1], node, context);
  const blocks = nodes.map((node) => {
    const body = node.type === "header" ? writeHeader(node, context) : writeRule(node, context);
    return concat(commentsAbove(node, context), body);
  });
  const lastComments = commentsInside(program, context);
  if (lastComments.length > 0) {
    blocks.push(concat(lastComments.flatMap((comment, index) => commentLine(comment, lastComments[index - 1]))));
  }
  if (context.issues.length > 0) throw new ProgramError(context.issues);
  const text = printBlocks(blocks, columns);
  // Indentation makes deeply nested rules long: without line breaks they may still fit.
  const short = text.length <= maxTextLength ? text : printBlocks(blocks, Number.POSITIVE_INFINITY);
  if (short.length > maxTextLength) throw new ProgramError([tooLongIssue(short, program)]);
  return short;
}

function printBlocks(blocks: readonly Doc[], most: number): string {
  return `${blocks.map((block) => printDoc(block, most)).join("\n\n")}\n`;
}

function tooLongIssue({ length }: string, { range }: Program): Issue {
  const message = `a program has at most ${maxTextLength} characters (got ${length}, formatted): split it`;
  return { code: "too_long", message, path: "", range, expected: `at most ${maxTextLength} characters` };
}

/** Changes comments before a rule that would be parsed as its doc comment to plain comments. */
function keepCommentsPlain(last: ProgramNode | undefined, node: Header | Rule, { comments }: WriteContext): void {
  if (node.type === "header") return;
  const lists = [comments.get(node)?.before ?? [], last === undefined ? [] : (comments.get(last)?.after ?? [])];
  for (const list of lists) {
    for (let at = list.length - 1; at >= 0; at--) {
      const comment = list[at];
      if (comment === undefined || !isDocCommentText(comment.text)) return;
      list[at] = { ...comment, text: asPlainComment(comment.text) };
    }
  }
}

/** Writes the comments above a rule or the header, and keeps blank lines between them. */
function commentsAbove(node: Header | Rule, context: WriteContext): Doc {
  const comments = context.comments.get(node)?.before ?? [];
  const start = node.range.start.line - (node.type === "rule" ? docLines(node).length : 0);
  return concat(
    comments.flatMap((comment, index) => {
      const next = comments[index + 1]?.range.start.line ?? start;
      return [commentDoc(comment.text), hardLine, next > comment.range.end.line + 1 ? hardLine : ""];
    }),
  );
}

function commentLine({ text, range }: ProgramComment, last: ProgramComment | undefined): readonly Doc[] {
  if (last === undefined) return [commentDoc(text)];
  return [hardLine, ...(range.start.line > last.range.end.line + 1 ? [hardLine] : []), commentDoc(text)];
}

/** Writes the header. Comments between its lines go to the end of its first line or above its last line. */
function writeHeader(header: Header, context: WriteContext): Doc {
  const { default: first, onUnknown, onError, range } = header;
  const lines = [
    ...(first === undefined ? [] : [`default ${first}`]),
    ...(onUnknown === undefined ? [] : [`on unknown ${onUnknown}`]),
    ...(onError === undefined ? [] : [`on error ${onError}`]),
  ];
  const comments = commentsInside(header, context);
  const [onFirst, others] = splitAtLineEnd(comments, range.start.line);
  return concat(
    ...lines.flatMap((line, index) => [
      index === 0 ? "" : hardLine,
      index > 0 && index === lines.length - 1 ? commentLines(others) : "",
      line,
      index === 0 ? trailingComments(onFirst) : "",
    ]),
    commentsAfter(header, context),
  );
}
