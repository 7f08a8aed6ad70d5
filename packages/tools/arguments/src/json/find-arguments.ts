import type { Repair } from "@helve/core";
import type { ResolvedOptions } from "../decode-options.ts";
import { readCall } from "./call-syntax.ts";
import { char } from "./characters.ts";
import { chooseObject, type FoundValue } from "./choose-object.ts";
import type { ExpectedParameters, JsonReading } from "./expected-parameters.ts";
import { beginsObject, nextObjectStart } from "./object-start.ts";
import { readParameterTags } from "./parameter-tags.ts";
import { readMembersAndClose, readValue } from "./read-value.ts";
import { newReader, textIssue } from "./reader.ts";
import { afterSpace, commentEnd } from "./skip-space.ts";
import { specialTokenEnd } from "./special-token.ts";
import { beginsMember } from "./string-end.ts";
import { fenceLineEnd, leftOutRepairs, surroundingRepairs } from "./surrounding-text.ts";

/**
 * Finds the arguments in a text that is not JSON (prose, fences, tags or a call around them), and reads and repairs them.
 *
 * @param start - the start of the content, see {@link contentStart}
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
  return (
    readParameterTags(text, nextObjectStart(text, start), options) ??
    readCall(text, start, options, expected) ??
    readWithoutOpeningBracket(text, start, options) ??
    readObjects(text, start, options, expected)
  );
}

/** The offset of the first content: after white space, special tokens, comments, a `<think>` block and a fence's first line. */
export function contentStart(text: string): number {
  let at = afterSpace(text, 0);
  for (;;) {
    if (text.charCodeAt(at) === char.curlyOpen) return at;
    const token = specialTokenEnd(text, at);
    const comment = token > 0 || text.charCodeAt(at) === char.hash ? -1 : commentEnd(text, at);
    const next = Math.max(
      token,
      comment,
      text.startsWith("```", at) ? fenceLineEnd(text, at) : at,
      thinkingEnd(text, at),
    );
    if (next === at) return at;
    at = afterSpace(text, next);
  }
}

/** The end of a `<think>` block that starts at an offset; the end of the text if the block is not closed. */
function thinkingEnd(text: string, at: number): number {
  const name = ["think", "thinking"].find((tag) => text.startsWith(`<${tag}>`, at));
  if (name === undefined) return at;
  const close = `</${name}>`;
  const end = text.indexOf(close, at);
  return end < 0 ? text.length : end + close.length;
}

/** Whether a JSON list, rather than a bracket in prose, starts at an offset. */
function isListStart(text: string, at: number): boolean {
  return text.charCodeAt(at) === char.squareOpen && /^\[\s*["'{[\d\]-]/.test(text.slice(at, at + 40));
}

/** Reads every object of the text, and chooses the one that holds the arguments. */
function readObjects(
  text: string,
  start: number,
  options: ResolvedOptions,
  expected: ExpectedParameters,
): JsonReading | undefined {
  if (isBracketWithoutObject(text, start)) return readInvalidObject(text, start, options);
  const objects: FoundValue[] = [];
  let from = start;
  for (;;) {
    const at = objects.length === 0 && isListStart(text, start) ? start : nextObjectStart(text, from);
    if (at < 0) break;
    const reader = newReader(text, options, { offset: at });
    const value = readValue(reader, "item");
    if (reader.issues.length > 0 && objects.length === 0) {
      return { value: undefined, issues: reader.issues, repairs: [...leftOutRepairs(text, 0, at), ...reader.repairs] };
    }
    // With "first", a later object is not used, so it may be invalid.
    if (reader.issues.length > 0 && options.severalObjects === "first") break;
    if (reader.issues.length > 0) return { value: undefined, issues: reader.issues, repairs: reader.repairs };
    objects.push({
      start: at,
      end: reader.offset,
      value,
      repairs: reader.repairs,
      numberSpellings: reader.numberSpellings,
      isTruncated: reader.truncatedPaths.length > 0,
    });
    from = reader.offset;
  }
  if (objects.length === 0)
    return text.charCodeAt(start) === char.curlyOpen ? readInvalidObject(text, start, options) : undefined;
  return chooseObject(text, objects, options, expected);
}

/** Whether the text starts with `{` without an object's content: an object inside of it must not be used as the arguments. */
function isBracketWithoutObject(text: string, start: number): boolean {
  if (text.charCodeAt(start) !== char.curlyOpen || beginsObject(text, start + 1)) return false;
  return text.charCodeAt(afterSpace(text, start + 1)) !== char.curlyOpen;
}

/** Reads a `{…}` that does not look like an object, to report the issue at the right place. */
function readInvalidObject(text: string, start: number, options: ResolvedOptions): JsonReading {
  const reader = newReader(text, options, { offset: start });
  const value = readValue(reader, "item");
  return { value: reader.issues.length > 0 ? undefined : value, issues: reader.issues, repairs: reader.repairs };
}

/** Reads members without an opening bracket: `"a": 1}`. */
function readWithoutOpeningBracket(text: string, start: number, options: ResolvedOptions): JsonReading | undefined {
  if (!/^["'“][\w .-]{1,60}["'”]\s{0,9}:/.test(text.slice(start, start + 80))) return undefined;
  const reader = newReader(text, options, { offset: start });
  const missing: Repair = { kind: "missing_bracket", path: "", offset: start, before: "", after: "{" };
  const value = readMembersAndClose(reader);
  if (reader.issues.length > 0)
    return { value: undefined, issues: reader.issues, repairs: [missing, ...reader.repairs] };
  if (afterSpace(text, reader.offset) < text.length && beginsMember(text, afterSpace(text, reader.offset))) {
    const issue = textIssue(text, {
      code: "json",
      message: "not one object",
      start: reader.offset,
      end: reader.offset,
    });
    return { value: undefined, issues: [issue], repairs: [missing, ...reader.repairs] };
  }
  return {
    value,
    issues: [],
    repairs: [missing, ...surroundingRepairs(text, start, reader.offset), ...reader.repairs],
    numberSpellings: reader.numberSpellings,
  };
}
