import type { DocstringParameter } from "../docstring.ts";
import { joinLines, type Line, restOfLine } from "../lines.ts";
import { createParameter } from "../parameter.ts";
import { findClosingBracket, isOpeningBracket } from "../scan.ts";
import { withoutUndefined } from "../without-undefined.ts";
import { readBracket } from "./brackets.ts";
import { replaceLinks } from "./links.ts";

/**
 * Reads the text after `@param`: `{number} [x=3] - text`, `{...string} rest`, `x - text`, `opts.a`. Undefined if there
 * is no name.
 */
export function readParamTag(rest: Line, body: readonly Line[]): DocstringParameter | undefined {
  const braces = rest.text.startsWith("{") ? readBracket(rest, body) : undefined;
  const parsedName = readParamName(...skipEmptyLine(braces?.rest ?? rest, braces?.body ?? body));
  if (parsedName === undefined) return undefined;

  const typeAfterName =
    braces === undefined && parsedName.rest.text.startsWith("{")
      ? readBracket(parsedName.rest, parsedName.body)
      : undefined;
  const { content, range } = braces ?? typeAfterName ?? {};
  const type = content === undefined ? {} : splitTypeModifiers(content);
  const text = readParamDescription(typeAfterName?.rest ?? parsedName.rest);
  const [first, ...others] = replaceLinks([text.line, ...(typeAfterName?.body ?? parsedName.body)]);
  const description = joinLines(others, first);
  const stars = parsedName.stars ?? type.stars;
  const optional = text.optional ?? parsedName.optional ?? type.optional;
  const parameter = createParameter(
    withoutUndefined({
      name: parsedName.name,
      nameRange: { start: parsedName.start, end: parsedName.start + parsedName.name.length },
      stars,
      optional,
    }),
    { description },
  );
  const { name, nameRange, stars: _, ...otherFields } = parameter;
  return {
    name,
    ...withoutUndefined({ nameRange, stars, type: type.type, typeRange: range }),
    ...otherFields,
    ...withoutUndefined({ default: parsedName.default }),
  };
}

/** Splits a type in braces from its modifiers: `...T` is a rest parameter, `T=` an optional one. */
function splitTypeModifiers(text: string): Pick<DocstringParameter, "type" | "stars" | "optional"> {
  const isRest = text.startsWith("...");
  const isOptional = text.endsWith("=") && !text.endsWith("==");
  const type = text.slice(isRest ? 3 : 0, isOptional ? -1 : undefined).trim();
  return withoutUndefined({
    type: type || undefined,
    stars: isRest ? "*" : undefined,
    optional: isOptional || undefined,
  });
}

/** A parameter name, and the text after it. */
interface ParamName extends Pick<DocstringParameter, "name" | "stars" | "optional" | "default"> {
  readonly start: number;
  readonly rest: Line;
  readonly body: readonly Line[];
}

/** Moves on to the next line if the name is on the line below a type that takes its own line. */
function skipEmptyLine(rest: Line, body: readonly Line[]): [Line, readonly Line[]] {
  const [next, ...others] = body;
  return rest.text === "" && next !== undefined && next.text !== "" ? [{ ...next, indent: 0 }, others] : [rest, body];
}

/** Reads `x`, `[x]`, `[x=3]`, `x=3`, `...x` or `**x`. */
function readParamName(line: Line, body: readonly Line[]): ParamName | undefined {
  if (line.text.startsWith("[")) {
    const bracket = readBracket(line, body);
    const parts = bracket && readBareName(bracket.content, bracket.range.start);
    if (parts !== undefined)
      return { ...parts, optional: true, rest: bracket?.rest ?? line, body: bracket?.body ?? body };
  }
  const end = endOfName(line.text);
  const parts = readBareName(line.text.slice(0, end), line.start);
  return parts && { ...parts, rest: restOfLine(line, end), body };
}

/** Reads a name without square brackets: `x`, `x=3`, `...x`. */
function readBareName(text: string, start: number): Omit<ParamName, "rest" | "body"> | undefined {
  const match = /^(\.\.\.|\*{1,2}|[`"']?)([^\s=`"']+?)([`"']?:?)\s*(?:=\s*(?<value>.*))?$/.exec(text);
  const [, before = "", name = ""] = match ?? [];
  if (match === null || /^(?:[-–—:{[*]|\.\.\.)/.test(name) || findClosingBracket(`[${text}]`, 0) <= text.length)
    return undefined;
  const value = match.groups?.["value"]?.trim();
  const stars = before === "**" ? "**" : before === "*" || before === "..." ? "*" : undefined;
  return withoutUndefined({
    name,
    start: start + before.length,
    stars,
    default: value !== undefined && value !== "" ? value : undefined,
  });
}

/** The index after a name: at white space outside the brackets and strings of its default; 0 if one is not closed. */
function endOfName(text: string): number {
  const value = /^[^\s=]*=/.exec(text)?.[0].length ?? Number.POSITIVE_INFINITY;
  let end = 0;
  for (; end < text.length && !/\s/.test(text.charAt(end)); end++) {
    if (end < value) continue;
    if (isOpeningBracket(text[end])) end = findClosingBracket(text, end);
    else if (/["'`]/.test(text.charAt(end))) end = text.indexOf(text.charAt(end), end + 1);
    if (end === -1) return 0;
  }
  return end;
}

/** Reads the description after a name, without the dash and the note `(optional)` or `(required)` before it. */
function readParamDescription(line: Line): { readonly line: Line; readonly optional?: boolean } {
  const note = /^\((optional|required)\)(?=\s|$)/i.exec(line.text);
  const rest = note === null ? line : restOfLine(line, note[0].length);
  const dash = /^(?:[-–—]{1,2}|:)(?=\s|$)/.exec(rest.text);
  return withoutUndefined({
    line: dash === null ? rest : restOfLine(rest, dash[0].length),
    optional: note !== null ? note[1]?.toLowerCase() === "optional" : undefined,
  });
}
