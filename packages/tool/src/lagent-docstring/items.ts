import { withoutTrailingLines } from "./blocks.ts";

/** A documented parameter or return, as griffe splits it. */
export interface GoogleItem {
  readonly name?: string;
  /** As written; absent when the text gives none. */
  readonly type?: string;
  readonly description: string;
}

/** `name (type): text`; `undefined` for an item without a colon, which is dropped. */
export function parameterItem([first = "", ...rest]: readonly string[]): GoogleItem | undefined {
  const colon = first.indexOf(":");
  if (colon === -1) return undefined;
  const head = first.slice(0, colon);
  const description = descriptionOf(first.slice(colon + 1), rest);
  const space = head.indexOf(" ");
  if (space === -1) return { name: head, description };
  const type = strip(head.slice(space + 1), "()");
  const isOptional = type.endsWith(", optional");
  return { name: head.slice(0, space), type: isOptional ? type.slice(0, -", optional".length) : type, description };
}

/** `type: text`, or `name (type): text` where the values have names. */
export function returnItem([first = "", ...rest]: readonly string[], isNamed: boolean): GoogleItem {
  if (isNamed) {
    const [, name, type, text = ""] = /^(?:([\p{L}\p{N}_]+)?\s*(?:\((.+)\))?:\s*)?(.*)$/u.exec(first) ?? [];
    return {
      ...(name !== undefined && { name }),
      ...(type !== undefined && { type }),
      description: descriptionOf(text, rest),
    };
  }
  const colon = first.indexOf(":");
  if (colon === -1) return { description: descriptionOf(first, rest) };
  const type = first
    .slice(0, colon)
    .replace(/^\(+/, "")
    .replace(/(?<!\))\)+$/, "");
  return { ...(type !== "" && { type }), description: descriptionOf(first.slice(colon + 1), rest) };
}

function descriptionOf(text: string, rest: readonly string[]): string {
  return withoutTrailingLines([text.trimStart(), ...rest].join("\n"));
}

function strip(text: string, characters: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && characters.includes(text[start] ?? "")) start++;
  while (end > start && characters.includes(text[end - 1] ?? "")) end--;
  return text.slice(start, end);
}
