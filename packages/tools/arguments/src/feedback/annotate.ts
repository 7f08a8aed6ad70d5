/** Writes arguments with the message of each issue beside the invalid part, for `feedback`. */
import type { Issue } from "@helve/core";
import { ownMember, pointerParts } from "@helve/core/internal";
import { abbreviatedJson } from "./abbreviate.ts";

/** The length limits of the valid parts of annotated arguments. */
export interface AnnotationLimits {
  /** The maximum number of characters of a value. */
  readonly maxValueLength: number;
  /** The maximum number of consecutive valid values. */
  readonly maxRow: number;
}

/** The texts of annotations, in one language. */
export interface AnnotationTexts {
  /** The message of an issue, on one line. */
  readonly issueText: (issue: Issue) => string;
  /** The text for a number of values left out. */
  readonly moreText: (count: number) => string;
}

/** Writes a value as JSON, with `// ←` and the message of its issue at the end of each invalid line. */
export function annotateValue(
  value: unknown,
  issues: readonly Issue[],
  words: AnnotationTexts,
  room: AnnotationLimits,
): string {
  const root: Annotations = { messages: [], missingMessages: [], parts: new Map() };
  const listed = new Set<string>();
  for (const issue of issues) {
    if (isImplied(issue, issues)) continue;
    const message = withShortList(words.issueText(issue), listed);
    addAnnotation(root, value, pointerParts(issue.path ?? ""), message);
  }
  const lines: string[] = [];
  writeLine({ value, annotations: root, keyPrefix: "", comma: "" }, 0, { texts: words, limits: room, lines });
  return lines.join("\n");
}

/** Whether an issue is about the type of a value, and another issue lists the choices of that value. */
function isImplied({ code, path }: Issue, issues: readonly Issue[]): boolean {
  return code === "type" && issues.some((other) => other.code === "enum" && other.path === path);
}

/**
 * A message whose list of known names is cut at a length, and left out if the message suggests a name or the list was shown before.
 *
 * @param listed - the lists so far
 */
function withShortList(message: string, listed: Set<string>): string {
  return message.replace(/ \(known: (.*)\)$/s, (_, names: string, at: number) => {
    if (message.slice(0, at).endsWith("?") || listed.has(names)) return "";
    listed.add(names);
    const short = names.length > maxListLength ? `${names.slice(0, names.lastIndexOf(",", maxListLength))}, …` : names;
    return ` (known: ${short})`;
  });
}

const maxListLength = 60;

/** The issue messages for a value and its parts. */
interface Annotations {
  readonly messages: string[];
  /** The messages for missing parts. */
  readonly missingMessages: string[];
  readonly parts: Map<string, Annotations>;
}

/** Adds a message at a path, or at the deepest existing value on that path. */
function addAnnotation(root: Annotations, value: unknown, path: readonly string[], message: string): void {
  let at = root;
  let current = value;
  for (const key of path.slice(0, maxPathLength)) {
    const member = ownMember(current, key);
    if (member === undefined) {
      if (isContainer(current)) at.missingMessages.push(message);
      else at.messages.push(message);
      return;
    }
    current = member;
    const next = at.parts.get(key) ?? { messages: [], missingMessages: [], parts: new Map() };
    at.parts.set(key, next);
    at = next;
  }
  at.messages.push(path.length > maxPathLength || at === root ? message : besideValue(message));
}

/** A message that stands beside its value: without the name of the value and without what the value is. */
function besideValue(message: string): string {
  return message.replace(/^"[^"]*" /, "").replace(/(?<=.) \(got (?:"(?:[^"\\]|\\.)*…?"|[^()]*)\)$/, "");
}

/** The message of a deeper path is added at this depth. */
const maxPathLength = 50;

interface AnnotatedLines {
  readonly texts: AnnotationTexts;
  readonly limits: AnnotationLimits;
  readonly lines: string[];
}

