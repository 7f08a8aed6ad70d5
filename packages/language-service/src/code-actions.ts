import type { Issue } from "@helve/core";
import { clampOffset } from "./at-offset.ts";
import { issuesIn, type OpenProgram } from "./open-program.ts";
import { byRange, type TextEdit } from "./text-edit.ts";

/** A change that resolves one or more issues (LSP `CodeAction`). */
export interface CodeAction {
  /** What the action does, in the imperative: `Write "trigger"`. */
  readonly title: string;
  readonly kind: "quickfix";
  /** The issues that it resolves. */
  readonly diagnostics: readonly Issue[];
  readonly edits: readonly TextEdit[];
  /** Whether it is the quick fix of a single issue. */
  readonly isPreferred: boolean;
}

/**
 * The code actions for the issues between two offsets: the quick fix of each issue, and for each code with several fixable issues in the
 * text an action that fixes all of them. That action leaves out fixes that touch another one; they are offered again afterwards.
 *
 * @param start - in UTF-16 units; 0 by default
 * @param end - the end of the text by default
 *
 * @example
 * codeActionsAt(openProgram("rule @a triger X check enforce stop end"))[0]?.title; // 'Write "trigger"'
 */
export function codeActionsAt(
  program: OpenProgram,
  start = 0,
  end: number = program.text.length,
): readonly CodeAction[] {
  const [from, to] = [clampOffset(program, start), clampOffset(program, end)];
  const fixable = issuesIn(program).filter(hasQuickFix);
  const here = fixable.filter(({ range }) => range.start.offset <= to && range.end.offset >= from);
  const codes = new Set(here.map(({ code }) => code));
  return [...codes].flatMap((code) => {
    const single = here.filter((issue) => issue.code === code).map(quickFixAction);
    const all = withoutAdjacentFixes(fixable.filter((issue) => issue.code === code));
    return all.length < 2 ? single : [...single, fixAllAction(code, all)];
  });
}

type FixableIssue = Issue & {
  readonly quickFix: NonNullable<Issue["quickFix"]>;
  readonly range: NonNullable<Issue["range"]>;
};

function hasQuickFix(issue: Issue): issue is FixableIssue {
  return issue.quickFix !== undefined && issue.range !== undefined;
}

function quickFixAction(issue: FixableIssue): CodeAction {
  const { title } = issue.quickFix;
  return { title, kind: "quickfix", diagnostics: [issue], edits: [quickFixEdit(issue)], isPreferred: true };
}

function fixAllAction(code: string, issues: readonly FixableIssue[]): CodeAction {
  const title = `Fix all ${issues.length} of ${code}`;
  return { title, kind: "quickfix", diagnostics: issues, edits: issues.map(quickFixEdit), isPreferred: false };
}

function quickFixEdit({ quickFix: { range, text } }: FixableIssue): TextEdit {
  return { range, newText: text };
}

/** The issues whose fixes don't touch each other; of two that do, the first. */
function withoutAdjacentFixes(issues: readonly FixableIssue[]): readonly FixableIssue[] {
  const taken: FixableIssue[] = [];
  for (const issue of issues.toSorted((one, other) => byRange(one.quickFix, other.quickFix))) {
    const last = taken.at(-1)?.quickFix.range.end.offset ?? -1;
    if (issue.quickFix.range.start.offset > last) taken.push(issue);
  }
  return taken;
}
