import type { Issue } from "@helve/core";
import { textIssue } from "./text-issue.ts";

/**
 * An issue if valid JSON has the escape sequence of a backspace or a form feed before a letter, as in `"\frac"` of LaTeX or `"\bword"` of a
 * regular expression, or if a path of Windows has one of white space: its author meant a backslash.
 */
export function controlEscapeIssue(text: string): Issue | undefined {
  const drive = text.includes(":\\") ? driveEscape.exec(text) : null;
  if (drive !== null) return escapeIssue(text, drive[1] ?? "", drive.index + 3, "after a drive letter");
  if (!(text.includes("\\b") || text.includes("\\f"))) return undefined;
  for (const { 0: written, 1: letter, index: start } of text.matchAll(escapes)) {
    if (letter === undefined) continue;
    return escapeIssue(text, written, start, "before a letter");
  }
  return undefined;
}

function escapeIssue(text: string, written: string, start: number, where: string): Issue {
  const message = `ambiguous: ${written} ${where} is a control character (write \\${written} for a backslash)`;
  return textIssue(text, { code: "control_escape", message, start, end: start + 2, expected: `\\${written}` });
}

/** A string that is only a path of Windows, whose first backslash begins the escape sequence of white space: `"C:\\new\\a.txt"`. */
const driveEscape = /"[A-Za-z]:(\\[nrt])(?:[\w.$~-]|\\[A-Za-z\\/])+"/;

const escapes = /\\(?:([bf])(?=[A-Za-z])|[\s\S])/g;
