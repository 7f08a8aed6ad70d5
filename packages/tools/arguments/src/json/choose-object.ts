/** Chooses, among all objects in a model's text, the one that holds the arguments. */
import type { Repair } from "@helve/core";
import { isObject } from "@helve/core/internal";
import type { ResolvedOptions } from "../decode-options.ts";
import { char, isClosingBracket, isJsonSpace, isQuote } from "./characters.ts";
import { type ExpectedParameters, hasExpectedName } from "./expected-parameters.ts";
import type { JsonReading } from "./json-reading.ts";
import { beginsMember } from "./object-start.ts";
import { afterSpace } from "./skip-space.ts";
import { surroundingRepairs } from "./surrounding-text.ts";
import { isParameterTag } from "./tag-notations.ts";
import { textIssue } from "./text-issue.ts";

/** An object or list that was chosen and read in a text. */
export interface FoundValue {
  readonly start: number;
  readonly end: number;
  readonly value: unknown;
  readonly repairs: readonly Repair[];
  readonly numberSpellings: ReadonlyMap<string, string>;
  /** Whether the end of the text cut the value off. */
  readonly isTruncated: boolean;
}

/**
 * Chooses the arguments among the objects of a text. Prefers objects that are not empty, then complete ones, then those
 * with parameter names. Among several different ones the `severalObjects` option decides.
 */
export function chooseObject(
  text: string,
  all: readonly FoundValue[],
  options: ResolvedOptions,
  expected: ExpectedParameters,
): JsonReading {
  const unread = unreadArgumentsOffset(text, all);
  if (unread >= 0) return unreadTextReading(text, unread, all[0]?.repairs ?? []);
  const [{ value: initial } = { value: undefined }, next] = all;
  // `{}` before other arguments is a call without arguments, if the tool allows that.
  if (
    next !== undefined &&
    isEmpty(initial) &&
    expected.areOptional &&
    options.severalObjects === "refuse" &&
    all[0] !== undefined
  ) {
    const different = all.find(({ value }) => !isEmpty(value));
    if (different !== undefined) return severalObjectsReading(text, all[0], different);
  }
  const candidates = all.length === 1 ? all : preferredObjects(all, expected);
  const [first, ...others] = candidates;
  if (first === undefined) return { value: undefined, issues: [], repairs: [] };
  if (others.length === 0) return objectReading(text, first, others);
  const different = others.find(({ value }) => JSON.stringify(value) !== JSON.stringify(first.value));
  if (different === undefined) return objectReading(text, first, others);
  switch (options.severalObjects) {
    case "refuse":
      return severalObjectsReading(text, first, different);
    case "first":
      return objectReading(text, first, others);
    case "last":
      return objectReading(text, candidates.at(-1) ?? first, candidates.slice(0, -1));
    case "merge":
      return mergedReading(text, first, candidates);
  }
}

/** The objects that are most likely the arguments: not empty, complete, with known parameter names. */
function preferredObjects(all: readonly FoundValue[], expected: ExpectedParameters): readonly FoundValue[] {
  const preferences = [
    (candidate: FoundValue) => !isEmpty(candidate.value),
    (candidate: FoundValue) => !candidate.isTruncated,
    (candidate: FoundValue) => isObject(candidate.value) && hasExpectedName(candidate.value, expected),
  ];
  return preferences.reduce((kept, isPreferred) => (kept.some(isPreferred) ? kept.filter(isPreferred) : kept), all);
}

/** The reading with one object as the arguments; the others and the text around it are recorded as repairs. */
function objectReading(text: string, chosen: FoundValue, others: readonly FoundValue[]): JsonReading {
  const { value, numberSpellings } = chosen;
  if (others.length === 0) {
    const around = surroundingRepairs(text, chosen.start, chosen.end);
    return {
      value,
      issues: [],
      repairs: around.length === 0 ? chosen.repairs : [...around, ...chosen.repairs],
      numberSpellings,
    };
  }
  const ignored = others.map(
    (other): Repair => ({
      kind: "several_objects",
      path: "",
      offset: other.start,
      before: other.value,
      after: value,
    }),
  );
  return {
    value,
    issues: [],
    repairs: [...surroundingRepairsOf(text, chosen, others), ...chosen.repairs, ...ignored],
    numberSpellings,
  };
}

/** The repairs for the text before the first and after the last object. */
function surroundingRepairsOf(text: string, chosen: FoundValue, others: readonly FoundValue[]): readonly Repair[] {
  const spans = [chosen, ...others].sort((a, b) => a.start - b.start);
  const first = spans[0] ?? chosen;
  return surroundingRepairs(text, first.start, (spans.at(-1) ?? chosen).end);
}

