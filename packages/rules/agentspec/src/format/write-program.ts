import type { Issue } from "@helve/core";
import type { Header, Program, ProgramComment, ProgramNode, Rule, RuleTest } from "@helve/core/program";
import { unknownPolicyLines } from "../syntax/build-unknown.ts";
import { maxTextLength } from "../syntax/parse-program.ts";
import { ProgramError } from "../syntax/program-error.ts";
import { asPlainComment, isDocCommentText } from "./comment-text.ts";
import { commentsByNode } from "./place-comments.ts";
import { concat, type Doc, hardLine, printDoc } from "./pretty-printer.ts";
import { writeCondition } from "./write-check.ts";
import { commentDoc, commentLines, commentsAfter, commentsInside, trailingComments } from "./write-comments.ts";
import { type WriteContext, writeContext } from "./write-context.ts";
import { docLines, splitAtLineEnd, writeBinding, writeRule } from "./write-rule.ts";
import { sourceText } from "./write-step-query.ts";
import { writeTest } from "./write-test.ts";

/**
 * Writes a program in the canonical form, with its comments.
 *
 * @throws ProgramError when the tree holds something that no text can express, or the text would be too long to be parsed
 */
export function writeProgram(program: Program): string {
  const { header, bindings = [] } = program;
  const context = writeContext({ comments: commentsByNode(program), writeCondition });
  const nodes = [...(header === undefined ? [] : [header]), ...rulesAndTests(program)];
  for (const [index, node] of nodes.entries()) {
    const previous = nodes[index - 1];
    const isAfterBindings = previous === undefined || previous.type === "header";
    keepCommentsPlain(isAfterBindings ? (bindings.at(-1) ?? previous) : previous, node, context);
  }
  context.sharedNames = new Set(bindings.map(({ name }) => name));
  const blocks = nodes.map((node) => {
    return concat(commentsAbove(node, context), writeBlock(node, context));
  });
  const shared = bindings.map((binding) => writeBinding(binding, context));
  if (shared.length > 0) blocks.splice(header === undefined ? 0 : 1, 0, concat(...joinLines(shared)));
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

const columns = 100;

/** The rules and the tests in the order of their text; tests of a tree without ranges come last. */
function rulesAndTests({ rules, tests = [] }: Program): readonly (Rule | RuleTest)[] {
  const blocks: (Rule | RuleTest)[] = [...rules];
  let next = 0;
  for (const test of tests) {
    const { start, end } = test.range;
    const isParsed = end.offset > 0;
    const index = isParsed ? blocks.findLastIndex(({ range }) => range.start.offset < start.offset) + 1 : blocks.length;
    next = Math.max(next, index);
    blocks.splice(next, 0, test);
    next++;
  }
  return blocks;
}

/** Writes the header, a rule or a test. */
function writeBlock(node: Header | Rule | RuleTest, context: WriteContext): Doc {
  switch (node.type) {
    case "header":
      return writeHeader(node, context);
    case "rule":
      return writeRule(node, context);
    case "test":
      return writeTest(node, context);
  }
}

/** Puts documents on lines of their own. */
function joinLines(docs: readonly Doc[]): readonly Doc[] {
  return docs.flatMap((doc, index) => (index === 0 ? [doc] : [hardLine, doc]));
}

/** Prints the header and the rules with blank lines between them, in lines of at most `maxColumns` columns where possible. */
function printBlocks(blocks: readonly Doc[], maxColumns: number): string {
  return `${blocks.map((block) => printDoc(block, maxColumns)).join("\n\n")}\n`;
}

/** The issue of a formatted text that exceeds the maximum length. */
function tooLongIssue({ length }: string, { range }: Program): Issue {
  const message = `a program has at most ${maxTextLength} characters (got ${length}, formatted): split it`;
  return { code: "too_long", message, path: "", range, expected: `at most ${maxTextLength} characters` };
}

/** Changes comments directly before a rule that the parser would take for its doc comment (`///`) to plain comments (`//`). */
function keepCommentsPlain(
  previous: ProgramNode | undefined,
  node: Header | Rule | RuleTest,
  { comments }: WriteContext,
): void {
  if (node.type !== "rule") return;
  const lists = [comments.get(node)?.before ?? [], previous === undefined ? [] : (comments.get(previous)?.after ?? [])];
  for (const list of lists) {
    for (let index = list.length - 1; index >= 0; index--) {
      const comment = list[index];
      if (comment === undefined || !isDocCommentText(comment.text)) return;
      list[index] = { ...comment, text: asPlainComment(comment.text) };
    }
  }
}

/** Writes the comments above a rule, a test or the header; keeps a blank line where the text had any. */
function commentsAbove(node: Header | Rule | RuleTest, context: WriteContext): Doc {
  const comments = context.comments.get(node)?.before ?? [];
  const start = node.range.start.line - (node.type === "rule" ? docLines(node).length : 0);
  return concat(
    comments.flatMap((comment, index) => {
      const next = comments[index + 1]?.range.start.line ?? start;
      return [commentDoc(comment.text), hardLine, next > comment.range.end.line + 1 ? hardLine : ""];
    }),
  );
}

/** Writes a comment at the end of the program on its own line; keeps a blank line before it if the text had any. */
function commentLine({ text, range }: ProgramComment, previous: ProgramComment | undefined): readonly Doc[] {
  if (previous === undefined) return [commentDoc(text)];
  return [hardLine, ...(range.start.line > previous.range.end.line + 1 ? [hardLine] : []), commentDoc(text)];
}

/** Writes the header. Comments between its lines go to the end of its first line or above its last line. */
function writeHeader(header: Header, context: WriteContext): Doc {
  const { default: decision, onError, trust, untrusted, range } = header;
  const lines = [
    ...(decision === undefined ? [] : [`default ${decision}`]),
    ...unknownPolicyLines(header),
    ...(onError === undefined ? [] : [`on error ${onError}`]),
    ...(trust === undefined ? [] : [`trust ${trust.map(sourceText).join(", ")}`]),
    ...(untrusted === undefined ? [] : [`untrusted ${untrusted.map(sourceText).join(", ")}`]),
  ];
  const comments = commentsInside(header, context);
  const [onFirstLine, aboveLastLine] = splitAtLineEnd(comments, range.start.line);
  return concat(
    ...lines.flatMap((line, index) => [
      index === 0 ? "" : hardLine,
      index > 0 && index === lines.length - 1 ? commentLines(aboveLastLine) : "",
      line,
      index === 0 ? trailingComments(onFirstLine) : "",
    ]),
    commentsAfter(header, context),
  );
}
