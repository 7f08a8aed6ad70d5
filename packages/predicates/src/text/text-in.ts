import { isObject, jsonPointer, type Operand } from "@helve/core";

/** A string in an action's arguments. */
export interface TextPart {
  readonly text: string;
  /** Where it is, as a JSON pointer into the arguments; absent when a rule wrote it. */
  readonly path?: string;
}

/** Values nested deeper, or beyond so many of them, are not looked at. */
const deepest = 64;
const mostValues = 10_000;

/** The strings in a value, however deep, in their order, and whether that was all. */
export function textsIn({ value, path }: Operand): { readonly texts: readonly TextPart[]; readonly all: boolean } {
  const texts: TextPart[] = [];
  let left = mostValues;
  let all = true;
  const look = (at: unknown, parts: readonly PropertyKey[]): void => {
    if (typeof at === "string")
      texts.push({ text: at, ...(path !== undefined && { path: path + jsonPointer(parts) }) });
    if (typeof at !== "object" || at === null) return;
    if (parts.length >= deepest) all = false;
    else for (const [key, member] of membersOf(at)) if (all) look(member, [...parts, key]);
  };
  const membersOf = (at: object): readonly (readonly [PropertyKey, unknown])[] => {
    const members = Array.isArray(at) ? [...at.entries()] : isObject(at) ? Object.entries(at) : [];
    left -= members.length;
    if (left < 0) all = false;
    return members;
  };
  look(value, []);
  return { texts, all };
}
