import type { Issue } from "@helve/core";
import { textIssue } from "./text-issue.ts";

/**
 * An issue if valid JSON has the escape sequence of a backspace or a form feed before a letter, as in `"\frac"` of LaTeX or `"\bword"` of a
 * regular expression: its author meant a backslash.
 */
export function controlEscapeIssue(text: string): Issue | undefined {
  if (!(text.includes("\\b") || text.includes("\\f"))) return undefined;
  for (const { 0: written, 1: letter, index: start } of text.matchAll(escapes)) {
    if (letter === undefined) continue;
    const message = `ambiguous: ${written} before a letter is a control character (write \\${written} for a backslash)`;
    return textIssue(text, { code: "control_escape", message, start, end: start + 2, expected: `\\${written}` });
  }
  return undefined;
}

const escapes = /\\(?:([bf])(?=[A-Za-z])|[\s\S])/g;
