import type { Args, Issue } from "@helve/core";
import { isObject, jsonPointer, quote } from "@helve/core/internal";

/**
 * An issue for each text with a control character whose author meant a backslash: a backspace or a form feed before a letter, as in
 * `"\frac"` of LaTeX or `"\bword"` of a regular expression; white space within another command of LaTeX, as in `"\theta"`; or white space
 * after the drive of a Windows path, as in `"C:\temp"`.
 */
export function controlEscapeIssues(args: Args): readonly Issue[] {
  const issues: Issue[] = [];
  addIssues(args, [], issues);
  return issues;
}

function addIssues(value: unknown, path: readonly (string | number)[], issues: Issue[]): void {
  if (typeof value === "string") {
    const fault = faultOf(value);
    if (fault !== undefined) issues.push(issueOf(fault, path));
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) addIssues(item, [...path, index], issues);
  } else if (isObject(value)) {
    for (const name of Object.keys(value)) addIssues(value[name], [...path, name], issues);
  }
}

/** The control character of a text that stands for a backslash and a letter, and where it is. */
interface Fault {
  readonly control: string;
  readonly place: string;
}

/** Finds a control character that a model meant as a backslash escape. */
function faultOf(text: string): Fault | undefined {
  if (!anyControl.test(text)) return undefined;
  const drive = onlyPath.exec(text) ?? pathInText.exec(text);
  if (drive !== null) return { control: drive[1] ?? "", place: "after a drive letter" };
  const [, control, command] = beforeLetter.exec(text) ?? [];
  if (control !== undefined) return { control, place: "before a letter" };
  return command === undefined ? undefined : { control: command, place: "in a command of LaTeX" };
}

/** Creates the issue of a control character that was meant as a backslash escape. */
function issueOf({ control, place }: Fault, path: readonly (string | number)[]): Issue {
  const written = JSON.stringify(control).slice(1, -1);
  const name = quote(String(path.at(-1) ?? ""));
  const message = `${name} is ambiguous: ${written} ${place} is a control character (write \\${written} for a backslash)`;
  return { code: "control_escape", message, path: jsonPointer(path), expected: `\\${written}` };
}

const anyControl = /[\b\f\n\r\t][A-Za-z]/;

/** A text that is only a path of Windows, whose first backslash began the escape sequence of white space. */
const onlyPath = /^[A-Za-z]:([\n\r\t])(?:[\w.$~\\/-]|[\b\f\n\r\t](?=[A-Za-z]))+$/;

/**
 * Such a path after other words, which ends with a file extension, or before a quote, an operator, an option or another drive. Letters of
 * lists, `Plan B:`, are no drives.
 */
const pathInText =
  /(?:^|[ '"(=,;])[C-Zc-z]:([\n\r\t])(?=\w)(?:[\w.$~\\/-]|[\b\f\n\r\t](?=[A-Za-z]))+(?:$|(?=["')|&<>;]|\s+(?:[-/|&<>]|[A-Za-z]:))|(?<=\.[A-Za-z]\w{0,4})(?=\s))/;

/** A control character before a letter, or within the commands of LaTeX that begin with an escape sequence of white space and whose rest is no word. */
const beforeLetter =
  /([\b\f])(?=[A-Za-z])|(\t(?=heta|imes|ilde|frac|riangle|ext(?:bf|it|rm|tt)?\{)|\n(?=abla|otin|ewcommand|ewline|onumber)|\r(?=ight\b|ho\b|angle\b|ceil\b|floor\b|enewcommand))/;
