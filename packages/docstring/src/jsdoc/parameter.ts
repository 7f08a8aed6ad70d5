import { closing, opens } from "../brackets.ts";
import type { DocstringParameter } from "../docstring.ts";
import { type Line, partOf, textOf } from "../lines.ts";
import { parameterOf } from "../parameter.ts";
import { bracketAt } from "./braces.ts";
import { withoutLinks } from "./links.ts";

/**
 * Reads what follows `@param`: `{number} [x=3] - text`, `{...string} rest`, `x - text`, `opts.a`. Undefined when it names
 * nothing.
 */
export function parameterIn(rest: Line, body: readonly Line[]): DocstringParameter | undefined {
  const braces = rest.text.startsWith("{") ? bracketAt(rest, body) : undefined;
  const named = nameAt(...nextFilled(braces?.rest ?? rest, braces?.body ?? body));
  if (named === undefined) return undefined;

  const late = braces === undefined && named.rest.text.startsWith("{") ? bracketAt(named.rest, named.body) : undefined;
  const { inside, range } = braces ?? late ?? {};
  const type = inside === undefined ? {} : jsdocType(inside);
  const text = descriptionAt(late?.rest ?? named.rest);
  const [first, ...others] = withoutLinks([text.line, ...(late?.body ?? named.body)]);
  const description = textOf(others, first);
  const stars = named.stars ?? type.stars;
  const optional = text.optional ?? named.optional ?? type.optional;
  const about = parameterOf(
    {
      name: named.name,
      nameRange: { start: named.start, end: named.start + named.name.length },
      ...(stars !== undefined && { stars }),
      ...(optional !== undefined && { optional }),
    },
    { description },
  );
  const { name, nameRange, stars: _, ...noted } = about;
  return {
    name,
    ...(nameRange !== undefined && { nameRange }),
    ...(stars !== undefined && { stars }),
    ...(type.type !== undefined && { type: type.type }),
    ...(range !== undefined && { typeRange: range }),
    ...noted,
    ...(named.default !== undefined && { default: named.default }),
  };
}

/** What a type in braces says: `...T` is a rest parameter, `T=` an optional one. */
function jsdocType(text: string): Pick<DocstringParameter, "type" | "stars" | "optional"> {
  const isRest = text.startsWith("...");
  const isOptional = text.endsWith("=") && !text.endsWith("==");
  const type = text.slice(isRest ? 3 : 0, isOptional ? -1 : undefined).trim();
  return { ...(type !== "" && { type }), ...(isRest && { stars: "*" }), ...(isOptional && { optional: true }) };
}

interface NameAt extends Pick<DocstringParameter, "name" | "stars" | "optional" | "default"> {
  readonly start: number;
  readonly rest: Line;
  readonly body: readonly Line[];
}

/** A name may stand on the line below a type that takes a line of its own. */
function nextFilled(rest: Line, body: readonly Line[]): [Line, readonly Line[]] {
  const [next, ...others] = body;
  return rest.text === "" && next !== undefined && next.text !== "" ? [{ ...next, indent: 0 }, others] : [rest, body];
}

/** `x`, `[x]`, `[x=3]`, `x=3`, `...x`, `**x`. */
function nameAt(line: Line, body: readonly Line[]): NameAt | undefined {
  if (line.text.startsWith("[")) {
    const bracket = bracketAt(line, body);
    const parts = bracket && bareName(bracket.inside, bracket.range.start);
    if (parts !== undefined)
      return { ...parts, optional: true, rest: bracket?.rest ?? line, body: bracket?.body ?? body };
  }
  const end = wordEnd(line.text);
  const parts = bareName(line.text.slice(0, end), line.start);
  return parts && { ...parts, rest: { ...partOf(line, end), indent: 0 }, body };
}

function bareName(text: string, start: number): Omit<NameAt, "rest" | "body"> | undefined {
  const match = /^(\.\.\.|\*{1,2}|[`"']?)([^\s=`"']+?)([`"']?:?)\s*(?:=\s*(?<value>.*))?$/.exec(text);
  const [, before = "", name = ""] = match ?? [];
  if (match === null || /^(?:[-–—:{[*]|\.\.\.)/.test(name) || closing(`[${text}]`, 0) <= text.length) return undefined;
  const value = match.groups?.["value"]?.trim();
  const stars = before === "**" ? "**" : before === "*" || before === "..." ? "*" : undefined;
  return {
    name,
    start: start + before.length,
    ...(stars !== undefined && { stars }),
    ...(value !== undefined && value !== "" && { default: value }),
  };
}

/** Where a name ends: at white space outside the brackets and strings of its default; 0 when one is not closed. */
function wordEnd(text: string): number {
  const value = /^[^\s=]*=/.exec(text)?.[0].length ?? Number.POSITIVE_INFINITY;
  let end = 0;
  for (; end < text.length && !/\s/.test(text.charAt(end)); end++) {
    if (end < value) continue;
    if (opens(text[end])) end = closing(text, end);
    else if (/["'`]/.test(text.charAt(end))) end = text.indexOf(text.charAt(end), end + 1);
    if (end === -1) return 0;
  }
  return end;
}

/** The text behind a name, without the dash before it and a note in brackets. */
function descriptionAt(line: Line): { readonly line: Line; readonly optional?: boolean } {
  const note = /^\((optional|required)\)(?=\s|$)/i.exec(line.text);
  const rest = note === null ? line : { ...partOf(line, note[0].length), indent: 0 };
  const dash = /^(?:[-–—]{1,2}|:)(?=\s|$)/.exec(rest.text);
  return {
    line: dash === null ? rest : { ...partOf(rest, dash[0].length), indent: 0 },
    ...(note !== null && { optional: note[1]?.toLowerCase() === "optional" }),
  };
}
