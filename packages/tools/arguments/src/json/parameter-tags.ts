/** Reads arguments written between tags, such as `<parameter=name>value</parameter>`. */
import type { Issue, Repair } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import { jsonTypeOf } from "../coerce/json-value.ts";
import type { ResolvedOptions } from "../decode-options.ts";
import { closingTag, type TagNotation } from "../formats/raw-format.ts";
import { parsedJson } from "../valid-json.ts";
import type { ExpectedParameters } from "./expected-parameters.ts";
import type { JsonReading } from "./json-reading.ts";
import { closingTagOf, nestedValue } from "./nested-tags.ts";
import { afterSpace } from "./skip-space.ts";
import { readStrictJson } from "./strict-json.ts";
import { leftOutRepairs } from "./surrounding-text.ts";
import { isUntyped, nextTag, type OpeningTag, tagNotations } from "./tag-notations.ts";
import { textIssue } from "./text-issue.ts";
import { thoughtEnd } from "./thought.ts";

/** One argument that a model wrote between tags: `<parameter=x>1</parameter>`. */
interface TaggedArgument {
  readonly name: string;
  readonly value: string;
  /** Whether the value is JSON rather than text. */
  readonly isJson: boolean;
  readonly start: number;
  readonly end: number;
  readonly isTruncated: boolean;
}

/**
 * Reads arguments written between tags, in the notation of the first tag. A value is a string, unless its tag says that it is
 * JSON; line breaks that belong to the tags are removed.
 *
 * A tag within a value is an issue, because the end of the value is ambiguous then.
 *
 * @param start - the start of the content, see `contentStart`
 * @param objectAt - the offset of the first object in the text; -1 if not found
 * @returns `undefined` if there are no such tags, or only within an object
 */
export function readParameterTags(
  text: string,
  { start, objectAt }: { readonly start: number; readonly objectAt: number },
  options: ResolvedOptions,
  expected: ExpectedParameters,
): JsonReading | undefined {
  const notations = tagNotations(text, start, expected);
  const first = nextTag(text, thoughtEnd(text, afterSpace(text, 0)), notations);
  if (first === undefined || (objectAt >= 0 && objectAt < first.start)) return undefined;
  const notation = withClosedCall(text, first.notation);
  const draft: TagsReading = { text, options, expected, notation, values: new Map(), repairs: [], issues: [] };
  let from = 0;
  for (const tag of taggedArguments(text, first.start, notation)) {
    skipOutside(draft, from, tag.start);
    addTaggedArgument(draft, tag);
    from = tag.end;
  }
  skipOutside(draft, from, text.length);
  if (endsWithinTags(text, from, notation))
    draft.repairs.push({ kind: "truncated", path: "", offset: text.length, before: text.slice(from), after: "" });
  if (objectAt >= from)
    addTagIssue(draft, "written both in tags and in an object: write one JSON object", objectAt, objectAt + 1);
  refuseSecondCall(draft);
  const { values, issues, repairs } = draft;
  return { value: issues.length > 0 ? undefined : Object.fromEntries(values), issues, repairs };
}

/** The notation with the closing tag of the call in the text. */
function withClosedCall(text: string, notation: TagNotation): TagNotation {
  const { call } = notation;
  const opened = call === undefined ? null : new RegExp(call.open.source).exec(text);
  if (call === undefined || opened === null) return notation;
  return { ...notation, call: { ...call, close: closingTag(call.close, opened.groups) } };
}

/** The arguments, repairs and issues so far. */
interface TagsReading {
  readonly text: string;
  readonly options: ResolvedOptions;
  readonly expected: ExpectedParameters;
  readonly notation: TagNotation;
  readonly values: Map<string, unknown>;
  readonly repairs: Repair[];
  readonly issues: Issue[];
}

const unclearValueEnd = "ambiguous: the end of a value between tags is unclear (write one JSON object)";

