import type { Repair } from "@helve/core";
import { closingTag } from "../formats/raw-format.ts";
import { rawFormats } from "../formats.ts";
import type { JsonReading } from "./json-reading.ts";
import { leftOutRepairs } from "./surrounding-text.ts";

const calls = rawFormats.flatMap(({ tags }) => tags?.call ?? []);

/**
 * Reads a call without arguments in a notation of tags: the tool's name, and nothing else between the tags of the call.
 *
 * @returns `undefined` if the text is not such a call, or has several
 */
export function readEmptyCall(text: string): JsonReading | undefined {
  for (const { open, close: template } of calls) {
    const [call, second] = text.matchAll(open);
    if (call === undefined || second !== undefined) continue;
    const from = call.index + call[0].length;
    const close = closingTag(template, call.groups);
    const to = text.indexOf(close, from);
    if (to < 0 || !isEmpty(call[0], text.slice(from, to).trim())) continue;
    const end = to + close.length;
    const before = text.slice(call.index, end);
    const empty: Repair = { kind: "empty", path: "", offset: call.index, before, after: {} };
    const around = [...leftOutRepairs(text, 0, call.index), ...leftOutRepairs(text, end, text.length)];
    return { value: {}, issues: [], repairs: [...around, empty] };
  }
  return undefined;
}

/** Whether the content of a call holds no argument. If its tag does not name the tool, its content does. */
function isEmpty(tag: string, content: string): boolean {
  return /[="]/.test(tag) ? content === "" : /^[\w.:-]{1,200}$/.test(content);
}
