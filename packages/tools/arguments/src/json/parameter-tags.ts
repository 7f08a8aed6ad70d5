// Reads arguments written between tags, such as `<parameter=name>value</parameter>`.

import type { Issue, Repair } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import type { ResolvedOptions } from "../decode-options.ts";
import type { JsonReading } from "./expected-parameters.ts";
import { leftOutRepairs } from "./surrounding-text.ts";
import { textIssue } from "./text-issue.ts";

/** One argument between tags; its value is `undefined` if the text ends before the value. */
interface TaggedArgument {
  readonly name: string;
  readonly value: string | undefined;
  readonly start: number;
  readonly end: number;
  readonly isTruncated: boolean;
}

/**
 * Reads arguments written between tags: `<parameter=name>value</parameter>`, `<parameter name="name">…`, or
 * `<arg_key>name</arg_key><arg_value>value</arg_value>`. Every value is a string; one line break at either end is removed.
 *
 * A tag within a value is an issue, because the end of the value is ambiguous then.
 *
 * @param objectAt - the offset of the first object in the text; -1 if there is none
 * @returns `undefined` if there are no such tags, or only within an object
 */
export function readParameterTags(text: string, objectAt: number, options: ResolvedOptions): JsonReading | undefined {
  const first = nextOpeningTag(text, 0)?.start ?? -1;
  if (first < 0 || (objectAt >= 0 && objectAt < first)) return undefined;
  const draft: TagsReading = { text, options, values: new Map(), repairs: [], issues: [] };
  let from = 0;
  for (const tag of taggedArguments(text)) {
    skipOutside(draft, from, tag.start);
    addTaggedArgument(draft, tag);
    from = tag.end;
  }
  skipOutside(draft, from, text.length);
  if (endsWithinTags(text, from)) {
    draft.repairs.push({ kind: "truncated", path: "", offset: text.length, before: text.slice(from), after: "" });
  }
  if (objectAt >= from)
    addTagIssue(draft, "written both in tags and in an object: write one JSON object", objectAt, objectAt + 1);
  const { values, issues, repairs } = draft;
  return { value: issues.length > 0 ? undefined : Object.fromEntries(values), issues, repairs };
}

/** The arguments, repairs and issues so far. */
interface TagsReading {
  readonly text: string;
  readonly options: ResolvedOptions;
  readonly values: Map<string, string>;
  readonly repairs: Repair[];
  readonly issues: Issue[];
}

const unclearValueEnd = "ambiguous: the end of a value between tags is unclear (write one JSON object)";

/** Adds one argument to the result, by the `duplicateKeys` policy if its name exists already. */
function addTaggedArgument(
  { text, options: { duplicateKeys }, values, repairs, issues }: TagsReading,
  tag: TaggedArgument,
): void {
  const { name, value, start, end, isTruncated } = tag;
  const path = jsonPointer([name]);
  const before = text.slice(start, end);
  if (value === undefined) {
    repairs.push({ kind: "truncated_member", path, offset: start, before, after: "" });
    repairs.push({ kind: "truncated", path, offset: end, before, after: "" });
    return;
  }
  if (nextOpeningTag(value, 0) !== undefined)
    issues.push(textIssue(text, { code: "tags", message: unclearValueEnd, start, end, path }));
  const earlier = values.get(name);
  if (earlier !== undefined && duplicateKeys === "refuse") {
    const message = `ambiguous: ${JSON.stringify(name)} appears more than once (write it once)`;
    issues.push(textIssue(text, { code: "duplicate_key", message, start, end, path }));
  }
  const [kept, dropped] = earlier !== undefined && duplicateKeys === "first" ? [earlier, value] : [value, earlier];
  if (earlier !== undefined) repairs.push({ kind: "duplicate_key", path, offset: start, before: dropped, after: kept });
  values.set(name, kept);
  repairs.push({ kind: "parameter_tags", path, offset: start, before, after: value });
  if (isTruncated) repairs.push({ kind: "truncated", path, offset: end, before, after: value });
}

/** Whether the text ends within a tag, or before the closing tag of the call, so that arguments may be missing. */
function endsWithinTags(text: string, from: number): boolean {
  if (/<[^<>]{0,200}$/.test(text.slice(Math.max(from, text.length - 200)))) return true;
  const rest = text.slice(from);
  const isOpen = (name: string) => text.includes(`<${name}`) && !rest.includes(`</${name}>`);
  return isOpen("function") || isOpen("invoke") || (isOpen("tool_call") && !rest.includes("</function>"));
}

