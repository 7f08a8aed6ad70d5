/** Reads the text after the JSDoc tags `@returns`, `@yields`, `@throws` and `@see`. */
import type { DocstringRaise, DocstringReference, DocstringReturn } from "../docstring.ts";
import { joinLines, type Line, restOfLine } from "../lines.ts";
import { readReturnField } from "../return-entries.ts";
import { readReferences } from "../see-also.ts";
import { withoutUndefined } from "../without-undefined.ts";
import { readBracket } from "./brackets.ts";
import { replaceLinks, splitLink } from "./links.ts";

/** Reads the text after `@returns` or `@yields`: `{number} text`. A list of members below it becomes `items`. */
export function readReturnsTag(rest: Line, body: readonly Line[]): readonly DocstringReturn[] {
  const typed = readBracedType(rest, body);
  const [first = typed.rest, ...others] = replaceLinks([stripDash(typed.rest), ...typed.body]);
  return readReturnField(first, others, typed.type);
}

/** Reads the text after `@throws`: `{TypeError} text`, `TypeError text`. */
export function readThrowsTag(rest: Line, body: readonly Line[]): DocstringRaise {
  const typed = readBracedType(rest, body);
  const name =
    typed.type === undefined
      ? /^\p{Lu}[\p{L}\p{N}_.]*(?:Error|Exception)(?=[\s:,]|$)/u.exec(rest.text)?.[0]
      : undefined;
  const line = name === undefined ? typed.rest : restOfLine(rest, name.length);
  const [first, ...others] = replaceLinks([stripDash(line), ...typed.body]);
  return { type: typed.type ?? name ?? "", description: joinLines(others, first) };
}

/** Reads a type in braces: `{number}`, `{@link TypeError}`. */
function readBracedType(
  rest: Line,
  body: readonly Line[],
): { readonly type?: string; readonly rest: Line; readonly body: readonly Line[] } {
  const braces = rest.text.startsWith("{") ? readBracket(rest, body) : undefined;
  if (braces === undefined) return { rest, body };
  const link = /^@link\w*\s+([^\s|]+)/.exec(braces.content);
  const type = link?.[1] ?? braces.content;
  return withoutUndefined({ type: type || undefined, rest: braces.rest, body: braces.body });
}

/** Removes a dash or colon at the start. */
function stripDash(line: Line): Line {
  const dash = /^(?:[-–—]{1,2}|:)(?=\s|$)/.exec(line.text);
  return dash === null ? line : restOfLine(line, dash[0].length);
}

const namedReferencePattern =
  /^(?:\{@link(?:code|plain)?\s(?<link>[^{}]+)\}(?:\s+[-–—]{1,2}(?=\s|$)|:(?=\s|$))?|(?<name>[^\s,`]+)\s+[-–—]{1,2}(?=\s|$)|(?<address>https?:\/\/\S+)(?=\s))/;

/** Reads the text after `@see`: `{@link x} text`, a URL and text, `x - text`, `x: text`, or names alone. */
export function readSeeTag(rest: Line, body: readonly Line[]): readonly DocstringReference[] {
  const match = namedReferencePattern.exec(rest.text);
  const { link, name, address } = match?.groups ?? {};
  const { target, label } = link === undefined ? { target: name ?? address ?? "", label: "" } : splitLink(link);
  if (match === null || target === "") {
    const deeper = body.map((line) => ({ ...line, indent: line.indent + 1 }));
    return readReferences(replaceLinks(rest.text === "" ? body : [{ ...rest, indent: 0 }, ...deeper]));
  }
  const [first, ...others] = replaceLinks([restOfLine(rest, match[0].length), ...body]);
  return [{ name: target, description: [label, joinLines(others, first)].filter((part) => part !== "").join(" ") }];
}
