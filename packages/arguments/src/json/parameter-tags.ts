import type { Repair } from "@helve/core";
import { jsonPointer } from "@helve/core";
import type { ResolvedOptions } from "../options.ts";
import type { Reading } from "./reading.ts";

/** One argument between tags. */
interface Tagged {
  readonly name: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
  readonly cut: boolean;
}

/**
 * Reads arguments that are written between tags: `<parameter=name>value</parameter>`, `<parameter name="name">…`, or
 * `<arg_key>name</arg_key><arg_value>value</arg_value>`. Every value is a text; one line break at either end is left out.
 *
 * @returns `undefined` when there are no such tags
 */
export function readTags(text: string, { duplicateKeys }: ResolvedOptions): Reading | undefined {
  const found = [...tagged(text)];
  if (found.length === 0) return undefined;
  const values = new Map<string, string>();
  const repairs: Repair[] = [];
  for (const { name, value, start, end, cut } of found) {
    const path = jsonPointer([name]);
    const before = values.get(name);
    if (before !== undefined) repairs.push({ kind: "duplicate_key", path, offset: start, before, after: value });
    if (before === undefined || duplicateKeys !== "first") values.set(name, value);
    repairs.push({ kind: "parameter_tags", path, offset: start, before: text.slice(start, end), after: value });
    if (cut) repairs.push({ kind: "truncated", path, offset: end, before: text.slice(start, end), after: value });
  }
  return { value: Object.fromEntries(values), issues: [], repairs };
}

const opening = /<(?:parameter=([^<>\s]{1,200})|(?:parameter|invoke_parameter) name="([^"<>]{1,200})"|arg_key)\s*>/g;

function* tagged(text: string): Generator<Tagged> {
  opening.lastIndex = 0;
  let from = 0;
  for (;;) {
    opening.lastIndex = from;
    const tag = opening.exec(text);
    if (tag === null) return;
    const name = tag[1] ?? tag[2];
    const read =
      name === undefined
        ? readPair(text, tag.index, opening.lastIndex)
        : readOne(text, name, tag.index, opening.lastIndex);
    if (read === undefined) return;
    yield read;
    from = read.end;
  }
}

function readOne(text: string, name: string, start: number, from: number): Tagged {
  const close = endOfValue(text, from, "</parameter>");
  return { name: unquoted(name), value: trimmed(text.slice(from, close.at)), start, end: close.end, cut: close.cut };
}

function readPair(text: string, start: number, from: number): Tagged | undefined {
  const key = endOfValue(text, from, "</arg_key>");
  const open = text.indexOf("<arg_value>", key.end);
  if (key.cut || open < 0) return undefined;
  const value = open + "<arg_value>".length;
  const close = endOfValue(text, value, "</arg_value>");
  const name = text.slice(from, key.at).trim();
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