interface AnnotatedLine {
  readonly value: unknown;
  readonly annotations: Annotations | undefined;
  /** The key and colon, before the value. */
  readonly keyPrefix: string;
  /** The comma after the value, or nothing. */
  readonly comma: string;
}

/** Writes a value on one line with its annotations, or on several lines if its parts have annotations. */
function writeLine(
  { value, annotations: marked, keyPrefix: before, comma: after }: AnnotatedLine,
  depth: number,
  written: AnnotatedLines,
): void {
  const { limits: room, lines } = written;
  const indent = "  ".repeat(depth);
  const isExpanded =
    marked !== undefined && isContainer(value) && marked.parts.size + marked.missingMessages.length > 0;
  const text = isExpanded
    ? Array.isArray(value)
      ? "["
      : "{"
    : `${abbreviatedJson(value, room.maxValueLength)}${after}`;
  const [firstMessage, ...otherMessages] = (marked?.messages ?? []).map((message) => `// ← ${message}`);
  lines.push(`${indent}${before}${text}${firstMessage === undefined ? "" : ` ${firstMessage}`}`);
  for (const message of otherMessages) lines.push(`${indent}${isExpanded ? "  " : ""}${message}`);
  if (!isExpanded) return;
  writeMembers(value, marked, depth + 1, written);
  for (const message of marked.missingMessages) lines.push(`${indent}  // ← ${message}`);
  lines.push(`${indent}${Array.isArray(value) ? "]" : "}"}${after}`);
}

/** Writes the members or items of a value; of long runs of valid ones, only the first and how many more there are. */
function writeMembers(value: object, marked: Annotations, depth: number, written: AnnotatedLines): void {
  const keys = Object.keys(value);
  const last = keys.at(-1);
  let validCount = 0;
  const elide = (): void => {
    const hiddenCount = validCount - written.limits.maxRow;
    if (hiddenCount > 0) written.lines.push(`${"  ".repeat(depth)}${written.texts.moreText(hiddenCount)}`);
    validCount = 0;
  };
  for (const key of keys) {
    const part = marked.parts.get(key);
    if (part !== undefined) elide();
    else if (++validCount > written.limits.maxRow) continue;
    const before = Array.isArray(value) ? "" : `${abbreviatedJson(key, written.limits.maxValueLength)}: `;
    const after = key === last ? "" : ",";
    writeLine({ value: Reflect.get(value, key), annotations: part, keyPrefix: before, comma: after }, depth, written);
  }
  elide();
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Writes a text with a line for each issue after its position; issues without a position come last. */
export function annotateText(
  text: string,
  issues: readonly Issue[],
  words: AnnotationTexts,
  maxLength: number,
): string {
  const marks = new Map<number, string[]>();
  const ends = issues.map(({ range }) => Math.min(range?.end.offset ?? text.length, text.length));
  for (const [index, end] of [...ends.entries()].sort(([, a], [, b]) => a - b)) {
    const issue = issues[index];
    if (issue === undefined) continue;
    const messages = marks.get(end) ?? [];
    messages.push(`// ← ${words.issueText(issue)}`);
    marks.set(end, messages);
  }
  const lines: string[] = [];
  let start = 0;
  for (const [end, messages] of marks) {
    lines.push(shortenedBetween(text, start, end, maxLength), ...messages);
    start = end;
  }
  lines.push(shortenedBetween(text, start, text.length, maxLength));
  return lines.filter((line) => line !== "").join("\n");
}

/** Shortens the text between two annotated positions. */
function shortenedBetween(text: string, start: number, end: number, maxLength: number): string {
  const isFirst = start === 0;
  const isLast = end === text.length;
  if (end - start <= (isFirst !== isLast ? maxLength : 2 * maxLength)) return text.slice(start, end);
  const after = isFirst && !isLast ? "" : text.slice(start, start + maxLength).replace(/[\uD800-\uDBFF]$/, "");
  const before = isLast && !isFirst ? "" : text.slice(end - maxLength, end).replace(/^[\uDC00-\uDFFF]/, "");
  return `${after}…${before}`;
}
