import type { Issue } from "@helve/core";
import { within } from "./at-offset.ts";
import { issuesIn, type OpenProgram } from "./open-program.ts";
import { byPlace, type TextEdit } from "./text-edit.ts";

/** A change that resolves one or more issues (LSP `CodeAction`). */
export interface CodeAction {
  /** What it does, as an order: `Write "trigger"`. */
  readonly title: string;
  readonly kind: "quickfix";
  /** What it mends. */
  readonly issues: readonly Issue[];
  readonly edits: readonly TextEdit[];
  /** Whether it mends one thing, and that alone. */
  readonly isPreferred: boolean;
}

/**
 * The changes that mend what is wrong between two offsets: one for each issue that has a fix, and after the last of a kind
 * one for all of that kind in the text, where there are several. Fixes that touch each other are not made at once: those
 * left over are offered when the others are made.
 *
 * @param start - in UTF-16 units; 0 by default
 * @param end - the end of the text by default
 *
 * @example
 * quickFixesAt(openProgram("rule @a triger X check enforce stop end"))[0]?.title; // 'Write "trigger"'
 */
export function quickFixesAt(
  program: OpenProgram,
  start = 0,
  end: number = program.text.length,
): readonly CodeAction[] {
  const [from, to] = [within(program, start), within(program, end)];
  const fixable = issuesIn(program).filter(isFixable);
  const here = fixable.filter(({ range }) => range.start.offset <= to && range.end.offset >= from);
  const codes = new Set(here.map(({ code }) => code));
  return [...codes].flatMap((code) => {
    const single = here.filter((issue) => issue.code === code).map(fixOfOne);
    const all = apart(fixable.filter((issue) => issue.code === code));
    return all.length < 2 ? single : [...single, fixOfAll(code, all)];
  });
}

type Fixable = Issue & {
  readonly quickFix: NonNullable<Issue["quickFix"]>;
  readonly range: NonNullable<Issue["range"]>;
};

function isFixable(issue: Issue): issue is Fixable {
  return issue.quickFix !== undefined && issue.range !== undefined;
}

function fixOfOne(issue: Fixable): CodeAction {
  const { title } = issue.quickFix;
  return { title, kind: "quickfix", issues: [issue], edits: [editOf(issue)], isPreferred: true };
}

function fixOfAll(code: string, issues: readonly Fixable[]): CodeAction {
  const title = `Fix all ${issues.length} of ${code}`;
  return { title, kind: "quickfix", issues, edits: issues.map(editOf), isPreferred: false };
}

function editOf({ quickFix: { range, text } }: Fixable): TextEdit {
  return { range, text };
}

/** Issues whose fixes don't touch each other; of those that do, the first. */
function apart(issues: readonly Fixable[]): readonly Fixable[] {
  const taken: Fixable[] = [];
  for (const issue of issues.toSorted((one, other) => byPlace(one.quickFix, other.quickFix))) {
    const last = taken.at(-1)?.quickFix.range.end.offset ?? -1;
    if (issue.quickFix.range.start.offset > last) taken.push(issue);
  }
  return taken;
}
