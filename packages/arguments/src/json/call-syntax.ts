import type { Repair } from "@helve/core";
import type { ResolvedOptions } from "../options.ts";
import { char, isWord } from "./chars.ts";
import { aroundRepairs } from "./outside.ts";
import { readObject } from "./read-object.ts";
import { readerOf } from "./reader.ts";
import { type Expected, isExpected, type Reading } from "./reading.ts";
import { afterSpace } from "./skip.ts";

/**
 * Reads arguments that are written as a call: `name(a=1, b="x")`, `name()`, or `name({"a": 1})`.
 *
 * @returns `undefined` when the text is no call, or one of a tool that has other parameters
 */
export function readCall(
  text: string,
  start: number,
  options: ResolvedOptions,
  expected: Expected,
): Reading | undefined {
  const open = nameEnd(text, start);
  if (open <= start || text.charCodeAt(open) !== char.roundOpen) return undefined;
  const first = afterSpace(text, open + 1);
  const code = text.charCodeAt(first);
  const braced = code === char.curlyOpen;
  if (!braced && code !== char.roundClose && !beginsNamed(text, first)) return undefined;
  const reader = readerOf(text, options, { at: braced ? first : open });
  const value = readObject(reader, braced ? char.curlyClose : char.roundClose);
  if (reader.issues.length > 0) {
    return expected.bare === undefined
      ? { value: undefined, issues: reader.issues, repairs: reader.repairs }
      : undefined;
  }
  if (expected.bare !== undefined && !isExpected(value, expected)) return undefined;
  const after = afterSpace(text, reader.at);
  const end = braced && text.charCodeAt(after) === char.roundClose ? after + 1 : reader.at;
  const said: Repair = {
    kind: "call_syntax",
    path: "",
    offset: start,
    before: text.slice(start, end),
    after: value,
  };
  return { value, issues: [], repairs: [said, ...aroundRepairs(text, start, end), ...reader.repairs] };
}

function nameEnd(text: string, start: number): number {
  let end = start;
  while (isWord(text.charCodeAt(end)) || text.charCodeAt(end) === char.dot) end += 1;
  return end;
}

function beginsNamed(text: string, at: number): boolean {
  let end = at;
  while (isWord(text.charCodeAt(end))) end += 1;
  const sign = afterSpace(text, end);
  return end > at && text.charCodeAt(sign) === char.equals && text.charCodeAt(sign + 1) !== char.equals;
}
