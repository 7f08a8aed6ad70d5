/** Decides whether a text is a plain value or a call in a notation that could not be read. */
import type { ExpectedParameters } from "./expected-parameters.ts";

/** Whether a text has a mark of a tool call: a tag, a fence around JSON, a parameter's name as a key; also if it is cut off. */
export function looksLikeCall(text: string, { names }: ExpectedParameters): boolean {
  if (marks.some((mark) => mark.test(text))) return true;
  if (text.split("```").length % 2 === 0) return true;
  if (/^\s*"/.test(text) && text.replace(/\\./gs, "").split('"').length % 2 === 0) return true;
  const namesKey = [...text.matchAll(keyPattern)].some(([, name = ""]) => names.has(name));
  if (namesKey) return true;
  const partial = partialKeyPattern.exec(text)?.[1];
  return partial !== undefined && [...names].some((name) => name.startsWith(partial));
}

const marks = [
  // Nothing but backticks.
  /^[\s`]*$/,
  /```[\w-]{0,20}\s{0,99}[{[<]/,
  /<\/?(?:tool_call|function|parameter|invoke|arg_key|arg_value)/,
  // A tag that is cut off.
  /(?:^|\n)\s{0,99}<\/?[a-z_]{0,20}$/,
  // JSON within a string.
  /^\s*["'`]\s{0,99}[{[]/,
];

/** A name and a colon or `=` at the start of a line, after a bracket or a comma. */
const keyPattern = /(?:^|[\n{(,])\s{0,99}\\{0,4}["'“]?([\w$-]{1,200})\\{0,4}["'”]?\s{0,9}[:=](?!=)/g;

/** A bracket, and the start of a name that the end of the text cuts off. */
const partialKeyPattern = /(?:\{|^\s{0,99}[\w.$]{1,200}\()\s{0,99}\\{0,4}["'“]?([\w$-]{0,200})\\{0,4}["'”]?\s{0,9}$/;
