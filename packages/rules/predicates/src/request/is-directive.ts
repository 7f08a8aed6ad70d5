import { readRequest } from "./read-request.ts";
import type { RequestedAct } from "./user-request.ts";

/** Whether a passage asks for a change, and does not only list data. Quotes count, and words that are joined in the name of a file. */
export function isDirective(passage: string): boolean {
  return actsIn(passage).some(({ kinds }) => kinds.some((kind) => kind !== "read"));
}

/** Whether a passage asks for any action, even for visiting an address. */
export function asksForAnything(passage: string): boolean {
  return actsIn(passage).length > 0;
}

/** Finds requests to act in a passage. */
export function actsIn(passage: string): readonly RequestedAct[] {
  const text = passage
    .slice(0, longest)
    .replaceAll(fieldName, "")
    .replaceAll(/[?&#][\w.-]+=/g, "\n")
    .replaceAll(/_+|\+|["“”]|(?<![\p{L}\p{N}])['‘]|['’](?![\p{L}\p{N}])/gu, " ")
    .replaceAll(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}@.]+){2,}/gu, (joined) => joined.replaceAll("-", " "));
  return readRequest(text).acts.filter(({ status }) => status === "asked");
}

/** The name of a field at the start of a line: `mail: `. */
const fieldName = /^[ \t]*(?:-[ \t]+)?["']?\w+["']?[ \t]?:[ \t]+/gm;
const longest = 2000;
