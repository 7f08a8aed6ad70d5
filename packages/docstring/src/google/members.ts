import type { DocstringParameter } from "../docstring.ts";
import { blankLine, type Line } from "../lines.ts";
import { bulletEnd } from "../names.ts";
import { parametersIn } from "../section-entries.ts";
import { headAt } from "./head.ts";

/** Members, and the lines that are left without them. */
interface Members {
  readonly items: readonly DocstringParameter[];
  readonly text: readonly Line[];
}

/**
 * Takes the list of members out of the text about a return: the only list, every entry of which names a member. It has
 * bullets, or stands in the first two lines and begins with a name and its type: `a (str): A`.
 *
 * @param first - what stands before the lines, beside the head of the return
 */
export function membersIn(lines: readonly Line[], first: Line = blankLine): Members {
  for (const start of startsIn(lines, first)) {
    const list = listAt(lines, start);
    if (list === undefined) continue;
    const left = lines.toSpliced(start, list.length);
    if (startsIn(left, first).length === 0) {
      return { items: parametersIn(list, headAt).parameters, text: left };
    }
  }
  return { items: [], text: lines };
}

/** The lines where a list may begin. */
function startsIn(lines: readonly Line[], first: Line): readonly number[] {
  const top = lines.findIndex(isFilled);
  const second = first.text === "" ? lines.findIndex((line, index) => index > top && isFilled(line)) : -1;
  const starts = [...new Set([top, second])].filter((start) => start !== -1 && isMember(lines, start));
  const bullet = lines.findIndex(isBulleted);
  return bullet === -1 || starts.includes(bullet) ? starts : [...starts, bullet];
}

/** The list that begins at a line; undefined when an entry names no member. */
function listAt(lines: readonly Line[], start: number): readonly Line[] | undefined {
  const first = lines[start];
  if (first === undefined) return undefined;
  let end = start;
  for (const line of lines.slice(start)) {
    if (line.text !== "" && line.indent <= first.indent) {
      if (line.indent < first.indent || (isBulleted(first) && !isBulleted(line))) break;
      if (headAt(lines, end) === undefined) return undefined;
    }
    end++;
  }
  return lines.slice(start, end);
}

function isMember(lines: readonly Line[], at: number): boolean {
  const head = headAt(lines, at);
  return head?.isBracketed === true && (head.mark !== "" || head.rest.text === "");
}

function isBulleted({ text, fenced }: Line): boolean {
  return !fenced && bulletEnd(text) > 0;
}

function isFilled({ text }: Line): boolean {
  return text !== "";
}
