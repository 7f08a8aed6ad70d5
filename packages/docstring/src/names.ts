import type { DocstringParameter } from "./docstring.ts";
import type { Line } from "./lines.ts";
import { skip } from "./skip.ts";

/** A documented name: without stars and quotes, optional when written as `name?`. */
export type Name = Pick<DocstringParameter, "name" | "nameRange" | "stars" | "optional">;

const bulletMark = /(?:[-+*•·]|\d{1,3}[.)、])\s+/y;
const quotedName = /([`*\\"']{0,6})([\p{L}_$](?:[\p{L}\p{M}\p{N}_$]|[.-](?=[\p{L}\p{N}_$]))*)([`*"']{0,6})(\?)?/uy;
const comma = /\s*[,，、]\s*/y;

/** The names that stand in a line from `at` on, between commas, and where they end; none when it begins otherwise. */
export function namesAt({ text, start }: Line, at: number): { readonly names: readonly Name[]; readonly end: number } {
  const names: Name[] = [];
  let end = at;
  for (let next = at; next > end || names.length === 0; next = skip(comma, text, end)) {
    quotedName.lastIndex = next;
    const [whole = "", before = "", name = "", after = "", mark] = quotedName.exec(text) ?? [];
    if (whole === "") return { names: [], end };
    const stars = before.split("*").length - after.split("*").length;
    const nameStart = start + next + before.length;
    names.push({
      name,
      nameRange: { start: nameStart, end: nameStart + name.length },
      ...(stars > 0 && { stars: stars === 1 ? "*" : "**" }),
      ...(mark !== undefined && { optional: true }),
    });
    end = next + whole.length;
  }
  return { names, end };
}

/** Where a bullet before an entry ends; 0 when there is none. */
export function bulletEnd(line: string): number {
  return skip(bulletMark, line, 0);
}