/** Adds one argument to the result, by the `duplicateKeys` policy if its name exists already. */
function addTaggedArgument(draft: TagsReading, tag: TaggedArgument): void {
  const { text, options, notation, values, repairs, issues } = draft;
  const { duplicateKeys } = options;
  const { name, start, end, isTruncated } = tag;
  const path = jsonPointer([name]);
  const before = text.slice(start, end);
  const hasTags = nextTag(tag.value, 0, [notation]) !== undefined;
  const nested = hasTags && notation.isNested === true ? nestedValue(tag.value, notation) : undefined;
  if (hasTags && nested === undefined)
    issues.push(textIssue(text, { code: "tags", message: unclearValueEnd, start, end, path }));
  const isJson = tag.isJson || (isUntyped(notation) && isJsonFor(name, tag.value, draft.expected));
  const json = isJson && !isTruncated ? readStrictJson(tag.value, options) : undefined;
  if (json !== undefined) issues.push(...json.issues.map(({ range: _, ...issue }) => ({ ...issue, path })));
  const value = nested ?? (json === undefined ? tag.value : json.value);
  const earlier = values.get(name);
  const isDuplicate = values.has(name);
  if (isDuplicate && duplicateKeys === "refuse") {
    const message = `ambiguous: ${JSON.stringify(name)} appears more than once (write it once)`;
    issues.push(textIssue(text, { code: "duplicate_key", message, start, end, path }));
  }
  const [kept, dropped] = isDuplicate && duplicateKeys === "first" ? [earlier, value] : [value, earlier];
  if (isDuplicate) repairs.push({ kind: "duplicate_key", path, offset: start, before: dropped, after: kept });
  values.set(name, kept);
  repairs.push({ kind: "parameter_tags", path, offset: start, before, after: value });
  if (isTruncated) repairs.push({ kind: "truncated", path, offset: end, before, after: value });
}

/** Whether an untyped tag's text is read as JSON although the parameter also accepts a string. */
function isJsonFor(name: string, text: string, expected: ExpectedParameters): boolean {
  if (!/^(?:null|true|false|-?\d[\d.eE+-]*|\[.*\]|\{.*\})$/s.test(text)) return false;
  const type = jsonTypeOf(parsedJson(text));
  if (type === undefined) return false;
  return expected.admitsBoth(name, type) || (type === "integer" && expected.admitsBoth(name, "number"));
}

/** Refuses a text with two calls, so that their arguments are not mixed. */
function refuseSecondCall(draft: TagsReading): void {
  const { text, notation } = draft;
  const calls = notation.call === undefined ? [] : [...text.matchAll(notation.call.open)];
  const second = calls[1]?.index;
  if (second === undefined) return;
  const message = "more than one call: write one call, the second starts";
  draft.issues.push(
    textIssue(text, { code: "several_calls", message, start: second, end: second + 1, expected: "one call" }),
  );
}

/** Whether the text ends within a tag, or before the closing tag of the call, so that arguments may be missing. */
function endsWithinTags(text: string, from: number, { call }: TagNotation): boolean {
  if (/<[^<>]{0,200}$/.test(text.slice(Math.max(from, text.length - 200)))) return true;
  const rest = text.slice(from);
  return call !== undefined && new RegExp(call.open).test(text) && !rest.includes(call.close) && !endsCall(rest);
}

/** Whether an outer closing tag ends the call, although the inner one is missing. */
function endsCall(rest: string): boolean {
  return /<\/(?:\w+:)?(?:function|tool_call|function_calls)>/.test(rest);
}

/** Records the text outside the tags as left out; a stray closing tag in it is an issue. */
function skipOutside(draft: TagsReading, from: number, to: number): void {
  const { text, notation } = draft;
  const outside = text.slice(from, to);
  const stray = /\{name\}/.test(notation.close) ? -1 : outside.search(strayClose(notation));
  const other = /<(?:\/parameter|\/?arg_value|\/?arg_key)>/.exec(outside)?.index ?? -1;
  const at = stray >= 0 ? stray : other;
  const isCutOff = to === text.length && other >= 0 && isPartialPair(outside.slice(other));
  if (isCutOff) addPartialPair(draft, from + other);
  else if (at >= 0) addTagIssue(draft, unclearValueEnd, from + at, from + at + 1);
  leaveOut(draft, from, isCutOff ? from + other : to);
}

