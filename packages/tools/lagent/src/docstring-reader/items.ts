/**
 * Splits an item of a docstring, such as `name (type): text`, into name, type and description, as griffe (the docstring parser that Lagent uses) does.
 */
import { withoutTrailingLines } from "./blocks.ts";

/** A documented parameter or return value. */
export interface GoogleItem {
  readonly name?: string;
  /** The type as written; absent if the text has none. */
  readonly type?: string;
  readonly description: string;
}

/**
 * Splits `name (type): text` into a parameter's name, type and description; `undefined` for an item without a colon,
 * which is dropped.
 */
export function parameterItem([first = "", ...rest]: readonly string[]): GoogleItem | undefined {
  const colon = first.indexOf(":");
  if (colon === -1) return undefined;
  const head = first.slice(0, colon);
  const description = joinDescription(first.slice(colon + 1), rest);
  const space = head.indexOf(" ");
  if (space === -1) return { name: head, description };
  const type = stripCharacters(head.slice(space + 1), "()");
  const isOptional = type.endsWith(", optional");
  return { name: head.slice(0, space), type: isOptional ? type.slice(0, -", optional".length) : type, description };
}

/**
 * Splits `type: text`, or `name (type): text` if the values have names, into a return value's name, type and
 * description.
 */
export function returnItem([first = "", ...rest]: readonly string[], isNamed: boolean): GoogleItem {
  if (isNamed) {
    const [, name, type, text = ""] = /^(?:([\p{L}\p{N}_]+)?\s*(?:\((.+)\))?:\s*)?(.*)$/u.exec(first) ?? [];
    return {
      name,
      type,
      description: joinDescription(text, rest),
    };
  }
  const colon = first.indexOf(":");
  if (colon === -1) return { description: joinDescription(first, rest) };
  const type = first
    .slice(0, colon)
    .replace(/^\(+/, "")
    .replace(/(?<!\))\)+$/, "");
  return {
    type: type !== "" ? type : undefined,
    description: joinDescription(first.slice(colon + 1), rest),
  };
}

/** Joins the lines of an item's description. */
function joinDescription(text: string, rest: readonly string[]): string {
  return withoutTrailingLines([text.trimStart(), ...rest].join("\n"));
}

/** Removes the characters from both ends of a text, like Python's `str.strip`. */
function stripCharacters(text: string, characters: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && characters.includes(text[start] ?? "")) start++;
  while (end > start && characters.includes(text[end - 1] ?? "")) end--;
  return text.slice(start, end);
}
