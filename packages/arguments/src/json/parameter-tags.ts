import type { Issue, Repair } from "@helve/core";
import { jsonPointer } from "@helve/core/internal";
import type { ResolvedOptions } from "../options.ts";
import { sayOutside } from "./outside.ts";
import { textIssue } from "./reader.ts";
import type { Reading } from "./reading.ts";

/** One argument between tags; no value for a name that the end of the text left without one. */
interface Tagged {
  readonly name: string;
  readonly value: string | undefined;
  readonly start: number;
  readonly end: number;
  readonly cut: boolean;
}

/**
 * Reads arguments that are written between tags: `<parameter=name>value</parameter>`, `<parameter name="name">…`, or
 * `<arg_key>name</arg_key><arg_value>value</arg_value>`. Every value is a text; one line break at either end is left out.
 *
 * A tag within a value is an issue: the value's own end may be missing, or not be the one that comes first.
 *
 * @param objectAt - where the first object of the text begins; -1 when there is none
 * @returns `undefined` when there are no such tags, or within an object only
 */
export function readTags(text: string, objectAt: number, options: ResolvedOptions): Reading | undefined {
  const first = opening(text, 0)?.start ?? -1;
  if (first < 0 || (objectAt >= 0 && objectAt < first)) return undefined;
  const draft: Draft = { text, options, values: new Map(), repairs: [], issues: [] };
  let from = 0;
  for (const tag of tagged(text)) {
    leaveOut(draft, from, tag.start);
    take(draft, tag);
    from = tag.end;
  }
  leaveOut(draft, from, text.length);
  if (objectAt >= from) refuse(draft, "in tags and in an object: write one JSON object", objectAt, objectAt + 1);
  const { values, issues, repairs } = draft;
  return { value: issues.length > 0 ? undefined : Object.fromEntries(values), issues, repairs };
}

/** What was read so far. */
interface Draft {
  readonly text: string;
  readonly options: ResolvedOptions;
  readonly values: Map<string, string>;
  readonly repairs: Repair[];
  readonly issues: Issue[];
}

const unclear = "not to be read: it is not clear where a value between tags ends (write one JSON object)";

function take({ text, options: { duplicateKeys }, values, repairs, issues }: Draft, tag: Tagged): void {
  const { name, value, start, end, cut } = tag;
  const path = jsonPointer([name]);
  const before = text.slice(start, end);
  if (value === undefined) {
    repairs.push({ kind: "truncated_member", path, offset: start, before, after: "" });
    return;
  }
  if (opening(value, 0) !== undefined)
    issues.push(textIssue(text, { code: "tags", message: unclear, start, end, path }));
  const known = values.get(name);
  if (known !== undefined && duplicateKeys === "refuse") {
    const message = `not to be read: ${JSON.stringify(name)} is there more than once (write it once)`;
    issues.push(textIssue(text, { code: "duplicate_key", message, start, end, path }));
  }
  const [kept, other] = known !== undefined && duplicateKeys === "first" ? [known, value] : [value, known];
  if (known !== undefined) repairs.push({ kind: "duplicate_key", path, offset: start, before: other, after: kept });
  values.set(name, kept);
  repairs.push({ kind: "parameter_tags", path, offset: start, before, after: value });
  if (cut) repairs.push({ kind: "truncated", path, offset: end, before, after: value });
}

/** What stands outside of the tags must not be a part of a value. */
function leaveOut(draft: Draft, from: number, to: number): void {
  const stray = /<(?:\/parameter|\/?arg_value|\/arg_key)>/.exec(draft.text.slice(from, to));
  if (stray !== null) refuse(draft, unclear, from + stray.index, from + stray.index + stray[0].length);
  draft.repairs.push(...sayOutside(draft.text, from, to));
}

function refuse({ text, issues }: Draft, message: string, start: number, end: number): void {
  issues.push(textIssue(text, { code: "tags", message, start, end, expected: "one JSON object" }));
}

/** Whether a tag begins at an offset that names a parameter. */
export function beginsTag(text: string, at: number): boolean {
  return opening(text.slice(at, at + 240), 0)?.start === 0;
}

interface Opening {
  /** `undefined` for `<arg_key>`, of which the name follows. */
  readonly name: string | undefined;
  readonly start: number;
  readonly end: number;
}

const openingTag =
  /<(?:parameter=([^<>\s]{1,200})|(?:parameter|invoke_parameter) name="([^"<>]{1,200})"|arg_key)\s{0,9}>/g;

function opening(text: string, from: number): Opening | undefined {
  openingTag.lastIndex = from;
  const tag = openingTag.exec(text);
  if (tag === null) return undefined;
  return { name: tag[1] ?? tag[2], start: tag.index, end: openingTag.lastIndex };
}

function* tagged(text: string): Generator<Tagged> {
  for (let tag = opening(text, 0); tag !== undefined; ) {
    const read = tag.name === undefined ? readPair(text, tag) : readOne(text, tag.name, tag);
    yield read;
    tag = opening(text, read.end);
  }
}

function readOne(text: string, name: string, { start, end: from }: Opening): Tagged {
  const close = endOfValue(text, from, "</parameter>");
  return { name: unquoted(name), value: trimmed(text.slice(from, close.at)), start, end: close.end, cut: close.cut };
}

function readPair(text: string, { start, end: from }: Opening): Tagged {
  const key = endOfValue(text, from, "</arg_key>");
  const name = text.slice(from, key.at).trim();
  const open = /^\s{0,99}<arg_value>/.exec(text.slice(key.end, key.end + 120));
  if (key.cut || open === null) return { name, value: undefined, start, end: key.end, cut: true };
  const value = key.end + open[0].length;
  const close = endOfValue(text, value, "</arg_value>");
  return { name, value: trimmed(text.slice(value, close.at)), start, end: close.end, cut: close.cut };
}

function endOfValue(text: string, from: number, tag: string): { at: number; end: number; cut: boolean } {
  const at = text.indexOf(tag, from);
  if (at >= 0) return { at, end: at + tag.length, cut: false };
  const outer = /<\/(?:function|tool_call|invoke)>\s*(?:<\/tool_call>\s*)?$/.exec(text.slice(-60));
  const end = outer === null || text.length - outer[0].length < from ? text.length : text.length - outer[0].length;
  return { at: end, end, cut: true };
}

function unquoted(name: string): string {
  return name.replace(/^["']|["']$/g, "");
}

function trimmed(value: string): string {
  return value.replace(/^\r?\n/, "").replace(/\r?\n$/, "");
}
