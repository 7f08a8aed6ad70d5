import type { Repair } from "@helve/core";
import type { ResolvedOptions } from "../decode-options.ts";
import { certainReading } from "./certain-reading.ts";
import { char, isNameCharacter } from "./characters.ts";
import { type ExpectedParameters, hasExpectedName, type JsonReading } from "./expected-parameters.ts";
import { nextObjectStart } from "./object-start.ts";
import { afterSpace } from "./skip-space.ts";
import { surroundingRepairs } from "./surrounding-text.ts";
import { textIssue } from "./text-issue.ts";

/**
 * Reads arguments written as a function call: `name(a=1, b="x")`, `name()`, or `name({"a": 1})`.
 *
 * @returns `undefined` if the text is not a call, or is a call with other parameter names
 */
export function readCall(
  text: string,
  start: number,
  options: ResolvedOptions,
  expected: ExpectedParameters,
): JsonReading | undefined {
  const open = calledNameEnd(text, start);
  if (open <= start || text.charCodeAt(open) !== char.roundOpen) return undefined;
  const first = afterSpace(text, open + 1);
  const code = text.charCodeAt(first);
  const braced = code === char.curlyOpen;
  if (!braced && code !== char.roundClose && !isNamedArgument(text, first)) return undefined;
  const reading = certainReading(text, braced ? first : open, options, { isCall: !braced });
  const { issues, repairs, end: readTo, numberSpellings } = reading;
  if (issues.length > 0) return expected.onlyString === undefined ? { value: undefined, issues, repairs } : undefined;
  const value = Object(reading.value);
  if (expected.onlyString !== undefined && !hasExpectedName(value, expected)) return undefined;
  const after = afterSpace(text, readTo);
  const end = braced && text.charCodeAt(after) === char.roundClose ? after + 1 : readTo;
  const isComplete = !braced || end > readTo || after >= text.length;
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
    repairs: [callRepair, ...surroundingRepairs(text, start, end), ...repairs],
    numberSpellings,
  };
}

/** The offset of the next call or object after a call; -1 if there is none. */
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
