/** Reads the head of a reStructuredText or Epytext field: tag, argument and colon. */
import { type Line, restOfLine, sliceLine } from "../lines.ts";
import { type ParameterName, readNames } from "../names.ts";
import { endOfRole, findClosingBracket, indexesOutsideBrackets, isOpeningBracket } from "../scan.ts";
import { withoutUndefined } from "../without-undefined.ts";
import type { FieldHead, FieldKind } from "./field.ts";

/** The longest unknown tag. A longer text before a colon is a sentence. */
const maxTitleLength = 60;

/**
 * Reads `:tag argument: text` or `@tag argument: text`. The colon may be missing after a known tag. An unknown tag is
 * the title of a section, and so is the argument of `section`.
 *
 * @param opening - matches the first character and the tag, which is its first group
 */
export function readFieldHead(line: Line, opening: RegExp): FieldHead | undefined {
  const match = opening.exec(line.text);
  if (match === null) return undefined;
  const [prefix, tag = ""] = match;
  const kind = fieldKind(tag);
  const end = findHeadColon(line.text, prefix.length);
  if (end === undefined) return kind === undefined ? undefined : readHeadWithoutColon(line, kind, tag, prefix.length);

  const argument = restOfLine({ ...line, text: line.text.slice(0, end) }, prefix.length);
  const rest = restOfLine(line, end + 1);
  if (kind !== undefined && !(argument.text === "" && requiresName(kind))) return { kind, tag, argument, rest };
  if (tag === "section") return { kind: "section", tag: argument.text, argument, rest };
  const title = line.text.slice(prefix.length - tag.length, end).trim();
  return title.length > maxTitleLength || title.includes("`")
    ? undefined
    : { kind: "section", tag: title, argument, rest };
}

/** Whether a field of this kind needs a name. */
function requiresName(kind: FieldHead["kind"]): boolean {
  return kind === "parameter" || kind === "attribute" || kind === "parameterType" || kind === "attributeType";
}

/** The index of the colon that ends a head: outside brackets and roles, or else the first colon before white space. */
function findHeadColon(text: string, from: number): number | undefined {
  let next = from;
  for (const index of indexesOutsideBrackets(text)) {
    if (index < next || text[index] !== ":") continue;
    next = endOfRole(text, index);
    if (next === index && /^(?:\s|$)/.test(text.slice(index + 1, index + 2))) return index;
  }
  const first = text.slice(from).search(/:(?=\s|$)/);
  return first === -1 ? undefined : from + first;
}

/** Reads a known tag whose colon is missing: `@param x the first`. */
function readHeadWithoutColon(line: Line, kind: FieldHead["kind"], tag: string, from: number): FieldHead | undefined {
  const text = restOfLine(line, from);
  if (text.text === "") return undefined;
  const word = /^\S+/.exec(text.text)?.[0] ?? "";
  const takesWord = requiresName(kind) || (kind === "raises" && /^\p{Lu}/u.test(word));
  const at = takesWord ? word.length : 0;
  const rest = restOfLine(text, at);
  if (rest.text === "" && requiresName(kind)) return { kind: "section", tag, argument: rest, rest: text };
  return { kind, tag, argument: sliceLine(text, 0, at), rest };
}

/** The text between a field's tag and its colon: `int x`, `x (int)`, `x, y`, `ValueError`. */
export interface FieldArgument {
  readonly names: readonly ParameterName[];
  readonly type?: Line;
}

/**
 * Splits the argument of a field into names and type. For a field without names, such as `:raises ValueError:`, all of
 * it is the type.
 */
export function readArgument({ kind, argument }: Pick<FieldHead, "kind" | "argument">): FieldArgument {
  if (kind !== "parameter" && kind !== "attribute")
    return argument.text === "" ? { names: [] } : { names: [], type: argument };
  const { names, end } = readNames(argument, 0);
  if (end === argument.text.length && names.length > 0) return { names };
  const bracket = sliceLine(argument, end);
  if (
    names.length === 1 &&
    isOpeningBracket(bracket.text[0]) &&
    findClosingBracket(bracket.text, 0) === bracket.text.length - 1
  ) {
    return { names, type: sliceLine(bracket, 1, bracket.text.length - 1) };
  }
  const space = /\s(?=\S+$)/.exec(argument.text)?.index ?? -1;
  const name = sliceLine(argument, space + 1);
  const type = sliceLine(argument, 0, Math.max(0, space));
  return withoutUndefined({ names: [readName(name)], type: type.text !== "" ? type : undefined });
}

/** A word as a name, even if it is not an identifier. */
function readName(word: Line): ParameterName {
  const { names, end } = readNames(word, 0);
  const [name] = names;
  if (name !== undefined && end === word.text.length) return name;
  return { name: word.text, nameRange: { start: word.start, end: word.start + word.text.length } };
}

/** The kind of a field of reStructuredText or Epytext, by its tag; undefined for an unknown tag. */
export function fieldKind(tag: string): FieldKind | undefined {
  return kindByTag.get(tag.toLowerCase());
}

/** The known tags of each kind of field. */
const tagsByKind: readonly (readonly [FieldKind, string])[] = [
  ["parameter", "param parameter arg argument arguments key keyword kwarg kwparam"],
  ["parameterType", "type paramtype kwtype"],
  ["attribute", "var ivar cvar attr attribute"],
  ["attributeType", "vartype"],
  ["returns", "return returns"],
  ["returnsType", "rtype returntype"],
  ["yields", "yield yields"],
  ["yieldsType", "ytype yieldtype"],
  ["raises", "raise raises except exception throws"],
  ["examples", "example examples"],
  ["notes", "note notes"],
  ["seeAlso", "see seealso"],
  ["deprecated", "deprecated deprecation"],
  ["description", "summary"],
];

const kindByTag: ReadonlyMap<string, FieldKind> = new Map(
  tagsByKind.flatMap(([kind, words]) => words.split(" ").map((word): [string, FieldKind] => [word, kind])),
);