/** Records the text outside the tags as left out; a stray closing tag in it is an issue. */
function skipOutside(draft: TagsReading, from: number, to: number): void {
  const stray = /<(?:\/parameter|\/?arg_value|\/arg_key)>/.exec(draft.text.slice(from, to));
  if (stray !== null) addTagIssue(draft, unclearValueEnd, from + stray.index, from + stray.index + stray[0].length);
  draft.repairs.push(...leftOutRepairs(draft.text, from, to));
}

/** Adds an issue for a range of the text. */
function addTagIssue({ text, issues }: TagsReading, message: string, start: number, end: number): void {
  issues.push(textIssue(text, { code: "tags", message, start, end, expected: "one JSON object" }));
}

/** Whether a tag that names a parameter starts at an offset. */
export function isParameterTag(text: string, at: number): boolean {
  return nextOpeningTag(text.slice(at, at + 240), 0)?.start === 0;
}

interface OpeningTag {
  /** `undefined` for `<arg_key>`, which the name follows. */
  readonly name: string | undefined;
  readonly start: number;
  readonly end: number;
}

const openingTagPattern =
  /<(?:parameter=([^<>\s]{1,200})|(?:parameter|invoke_parameter) name="([^"<>]{1,200})"|arg_key)\s{0,9}>/g;

/** The next tag that opens an argument; `undefined` if there is none. */
function nextOpeningTag(text: string, from: number): OpeningTag | undefined {
  openingTagPattern.lastIndex = from;
  const tag = openingTagPattern.exec(text);
  if (tag === null) return undefined;
  return { name: tag[1] ?? tag[2], start: tag.index, end: openingTagPattern.lastIndex };
}

/** Yields the arguments of a text, tag by tag. */
function* taggedArguments(text: string): Generator<TaggedArgument> {
  for (let tag = nextOpeningTag(text, 0); tag !== undefined; ) {
    const read = tag.name === undefined ? readKeyValueTags(text, tag) : readParameterTag(text, tag.name, tag);
    yield read;
    tag = nextOpeningTag(text, read.end);
  }
}

/** Reads `<parameter=name>value</parameter>`, whose opening tag is passed. */
function readParameterTag(text: string, name: string, { start, end: from }: OpeningTag): TaggedArgument {
  const close = endOfValue(text, from, "</parameter>");
  return {
    name: withoutQuotes(name),
    value: withoutOuterLineBreaks(text.slice(from, close.at)),
    start,
    end: close.end,
    isTruncated: close.isTruncated,
  };
}

/** Reads `<arg_key>name</arg_key><arg_value>value</arg_value>`, whose opening tag is passed. */
function readKeyValueTags(text: string, { start, end: from }: OpeningTag): TaggedArgument {
  const key = endOfValue(text, from, "</arg_key>");
  const name = text.slice(from, key.at).trim();
  const open = /^\s{0,99}<arg_value>/.exec(text.slice(key.end, key.end + 120));
  if (key.isTruncated || open === null) return { name, value: undefined, start, end: key.end, isTruncated: true };
  const value = key.end + open[0].length;
  const close = endOfValue(text, value, "</arg_value>");
  return {
    name,
    value: withoutOuterLineBreaks(text.slice(value, close.at)),
    start,
    end: close.end,
    isTruncated: close.isTruncated,
  };
}

/** The offsets before and after the closing tag; without one, the value ends before the outer tags or with the text. */
function endOfValue(text: string, from: number, tag: string): { at: number; end: number; isTruncated: boolean } {
  const at = text.indexOf(tag, from);
  if (at >= 0) return { at, end: at + tag.length, isTruncated: false };
  const outer = /<\/(?:function|tool_call|invoke)>\s*(?:<\/tool_call>\s*)?$/.exec(text.slice(-60));
  const end = outer === null || text.length - outer[0].length < from ? text.length : text.length - outer[0].length;
  return { at: end, end, isTruncated: true };
}

function withoutQuotes(name: string): string {
  return name.replace(/^["']|["']$/g, "");
}

function withoutOuterLineBreaks(value: string): string {
  return value.replace(/^\r?\n/, "").replace(/\r?\n$/, "");
}
