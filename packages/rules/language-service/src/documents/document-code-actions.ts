import type { Issue } from "@helve/core";
import type { CodeAction } from "../code-actions.ts";
import { documentIssues } from "./document-issues.ts";
import type { OpenDocument } from "./open-document.ts";

/**
 * The quick fixes for the issues between two offsets: the name that was probably meant.
 *
 * @param start - in UTF-16 units; 0 by default
 * @param end - the end of the text by default
 */
export function documentCodeActionsAt(
  document: OpenDocument,
  start = 0,
  end: number = document.text.length,
): readonly CodeAction[] {
  return documentIssues(document).flatMap((issue): readonly CodeAction[] => {
    const { range } = issue;
    const meant = intendedName(issue);
    if (meant === undefined || range === undefined) return [];
    if (range.start.offset > end || range.end.offset < start) return [];
    const written = document.text.slice(range.start.offset, range.end.offset);
    const quote = /^["']/.exec(written)?.[0] ?? "";
    const edits = [{ range, newText: `${quote}${meant}${quote}` }];
    return [{ title: `Write "${meant}"`, kind: "quickfix", diagnostics: [issue], edits, isPreferred: true }];
  });
}

/** Returns the member name that was probably meant. */
function intendedName({ code, expected, message }: Issue): string | undefined {
  if (code === "unknown_field") return expected;
  return code === "unknown_member" ? /did you mean "?([\w$-]+)"?\?/.exec(message)?.[1] : undefined;
}
