import type { ResolvedOptions } from "../decode-options.ts";
import { readCall } from "./call-syntax.ts";
import { char } from "./characters.ts";
import { chooseObject, type FoundValue } from "./choose-object.ts";
import { readEmptyCall } from "./empty-call.ts";
import type { ExpectedParameters } from "./expected-parameters.ts";
import type { JsonReading } from "./json-reading.ts";
import { beginsObject, nextObjectStart } from "./object-start.ts";
import { readParameterTags } from "./parameter-tags.ts";
import { certainReading } from "./readings/certain-reading.ts";
import { afterSpace } from "./skip-space.ts";
import { leftOutRepairs } from "./surrounding-text.ts";
import { unreadableIssue } from "./text-issue.ts";

/**
 * Finds the arguments in a text that is not JSON (prose, fences, tags or a call around them), and reads and repairs them.
 *
 * @param start - the start of the content, see `contentStart`
 * @returns `undefined` if the text contains nothing that looks like arguments
 */
export function findArguments(
  text: string,
  start: number,
  options: ResolvedOptions,
  expected: ExpectedParameters,
): JsonReading | undefined {
  if (text.charCodeAt(start) === char.curlyOpen || isListStart(text, start)) {
    return readObjects(text, start, options, expected);
  }
  const objectAt = nextObjectStart(text, start);
  return (
    readParameterTags(text, { start, objectAt }, options, expected) ??
    (objectAt < 0 ? readEmptyCall(text) : undefined) ??
    readCall(text, start, options, expected) ??
    refuseWithoutOpeningBracket(text, start) ??
    readObjects(text, Math.max(start, listOfCallsStart(text, objectAt)), options, expected)
  );
}

/** Whether a JSON list, rather than a bracket in prose, starts at an offset. */
function isListStart(text: string, at: number): boolean {
  return text.charCodeAt(at) === char.squareOpen && /^\[\s*["'{[\d\]-]/.test(text.slice(at, at + 40));
}

/** The offset of the bracket before the first object, if it opens a list of calls; -1 otherwise. */
function listOfCallsStart(text: string, objectAt: number): number {
  if (objectAt < 0) return -1;
  const before = /\[\s{0,99}$/.exec(text.slice(Math.max(0, objectAt - 100), objectAt));
  if (before === null) return -1;
  const at = objectAt - before[0].length;
  const namesTool = /^\{\s{0,99}["'](?:name|tool_name|tool_call_id|id|type|function)["']\s{0,9}:/;
  return namesTool.test(text.slice(objectAt, objectAt + 240)) ||
    /[|｜]>\s{0,9}$/.test(text.slice(Math.max(0, at - 100), at))
    ? at
    : -1;
}

/** Reads every object of the text, and chooses the one that holds the arguments. */
function readObjects(
  text: string,
  start: number,
  options: ResolvedOptions,
  expected: ExpectedParameters,
): JsonReading | undefined {
  if (isBracketWithoutObject(text, start)) return certainReading(text, start, options);
  const objects: FoundValue[] = [];
  let from = start;
  for (;;) {
    const at = objects.length === 0 && isListStart(text, start) ? start : nextObjectStart(text, from);
    if (at < 0) break;
    const reading = certainReading(text, at, options);
    // With "first", a later object is not used, so it may be invalid.
    if (reading.issues.length > 0 && objects.length > 0 && options.severalObjects === "first") break;
    if (reading.issues.length > 0) {
      const before = objects.length === 0 ? leftOutRepairs(text, 0, at) : [];
      return { value: undefined, issues: reading.issues, repairs: [...before, ...reading.repairs] };
    }
    objects.push({ start: at, ...reading });
    from = reading.end;
  }
  if (objects.length === 0)
    return text.charCodeAt(start) === char.curlyOpen ? certainReading(text, start, options) : undefined;
  return chooseObject(text, objects, options, expected);
}

/** Whether the text starts with `{` without an object's content: an object inside of it must not be used as the arguments. */
function isBracketWithoutObject(text: string, start: number): boolean {
  if (text.charCodeAt(start) !== char.curlyOpen || beginsObject(text, start + 1)) return false;
  return text.charCodeAt(afterSpace(text, start + 1)) !== char.curlyOpen;
}

/** The failed reading of members without an opening bracket, `"a": 1}`: an object among them is not the arguments. */
function refuseWithoutOpeningBracket(text: string, start: number): JsonReading | undefined {
  if (!/^["'“][\w .-]{1,60}["'”]\s{0,9}:/.test(text.slice(start, start + 80))) return undefined;
  return { value: undefined, issues: [unreadableIssue(text, start, { expected: '"{"' })], repairs: [] };
}
