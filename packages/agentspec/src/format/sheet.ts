import type { Issue } from "@helve/core";
import type { ProgramComment, ProgramNode } from "@helve/core/program";
import { ProgramError } from "../syntax/program-error.ts";
import { deepest } from "../syntax/value-grammar.ts";
import { closesLine } from "./comment-text.ts";
import { hardLine, type Layout, noOneLine, row, words } from "./layout.ts";
import type { Notes } from "./place-comments.ts";

/** What is known while a program is written. */
export interface Sheet {
  readonly notes: ReadonlyMap<ProgramNode, Notes>;
  /** The names of the bindings of the rule at hand. */
  locals: ReadonlySet<string>;
  /** How many parentheses, negations, lists and objects are open. */
  depth: number;
  /** What no text can say. */
  readonly issues: Issue[];
}

/**
 * Writes what is nested one deeper.
 *
 * @throws ProgramError when it is too deep to be read back
 */
export function nested(node: ProgramNode, sheet: Sheet, write: () => Layout): Layout {
  if (sheet.depth >= deepest) {
    const expected = `at most ${deepest} levels`;
    const message = `what is nested in a rule is too deep: expected ${expected}`;
    throw new ProgramError([{ code: "too_deep", message, range: node.range, expected }]);
  }
  sheet.depth++;
  const written = write();
  sheet.depth--;
  return written;
}

/** The comments before a node, on its line or above it. */
export function before(node: ProgramNode, { notes }: Sheet): Layout {
  const comments = notes.get(node)?.before ?? [];
  return row(
    comments.flatMap(({ text, range }, index) => {
      const next = comments[index + 1] ?? node;
      const staysOnLine = !closesLine(text) && range.end.line === next.range.start.line;
      return [lineOf(text), staysOnLine ? " " : hardLine];
    }),
  );
}

/** The same for a node that does not begin its list: it begins a line then, lest they go with the node before it. */
export function beforeNext(node: ProgramNode, sheet: Sheet): Layout {
  const written = before(node, sheet);
  return written.width === 0 ? written : row(noOneLine, written);
}

/** The comments behind a node. */
export function after(node: ProgramNode, { notes }: Sheet): Layout {
  return behind(notes.get(node)?.after ?? []);
}

/** Comments behind something on a line. */
export function behind(comments: readonly ProgramComment[]): Layout {
  return row(comments.flatMap(({ text }) => [" ", lineOf(text), closesLine(text) ? noOneLine : ""]));
}

/** The comments under the last part of a node. */
export function below(node: ProgramNode, { notes }: Sheet): readonly ProgramComment[] {
  return notes.get(node)?.below ?? [];
}

/** Comments with lines of their own, above something. */
export function ownLines(comments: readonly ProgramComment[]): Layout {
  return row(comments.flatMap(({ text }) => [lineOf(text), hardLine]));
}

/** A comment, however wide it is. */
export function lineOf(text: string): Layout {
  return words(text, closesLine(text) ? 0 : text.length);
}
