import { outside } from "../brackets.ts";
import { roleEnd } from "../colon.ts";
import { type Line, partOf } from "../lines.ts";
import { type FieldHead, restOf } from "./field.ts";
import { fieldKind } from "./kinds.ts";

/** A field with a name of one's own is not longer: prose may begin with its mark as well. */
const longestTitle = 60;

/**
 * Reads `:tag argument: text` or `@tag argument: text`. The colon may be missing after a known tag; a tag of one's own is
 * the title of a section, and so is the argument of `section`.
 *
 * @param opening - the mark, and the tag as its group
 */
export function fieldHeadIn(line: Line, opening: RegExp): FieldHead | undefined {
  const match = opening.exec(line.text);
  if (match === null) return undefined;
  const [mark, tag = ""] = match;
  const kind = fieldKind(tag);
  const end = colonAt(line.text, mark.length);
  if (end === undefined) return kind === undefined ? undefined : unclosedHead(line, kind, tag, mark.length);

  const argument = restOf({ ...line, text: line.text.slice(0, end) }, mark.length);
  const rest = restOf(line, end + 1);
  if (kind !== undefined && !(argument.text === "" && needsArgument(kind))) return { kind, tag, argument, rest };
  if (tag === "section") return { kind: "section", tag: argument.text, argument, rest };
  const title = line.text.slice(mark.length - tag.length, end).trim();
  return title.length > longestTitle || title.includes("`")
    ? undefined
    : { kind: "section", tag: title, argument, rest };
}

function needsArgument(kind: FieldHead["kind"]): boolean {
  return kind === "parameter" || kind === "attribute" || kind === "parameterType" || kind === "attributeType";
}

/** The colon that ends a head: outside brackets and roles, or else the first one with white space behind it. */
function colonAt(text: string, from: number): number | undefined {
  let next = from;
  for (const index of outside(text)) {
    if (index < next || text[index] !== ":") continue;
    next = roleEnd(text, index);
    if (next === index && /^(?:\s|$)/.test(text.slice(index + 1, index + 2))) return index;
  }
  const first = text.slice(from).search(/:(?=\s|$)/);
  return first === -1 ? undefined : from + first;
}

function unclosedHead(line: Line, kind: FieldHead["kind"], tag: string, from: number): FieldHead | undefined {
  const text = restOf(line, from);
  if (text.text === "") return undefined;
  const word = /^\S+/.exec(text.text)?.[0] ?? "";
  const takesWord = needsArgument(kind) || (kind === "raises" && /^\p{Lu}/u.test(word));
  const at = takesWord ? word.length : 0;
  const rest = restOf(text, at);
  if (rest.text === "" && needsArgument(kind)) return { kind: "section", tag, argument: rest, rest: text };
  return { kind, tag, argument: partOf(text, 0, at), rest };
}
