import type { Issue } from "@helve/core";
import { clampOffset } from "./at-offset.ts";
import { issuesIn, type OpenProgram } from "./open-program.ts";
import { byRange, type TextEdit } from "./text-edit.ts";

/**
 * The code actions for the issues between two offsets: the quick fix of each issue, and for each code with several fixable issues in the
 * text an action that fixes all of them. Of fixes whose ranges touch, that action applies only the first; request the actions again for
 * the others.
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

/** A change that resolves one or more issues (LSP `CodeAction`). */
export interface CodeAction {
  /** The title, in the imperative: `Write "trigger"`. */
  readonly title: string;
  readonly kind: "quickfix";
  /** The issues that the action resolves. */
  readonly diagnostics: readonly Issue[];
  readonly edits: readonly TextEdit[];
  /** Whether the action is the quick fix of a single issue. */
  readonly isPreferred: boolean;
}

type FixableIssue = Issue & {
  readonly quickFix: NonNullable<Issue["quickFix"]>;
  readonly range: NonNullable<Issue["range"]>;
};

function hasQuickFix(issue: Issue): issue is FixableIssue {
  return issue.quickFix !== undefined && issue.range !== undefined;
}

/** The code action that applies the quick fix of one issue. */
function quickFixAction(issue: FixableIssue): CodeAction {
  const { title } = issue.quickFix;
  return { title, kind: "quickfix", diagnostics: [issue], edits: [quickFixEdit(issue)], isPreferred: true };
}

/** The code action that applies the quick fixes of all issues with the same code: `Fix all 3 of unknown_tool`. */
function fixAllAction(code: string, issues: readonly FixableIssue[]): CodeAction {
  const title = `Fix all ${issues.length} of ${code}`;
  return { title, kind: "quickfix", diagnostics: issues, edits: issues.map(quickFixEdit), isPreferred: false };
}

function quickFixEdit({ quickFix: { range, text } }: FixableIssue): TextEdit {
  return { range, newText: text };
}

/** Filters the issues so that their quick fixes don't overlap or touch; the first of two that do is kept. */
function withoutAdjacentFixes(issues: readonly FixableIssue[]): readonly FixableIssue[] {
  const kept: FixableIssue[] = [];
  for (const issue of issues.toSorted((first, second) => byRange(first.quickFix, second.quickFix))) {
    const lastEnd = kept.at(-1)?.quickFix.range.end.offset ?? -1;
    if (issue.quickFix.range.start.offset > lastEnd) kept.push(issue);
  }
  return kept;
}
