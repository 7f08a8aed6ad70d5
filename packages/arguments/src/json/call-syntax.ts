import type { Repair } from "@helve/core";
import type { ResolvedOptions } from "../options.ts";
import { char, isWord } from "./chars.ts";
import { nextObject } from "./next-object.ts";
import { aroundRepairs } from "./outside.ts";
import { readObject } from "./read-object.ts";
import { readerOf, textIssue } from "./reader.ts";
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
  const isOne = !braced || end > reader.at || after >= text.length;
  const more = isOne ? anotherCall(text, end) : after;
  if (more >= 0) {
    const message = "more than one call, or not all by name: write one JSON object, what is too much begins";
    const issue = textIssue(text, {
      code: "several_calls",
      message,
      start: more,
      end: more + 1,
      expected: "one object",
    });
    return { value: undefined, issues: [issue], repairs: reader.repairs };
  }
  const said: Repair = {
    kind: "call_syntax",
    path: "",
    offset: start,
    before: text.slice(start, end),
    after: value,
  };
  return {
    value,
    issues: [],
    repairs: [said, ...aroundRepairs(text, start, end), ...reader.repairs],
    spelt: reader.spelt,
  };
}

/** Where another call or an object begins after a call; -1 when none does. */
function anotherCall(text: string, from: number): number {
  const call = /[\w.$]\((?:[\w$]{1,99}\s{0,9}=|\s{0,9}[{)])/.exec(text.slice(from));
  return call === null ? nextObject(text, from) : from + call.index;
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
