import type { Issue } from "@helve/core";
import type { Header, Program, ProgramComment, ProgramNode, Rule } from "@helve/core/program";
import { ProgramError } from "../syntax/program-error.ts";
import { longest } from "../syntax/read-program.ts";
import { looksLikeDoc, withoutDocSigns } from "./comment-text.ts";
import { hardLine, type Layout, layOut, row } from "./layout.ts";
import { placeComments } from "./place-comments.ts";
import { after, behind, below, lineOf, ownLines, type Sheet } from "./sheet.ts";
import { docLines, splitOnLine, writeRule } from "./write-rule.ts";

const columns = 100;

/**
 * A program in the canonical form, with its comments.
 *
 * @throws ProgramError when there is something in it that no text can say, or more than a text can
 */
export function writeProgram(program: Program): string {
  const { header, rules } = program;
  const notes = placeComments(program);
  const sheet: Sheet = { notes, locals: new Set(), depth: 0, issues: [] };
  const nodes = [...(header === undefined ? [] : [header]), ...rules];
  for (const [index, node] of nodes.entries()) keepFromDocs(nodes[index - 1], node, sheet);
  const blocks = nodes.map((node) => {
    const body = node.type === "header" ? writeHeader(node, sheet) : writeRule(node, sheet);
    return row(above(node, sheet), body);
  });
  const end = below(program, sheet);
  if (end.length > 0) blocks.push(row(end.flatMap((one, index) => lineAfter(one, end[index - 1]))));
  if (sheet.issues.length > 0) throw new ProgramError(sheet.issues);
  const text = textOf(blocks, columns);
  // What is nested deep takes much space on many lines.
  const short = text.length <= longest ? text : textOf(blocks, Number.POSITIVE_INFINITY);
  if (short.length > longest) throw new ProgramError([tooLong(short, program)]);
  return short;
}

function textOf(blocks: readonly Layout[], most: number): string {
  return `${blocks.map((block) => layOut(block, most)).join("\n\n")}\n`;
}

function tooLong({ length }: string, { range }: Program): Issue {
  const message = `a program has at most ${longest} characters (got ${length}, formatted): split it`;
  return { code: "too_long", message, path: "", range, expected: `at most ${longest} characters` };
}

/** Takes the signs of a doc comment from comments that are none, and would be read as a rule's. */
function keepFromDocs(last: ProgramNode | undefined, node: Header | Rule, { notes }: Sheet): void {
  if (node.type === "header") return;
  const lists = [notes.get(node)?.before ?? [], last === undefined ? [] : (notes.get(last)?.after ?? [])];
  for (const list of lists) {
    for (let at = list.length - 1; at >= 0; at--) {
      const comment = list[at];
      if (comment === undefined || !looksLikeDoc(comment.text)) return;
      list[at] = { ...comment, text: withoutDocSigns(comment.text) };
    }
  }
}

/** The comments above a rule or the header, with a blank line where there were some. */
function above(node: Header | Rule, { notes }: Sheet): Layout {
  const comments = notes.get(node)?.before ?? [];
  const start = node.range.start.line - (node.type === "rule" ? docLines(node).length : 0);
  return row(
    comments.flatMap((comment, index) => {
      const next = comments[index + 1]?.range.start.line ?? start;
      return [lineOf(comment.text), hardLine, next > comment.range.end.line + 1 ? hardLine : ""];
    }),
  );
}

function lineAfter({ text, range }: ProgramComment, last: ProgramComment | undefined): readonly Layout[] {
  if (last === undefined) return [lineOf(text)];
  return [hardLine, ...(range.start.line > last.range.end.line + 1 ? [hardLine] : []), lineOf(text)];
}

/** The comments among the lines of a header stand behind its first line, or above its last one. */
function writeHeader(header: Header, sheet: Sheet): Layout {
  const { default: first, onUnknown, onError, range } = header;
  const lines = [
    ...(first === undefined ? [] : [`default ${first}`]),
    ...(onUnknown === undefined ? [] : [`on unknown ${onUnknown}`]),
    ...(onError === undefined ? [] : [`on error ${onError}`]),
  ];
  const comments = below(header, sheet);
  const [onFirst, others] = splitOnLine(comments, range.start.line);
  return row(
    ...lines.flatMap((line, index) => [
      index === 0 ? "" : hardLine,
      index > 0 && index === lines.length - 1 ? ownLines(others) : "",
      line,
      index === 0 ? behind(onFirst) : "",
    ]),
    after(header, sheet),
  );
}