/** Records text as left out; the tags of the call are tokens. */
function leaveOut({ text, notation, repairs }: TagsReading, from: number, to: number): void {
  const { call } = notation;
  let at = from;
  for (const tag of call === undefined ? [] : callTags(text.slice(from, to), call)) {
    repairs.push(...leftOutRepairs(text, at, from + tag.index));
    repairs.push({ kind: "special_token", path: "", offset: from + tag.index, before: tag[0], after: "" });
    at = from + tag.index + tag[0].length;
  }
  repairs.push(...leftOutRepairs(text, at, to));
}

/** A closing tag of an argument, with any groups. */
function strayClose({ close }: TagNotation): RegExp {
  return new RegExp(
    close
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[|.[\]]/g, "\\$&"))
      .join("[\\w:|]{0,20}"),
  );
}

function callTags(text: string, call: NonNullable<TagNotation["call"]>): readonly RegExpExecArray[] {
  const close = call.close.replace(/[|.[\]]/g, "\\$&");
  return [...text.matchAll(new RegExp(`${call.open.source}|${close}`, "g"))];
}

/** Whether a text begins with the name of an argument and ends before its value. */
function isPartialPair(text: string): boolean {
  return /^<arg_key>(?:[^<>]{0,200}(?:<\/arg_key>\s*)?)?$/.test(text);
}

function addPartialPair({ text, repairs }: TagsReading, start: number): void {
  const before = text.slice(start);
  const path = jsonPointer([before.replace(/<\/?arg_key>/g, "").trim()]);
  repairs.push({ kind: "truncated_member", path, offset: start, before, after: "" });
  repairs.push({ kind: "truncated", path, offset: text.length, before, after: "" });
}

/** Adds an issue for a range of the text. */
function addTagIssue({ text, issues }: TagsReading, message: string, start: number, end: number): void {
  issues.push(textIssue(text, { code: "tags", message, start, end, expected: "one JSON object" }));
}

/** Yields the arguments of a text, tag by tag. */
function* taggedArguments(text: string, from: number, notation: TagNotation): Generator<TaggedArgument> {
  for (let tag = nextTag(text, from, [notation]); tag !== undefined; ) {
    const read = readTag(text, tag);
    yield read;
    tag = nextTag(text, read.end, [notation]);
  }
}

/** Reads a value, whose opening tag is passed. */
function readTag(text: string, { name, isJson, close, start, end: from, notation }: OpeningTag): TaggedArgument {
  const { at, end, isTruncated } = endOfValue(text, { open: text.slice(start, from), close, from }, notation);
  const value = withoutOuterLineBreaks(text.slice(from, at), notation);
  const content = notation.hasCdata ? (cdata.exec(value)?.[1] ?? value) : value;
  return { name, value: content, isJson, start, end, isTruncated };
}

const cdata = /^<!\[CDATA\[(.*)\]\]>$/s;

/** The offsets before and after the closing tag; without one, the value ends before the outer tags or with the text. */
function endOfValue(
  text: string,
  { open, close, from }: { readonly open: string; readonly close: string; readonly from: number },
  { call, isNested }: TagNotation,
): { at: number; end: number; isTruncated: boolean } {
  const at = isNested === true ? closingTagOf(text, { open, close, from }) : text.indexOf(close, from);
  if (at >= 0) return { at, end: at + close.length, isTruncated: false };
  const outer = call === undefined ? -1 : text.lastIndexOf(call.close);
  const end = outer >= from ? outer : text.length;
  return { at: end, end, isTruncated: true };
}

function withoutOuterLineBreaks(value: string, { hasLineBreaks }: TagNotation): string {
  const areBoth = /^\r?\n.*\n$/s.test(value);
  return !areBoth && hasLineBreaks !== true ? value : value.replace(/^\r?\n/, "").replace(/\r?\n$/, "");
}
