import type { DocstringRaise, DocstringReturn } from "../docstring.ts";
import { returnsIn } from "../fields/returns.ts";
import { type Line, partOf, textOf } from "../lines.ts";
import { bracketAt } from "./braces.ts";
import { withoutLinks } from "./links.ts";

/** Reads what follows `@returns` or `@yields`: `{number} text`; a list of members under it is its items. */
export function returnIn(rest: Line, body: readonly Line[]): readonly DocstringReturn[] {
  const typed = typeAt(rest, body);
  const [first = typed.rest, ...others] = withoutLinks([withoutDash(typed.rest), ...typed.body]);
  return returnsIn(first, others, typed.type);
}

/** Reads what follows `@throws`: `{TypeError} text`, `TypeError text`. */
export function raiseIn(rest: Line, body: readonly Line[]): DocstringRaise {
  const typed = typeAt(rest, body);
  const name =
    typed.type === undefined
      ? /^\p{Lu}[\p{L}\p{N}_.]*(?:Error|Exception)(?=[\s:,]|$)/u.exec(rest.text)?.[0]
      : undefined;
  const line = name === undefined ? typed.rest : { ...partOf(rest, name.length), indent: 0 };
  const [first, ...others] = withoutLinks([withoutDash(line), ...typed.body]);
  return { type: typed.type ?? name ?? "", description: textOf(others, first) };
}

function typeAt(
  rest: Line,
  body: readonly Line[],
): { readonly type?: string; readonly rest: Line; readonly body: readonly Line[] } {
  const braces = rest.text.startsWith("{") ? bracketAt(rest, body) : undefined;
  if (braces === undefined) return { rest, body };
  const link = /^@link\w*\s+([^\s|]+)/.exec(braces.inside);
  const type = link?.[1] ?? braces.inside;
  return { ...(type !== "" && { type }), rest: braces.rest, body: braces.body };
}

function withoutDash(line: Line): Line {
  const dash = /^(?:[-–—]{1,2}|:)(?=\s|$)/.exec(line.text);
  return dash === null ? line : { ...partOf(line, dash[0].length), indent: 0 };
}
