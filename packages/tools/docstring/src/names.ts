/** Reads the names at the start of an entry, `- a, *b`, and the list bullet before them. */
import type { DocstringParameter } from "./docstring.ts";
import type { Line } from "./lines.ts";
import { matchEnd } from "./scan.ts";
import { withoutUndefined } from "./without-undefined.ts";

/** A documented name without stars and quotes; `optional` if it is written as `name?`. */
export type ParameterName = Pick<DocstringParameter, "name" | "nameRange" | "stars" | "optional">;

const bulletPattern = /(?:[-+*•·]|\d{1,3}[.)、])\s+/y;
const namePattern = /([`*\\"']{0,6})([\p{L}_$](?:[\p{L}\p{M}\p{N}_$]|[.-](?=[\p{L}\p{N}_$]))*)([`*"']{0,6})(\?)?/uy;
const commaPattern = /\s*[,，、]\s*/y;

/**
 * Reads comma-separated names from an index of a line: `a, *b`. Returns the names and the index after them; no names
 * if other text starts there.
 */
export function readNames(
  { text, start }: Line,
  at: number,
): { readonly names: readonly ParameterName[]; readonly end: number } {
  const names: ParameterName[] = [];
  let end = at;
  for (let next = at; next > end || names.length === 0; next = matchEnd(commaPattern, text, end)) {
    namePattern.lastIndex = next;
    const [whole = "", before = "", name = "", after = "", questionMark] = namePattern.exec(text) ?? [];
    if (whole === "") return { names: [], end };
    const stars = before.split("*").length - after.split("*").length;
    const nameStart = start + next + before.length;
    names.push(
      withoutUndefined({
        name,
        nameRange: { start: nameStart, end: nameStart + name.length },
        stars: stars > 0 ? (stars === 1 ? "*" : "**") : undefined,
        optional: questionMark === undefined ? undefined : true,
      }),
    );
    end = next + whole.length;
  }
  return { names, end };
}

/** The index after a list bullet (`- `, `1. `), or 0 if there is none. */
export function endOfBullet(line: string): number {
  return matchEnd(bulletPattern, line, 0);
}
