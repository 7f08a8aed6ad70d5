import type { Repair } from "@helve/core";
import type { ResolvedOptions } from "../options.ts";
import { readCall } from "./call-syntax.ts";
import { char } from "./chars.ts";
import { readEscapedText } from "./escaped-text.ts";
import { beginsObject, nextObject } from "./next-object.ts";
import { aroundRepairs, fenceLineEnd, sayOutside } from "./outside.ts";
import { readTags } from "./parameter-tags.ts";
import { readOpened } from "./read-object.ts";
import { readValue } from "./read-value.ts";
import { readerOf, textIssue } from "./reader.ts";
import type { Expected, Reading } from "./reading.ts";
import { chooseObject, type Found } from "./several-objects.ts";
import { afterSpace, commentEnd } from "./skip.ts";
import { specialTokenEnd } from "./special-token.ts";
import { beginsMember } from "./string-end.ts";

/**
 * Finds the arguments in a text that is not JSON, and reads them with all that has to be mended.
 *
 * @returns `undefined` when the text holds nothing that looks like arguments
 */
export function recover(text: string, options: ResolvedOptions, expected: Expected): Reading | undefined {
  const start = contentStart(text);
  if (text.charCodeAt(start) === char.curlyOpen || beginsList(text, start)) {
    return readEscapedText(text, start, options, expected) ?? readObjects(text, start, options, expected);
  }
  return (
    readEscapedText(text, start, options, expected) ??
    readTags(text, nextObject(text, start), options) ??
    readCall(text, start, options, expected) ??
    readUnopened(text, start, options) ??
    readObjects(text, start, options, expected)
  );
}

/** Where the text begins, after white space, special tokens, comments and a fence's first line. */
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
      thoughtEnd(text, at),
    );
    if (next === at) return at;
    at = afterSpace(text, next);
  }
}

/** Where a thought ends that a model put before the arguments: with the text, when nothing ends it. */
function thoughtEnd(text: string, at: number): number {
  const name = ["think", "thinking"].find((known) => text.startsWith(`<${known}>`, at));
  if (name === undefined) return at;
  const close = `</${name}>`;
  const found = text.indexOf(close, at);
  return found < 0 ? text.length : found + close.length;
}

function beginsList(text: string, at: number): boolean {
  return text.charCodeAt(at) === char.squareOpen && /^\[\s*["'{[\d\]-]/.test(text.slice(at, at + 40));
}

/** Reads every object of the text, and takes the one that is meant. */
function readObjects(text: string, start: number, options: ResolvedOptions, expected: Expected): Reading | undefined {
  if (isNoObject(text, start)) return readBroken(text, start, options);
  const found: Found[] = [];
  let from = start;
  for (;;) {
    const at = found.length === 0 && beginsList(text, start) ? start : nextObject(text, from);
    if (at < 0) break;
    const reader = readerOf(text, options, { at });
    const value = readValue(reader, "item");
    if (reader.issues.length > 0 && found.length === 0) {
      return { value: undefined, issues: reader.issues, repairs: [...sayOutside(text, 0, at), ...reader.repairs] };
    }
    // One that is to be left out need not be right.
    if (reader.issues.length > 0 && options.severalObjects === "first") break;
    if (reader.issues.length > 0) return { value: undefined, issues: reader.issues, repairs: reader.repairs };
    found.push({
      start: at,
      end: reader.at,
      value,
      repairs: reader.repairs,
      spelt: reader.spelt,
      cut: reader.open.length > 0,
    });
    from = reader.at;
  }
  if (found.length === 0)
    return text.charCodeAt(start) === char.curlyOpen ? readBroken(text, start, options) : undefined;
  return chooseObject(text, found, options, expected);
}

/** Whether a bracket begins the text that is no object's: what is read within it must not be taken for the arguments. */
function isNoObject(text: string, start: number): boolean {
  if (text.charCodeAt(start) !== char.curlyOpen || beginsObject(text, start + 1)) return false;
  return text.charCodeAt(afterSpace(text, start + 1)) !== char.curlyOpen;
}

/** Reads an object that does not look like one, for the sake of the issue. */
function readBroken(text: string, start: number, options: ResolvedOptions): Reading {
  const reader = readerOf(text, options, { at: start });
  const value = readValue(reader, "item");
  return { value: reader.issues.length > 0 ? undefined : value, issues: reader.issues, repairs: reader.repairs };
}

/** Reads members whose opening bracket is missing: `"a": 1}`. */
function readUnopened(text: string, start: number, options: ResolvedOptions): Reading | undefined {
  if (!/^["'“][\w .-]{1,60}["'”]\s{0,9}:/.test(text.slice(start, start + 80))) return undefined;
  const reader = readerOf(text, options, { at: start });
  const missing: Repair = { kind: "missing_bracket", path: "", offset: start, before: "", after: "{" };
  const value = readOpened(reader);
  if (reader.issues.length > 0)
    return { value: undefined, issues: reader.issues, repairs: [missing, ...reader.repairs] };
  if (afterSpace(text, reader.at) < text.length && beginsMember(text, afterSpace(text, reader.at))) {
    const issue = textIssue(text, { code: "json", message: "not one object", start: reader.at, end: reader.at });
    return { value: undefined, issues: [issue], repairs: [missing, ...reader.repairs] };
  }
  return {
    value,
    issues: [],
    repairs: [missing, ...aroundRepairs(text, start, reader.at), ...reader.repairs],
    spelt: reader.spelt,
  };
}
