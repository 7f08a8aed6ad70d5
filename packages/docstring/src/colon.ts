import { outside } from "./brackets.ts";
import { skip } from "./skip.ts";

const role = /(?::[\w+.-]{1,40}){1,3}:`[^`\n]{1,200}`/y;
const mark = /[:：](?![:：]|\/\/)/y;

/** Where the first colon of a line stands that parts one thing from another: outside brackets, strings, roles; or -1. */
export function colonIn(text: string): number {
  let next = 0;
  for (const index of outside(text)) {
    if (index < next || (text[index] !== ":" && text[index] !== "：")) continue;
    next = roleEnd(text, index);
    if (next > index) continue;
    if (skip(mark, text, index) > index) return index;
    next = index + 2;
  }
  return -1;
}

/** Where a role such as ``:class:`str` `` ends that begins at `at`, or `at` itself when none does. */
export function roleEnd(text: string, at: number): number {
  return skip(role, text, at);
}
