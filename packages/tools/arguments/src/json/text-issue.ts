/** Places in the text of arguments: issues with line and column, JSON pointers of members. */
import type { Issue } from "@helve/core";
import { jsonPointer, quote, sourceText } from "@helve/core/internal";

/** Creates an issue for a range of the arguments' text. Its message starts with "the arguments are" and ends with line and column. */
export function textIssue(
  text: string,
  fault: { code: string; message: string; start: number; end: number; path?: string; expected?: string | undefined },
): Issue {
  const { code, message, start, end, path = "", expected } = fault;
  const range = sourceText(text).range(start, end);
  const location = `line ${range.start.line}, column ${range.start.column}`;
  return {
    code,
    message: `the arguments are ${message}, at ${location}`,
    path,
    range,
    expected,
  };
}

/** The issue of a text that can't be read or repaired at an offset. */
export function unreadableIssue(
  text: string,
  at: number,
  { expected, path }: { expected: string; path?: string },
): Issue {
  const word = /^(?:[\p{L}\p{N}_]{1,60}|[\s\S])/u.exec(text.slice(at, at + 61))?.[0] ?? "";
  const got = at < text.length ? quote(word) : "the end of the text";
  const message = `not JSON and can't be repaired: expected ${expected} (got ${got})`;
  return textIssue(text, { code: "json", message, start: at, end: at + word.length, path, expected });
}

/** The JSON pointer of a member of a container. Faster than `jsonPointer`: most keys need no escaping. */
export function memberPointer(base: string, key: string | number): string {
  if (typeof key === "number" || !(key.includes("/") || key.includes("~"))) return `${base}/${key}`;
  return base + jsonPointer([key]);
}
