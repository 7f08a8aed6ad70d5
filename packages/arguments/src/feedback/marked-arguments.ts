import type { Issue } from "@helve/core";
import { ownMember, pointerParts } from "../coerce/reference.ts";
import { brief } from "./brief.ts";

/** How much is shown of what is right. */
export interface Room {
  /** Characters of a value. */
  readonly value: number;
  /** Values in a row. */
  readonly row: number;
}

/** What is said beside the arguments. */
export interface Words {
  /** What is wrong, on one line. */
  readonly issue: (issue: Issue) => string;
  /** That there are so many more. */
  readonly more: (count: number) => string;
}

/** A value as JSON, each part that is wrong on a line that ends in `// ←` and what is wrong. */
export function markedArguments(value: unknown, issues: readonly Issue[], words: Words, room: Room): string {
  const root: Marked = { says: [], missing: [], parts: new Map() };
  for (const issue of issues) mark(root, value, pointerParts(issue.path ?? ""), words.issue(issue));
  const lines: string[] = [];
  write({ value, marked: root, before: "", after: "" }, 0, { words, room, lines });
  return lines.join("\n");
}

/** What is wrong with a value and its parts. */
interface Marked {
  readonly says: string[];
  /** What is wrong with parts that are not there. */
  readonly missing: string[];
  readonly parts: Map<string, Marked>;
}

/** Marks the place of an issue, or the deepest place on the way to it that there is. */
function mark(root: Marked, value: unknown, path: readonly string[], says: string): void {
  let at = root;
  let found = value;
  for (const key of path.slice(0, deepest)) {
    const below = ownMember(found, key);
    if (below === undefined) {
      (isContainer(found) ? at.missing : at.says).push(says);
      return;
    }
    found = below;
    const next = at.parts.get(key) ?? { says: [], missing: [], parts: new Map() };
    at.parts.set(key, next);
    at = next;
  }
  at.says.push(says);
}

/** Deeper places are marked where they begin to be too deep. */
const deepest = 50;

interface Written {
  readonly words: Words;
  readonly room: Room;
  readonly lines: string[];
}

interface Line {
  readonly value: unknown;
  readonly marked: Marked | undefined;
  /** The key. */
  readonly before: string;
  /** The comma. */
  readonly after: string;
}

function write({ value, marked, before, after }: Line, depth: number, written: Written): void {
  const { room, lines } = written;
  const indent = "  ".repeat(depth);
  const opens = marked !== undefined && isContainer(value) && marked.parts.size + marked.missing.length > 0;
  const text = opens ? (Array.isArray(value) ? "[" : "{") : `${brief(value, room.value)}${after}`;
  const [first, ...others] = (marked?.says ?? []).map((says) => `// ← ${says}`);
  lines.push(`${indent}${before}${text}${first === undefined ? "" : ` ${first}`}`);
  for (const other of others) lines.push(`${indent}${opens ? "  " : ""}${other}`);
  if (!opens) return;
  writeParts(value, marked, depth + 1, written);
  for (const says of marked.missing) lines.push(`${indent}  // ← ${says}`);
  lines.push(`${indent}${Array.isArray(value) ? "]" : "}"}${after}`);
}

function writeParts(value: object, marked: Marked, depth: number, written: Written): void {
  const keys = Object.keys(value);
  const last = keys.at(-1);
  let right = 0;
  const elide = (): void => {
    const hidden = right - written.room.row;
    if (hidden > 0) written.lines.push(`${"  ".repeat(depth)}${written.words.more(hidden)}`);
    right = 0;
  };
  for (const key of keys) {
    const part = marked.parts.get(key);
    if (part !== undefined) elide();
    else if (++right > written.room.row) continue;
    const before = Array.isArray(value) ? "" : `${brief(key, written.room.value)}: `;
    const after = key === last ? "" : ",";
    write({ value: Reflect.get(value, key), marked: part, before, after }, depth, written);
  }
  elide();
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
