import type { Repair } from "@helve/core";
import type { ResolvedOptions } from "../decode-options.ts";
import { char, isNameCharacter } from "./characters.ts";
import { type ExpectedParameters, hasExpectedName } from "./expected-parameters.ts";
import type { JsonReading } from "./json-reading.ts";
import { nextObjectStart } from "./object-start.ts";
import { certainReading } from "./readings/certain-reading.ts";
import { afterSpace } from "./skip-space.ts";
import { surroundingRepairs } from "./surrounding-text.ts";
import { textIssue } from "./text-issue.ts";

/**
 * Reads arguments written as a function call: `name(a=1, b="x")`, `name()`, or `name({"a": 1})`, also in a list, printed or
 * assigned: `[name(a=1)]`, `print(name(a=1))`, `result = name(a=1)`.
 *
 * @returns `undefined` if the text is not a call, or is a call with other parameter names
 */
export function readCall(
  text: string,
  start: number,
  options: ResolvedOptions,
  expected: ExpectedParameters,
): JsonReading | undefined {
  const { length = 0, closing } = enclosure(text, start);
  const open = calledNameEnd(text, start + length);
  if (open <= start + length || text.charCodeAt(open) !== char.roundOpen) return undefined;
  const first = afterSpace(text, open + 1);
  const code = text.charCodeAt(first);
  const braced = code === char.curlyOpen;
  if (!braced && code !== char.roundClose && !isNamedArgument(text, first)) return undefined;
  const reading = certainReading(text, braced ? first : open, options, { isCall: !braced });
  const { issues, repairs, end: readTo, numberSpellings } = reading;
  if (issues.length > 0) return expected.onlyString === undefined ? { value: undefined, issues, repairs } : undefined;
  const value = Object(reading.value);
  const after = afterSpace(text, readTo);
  const ownEnd = braced && text.charCodeAt(after) === char.roundClose ? after + 1 : readTo;
  const isComplete = !braced || ownEnd > readTo || after >= text.length;
  const end = endOfEnclosure(text, ownEnd, closing);
  const isEmpty = Object.keys(value).length === 0;
  const isWhole = closing !== "" || afterSpace(text, end) >= text.length;
  const isCall = isEmpty || isWhole || hasExpectedName(value, expected);
  if (expected.onlyString !== undefined && !isCall) return undefined;
  const extra = isComplete ? nextCallOrObject(text, end) : after;
  if (extra >= 0) {
    const message = "more than one call, or not all named: write one JSON object, the extra text starts";
    const issue = textIssue(text, {
      code: "several_calls",
      message,
      start: extra,
      end: extra + 1,
      expected: "one object",
    });
    return { value: undefined, issues: [issue], repairs };
  }
  const callRepair: Repair = {
    kind: "call_syntax",
    path: "",
    offset: start,
    before: text.slice(start, end),
    after: value,
  };
  return {
    value,
    issues: [],
    repairs: [callRepair, ...surroundingRepairs(text, start, end), ...repairs, ...unclosed(text, end, closing)],
    numberSpellings,
  };
}

/** The text that encloses a call: its length, and the brackets that close it. */
interface Enclosure {
  readonly length: number;
  readonly closing: string;
}

/** Matches what surrounds a call: a list, `print(…)` or an assignment. */
function enclosure(text: string, start: number): Enclosure {
  const match =
    /^(\[\s{0,99})?(?:[\w$]{1,99}\s{0,9}=\s{0,9})?(?:await\s{1,9})?(print\(\s{0,99})?(?=[\w.$]{1,200}\()/.exec(
      text.slice(start, start + 800),
    );
  if (match === null) return { length: 0, closing: "" };
  const [whole, list = "", print = ""] = match;
  return { length: whole.length, closing: `${print && ")"}${list && "]"}` };
}

/** The offset after the brackets that close an enclosure, as far as they follow. */
function endOfEnclosure(text: string, from: number, closing: string): number {
  let end = from;
  for (const bracket of closing) {
    const at = afterSpace(text, end);
    if (text.charAt(at) !== bracket) return end;
    end = at + 1;
  }
  return end;
}

/** The repair of a call whose enclosure the end of the text cut off. */
function unclosed(text: string, end: number, closing: string): readonly Repair[] {
  const isClosed = closing === "" || text.slice(0, end).trimEnd().endsWith(closing.slice(-1));
  return isClosed ? [] : [{ kind: "truncated", path: "", offset: end, before: "", after: closing }];
}

/** The offset of the next call or object after a call; -1 if not found. */
function nextCallOrObject(text: string, from: number): number {
  const call = /[\w.$]\((?:[\w$]{1,99}\s{0,9}=|\s{0,9}[{)])/.exec(text.slice(from));
  return call === null ? nextObjectStart(text, from) : from + call.index;
}

/** The end of the function name that starts at an offset; the offset itself if none does. */
function calledNameEnd(text: string, start: number): number {
  let end = start;
  while (isNameCharacter(text.charCodeAt(end)) || text.charCodeAt(end) === char.dot) end += 1;
  return end;
}

/** Whether a named argument (`name=`) starts at an offset. */
function isNamedArgument(text: string, at: number): boolean {
  let end = at;
  while (isNameCharacter(text.charCodeAt(end))) end += 1;
  const next = afterSpace(text, end);
  return end > at && text.charCodeAt(next) === char.equals && text.charCodeAt(next + 1) !== char.equals;
}