/** The reading that merges several objects into one. */
function mergedReading(text: string, first: FoundValue, candidates: readonly FoundValue[]): JsonReading {
  const members = candidates.flatMap(({ value }) => (isObject(value) ? Object.entries(value) : []));
  const value = Object.fromEntries(members);
  const mergeRepair: Repair = {
    kind: "several_objects",
    path: "",
    offset: first.start,
    before: candidates.map((chosen) => chosen.value),
    after: value,
  };
  const repairs = candidates.flatMap((chosen) => chosen.repairs);
  return {
    value,
    issues: [],
    repairs: [...surroundingRepairsOf(text, first, candidates.slice(1)), ...repairs, mergeRepair],
  };
}

/** The failed reading of a text with several different objects. */
function severalObjectsReading(text: string, first: FoundValue, second: FoundValue): JsonReading {
  const message = "more than one object: write all arguments in one object, the second starts";
  const issue = textIssue(text, {
    code: "several_objects",
    message,
    start: second.start,
    end: second.end,
    expected: "one object",
  });
  return { value: undefined, issues: [issue], repairs: [...first.repairs, ...second.repairs] };
}

/** Refuses text outside the objects that may be part of the arguments. */
function unreadTextReading(text: string, start: number, repairs: readonly Repair[]): JsonReading {
  const got = JSON.stringify(text.charAt(start));
  const message = `not JSON and can't be repaired: expected nothing more (got ${got})`;
  const issue = textIssue(text, { code: "json", message, start, end: start + 1, expected: "nothing more" });
  return { value: undefined, issues: [issue], repairs };
}

function isEmpty(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

/** A range of a text, in UTF-16 units; `end` is exclusive. */
interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds text outside the objects that may be part of the arguments, such as an unmatched bracket or a parameter tag.
 *
 * @param objects - the objects that were read, in the order of the text
 * @returns the offset of that text; -1 if there is only prose outside the objects
 */
function unreadArgumentsOffset(text: string, objects: readonly TextSpan[]): number {
  const first = objects[0]?.start ?? 0;
  const last = objects.at(-1)?.end ?? text.length;
  if (first === 0 && last === text.length && objects.length === 1) return -1;
  let open = 0;
  let from = 0;
  for (const [index, { start, end }] of [...objects, { start: text.length, end: text.length }].entries()) {
    const isAfter = index > 0;
    const isLast = index === objects.length;
    const begin = isAfter ? afterClosingBrackets(text, from) : from;
    if (isAfter && continuesWithMember(text, begin)) return begin;
    if (isAfter && !isLast && endsWithKey(text, from, start)) return begin;
    const between = scanBrackets(text, begin, start, open);
    if (isAfter && between.stray >= 0) return between.stray;
    // The object is within another one that can't be read.
    if (!isLast && between.brace >= 0 && afterSpace(text, between.brace + 1) < start) return between.brace;
    open = between.open;
    from = end;
  }
  return -1;
}

/** The unmatched brackets and tags between two offsets; an offset is -1 if not found. */
interface BracketScan {
  /** The number of open brackets at the end. */
  readonly open: number;
  /** The last curly bracket that is not closed. */
  readonly brace: number;
  /** The first closing bracket without an opening one, or the first tag. */
  readonly stray: number;
}

/**
 * Finds the unmatched brackets and tags between two offsets.
 *
 * @param before - the number of brackets that are open before `from`
 */
function scanBrackets(text: string, from: number, to: number, before: number): BracketScan {
  let open = before;
  let brace = -1;
  let stray = -1;
  for (let at = from; at < to && stray < 0; at++) {
    switch (text.charCodeAt(at)) {
      case char.curlyOpen:
        brace = at;
        open += 1;
        break;
      case char.squareOpen:
        open += 1;
        break;
      case char.curlyClose:
      case char.squareClose:
        if (text.charCodeAt(at) === char.curlyClose) brace = -1;
        if (open === 0 && from > 0) stray = at;
        open = Math.max(0, open - 1);
        break;
      case char.less:
        if (from > 0 && isParameterTag(text, at)) stray = at;
    }
  }
  return { open, brace, stray };
}

/** Whether more members follow an object, so that it was closed too early. */
function continuesWithMember(text: string, end: number): boolean {
  const comma = afterSpace(text, end);
  if (text.charCodeAt(comma) !== char.comma) return false;
  const next = afterSpace(text, comma + 1);
  return isQuote(text.charCodeAt(next)) && beginsMember(text, next);
}

/** Whether the text between two offsets ends with a key and a colon. */
function endsWithKey(text: string, from: number, to: number): boolean {
  return /["']\s{0,9}:\s{0,99}$/.test(text.slice(Math.max(from, to - 120), to));
}

/** The offset after superfluous closing brackets that directly follow an object. */
function afterClosingBrackets(text: string, from: number): number {
  let at = from;
  while (isClosingBracket(text.charCodeAt(at)) || isJsonSpace(text.charCodeAt(at))) at += 1;
  return at;
}
