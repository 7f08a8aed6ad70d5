/** Keeps JSON numbers that JavaScript can't represent, such as 64-bit ids, as they are written. */
import type { JsonValue } from "../json.ts";
import { isObject } from "./is-object.ts";

/**
 * Parses JSON like `JSON.parse`, but keeps each number that JavaScript would print in another way as an object of `JSON.rawJSON`.
 * `JSON.stringify` prints it as it was written.
 *
 * @throws SyntaxError if the text is not JSON
 */
export function parseExactJson(text: string): unknown {
  const marked = markNumbers(text);
  return marked === undefined ? JSON.parse(text) : unmarkNumbers(JSON.parse(marked));
}

/**
 * Replaces each number that `JSON.parse` would change by a text that only this process knows, for code that parses the text itself.
 * `unmarkNumbers` finds them in the parsed value.
 *
 * @returns `undefined` if the text has no such number
 */
export function markNumbers(json: string): string | undefined {
  const parts: string[] = [];
  let isMarked = false;
  for (let at = 0; at < json.length; ) {
    const quote = json.indexOf('"', at);
    const outside = json.slice(at, quote === -1 ? json.length : quote);
    const marked = outside.replace(/-?\d[\d.eE+-]*/g, (token) => (isExact(token) ? token : `"${mark()}${token}"`));
    if (marked !== outside) isMarked = true;
    const end = quote === -1 ? json.length : endOfText(json, quote);
    parts.push(marked, quote === -1 ? "" : json.slice(quote, end));
    at = end;
  }
  return isMarked ? parts.join("") : undefined;
}

/** Returns a value in which the texts of `markNumbers` are numbers of `JSON.rawJSON`. A value without them is returned unchanged. */
export function unmarkNumbers(value: unknown): unknown {
  return mapped(
    value,
    (leaf) => typeof leaf === "string" && leaf.startsWith(mark()),
    (leaf) => raw(leaf as string),
  );
}

/**
 * Replaces the numbers of `JSON.rawJSON` in a value: by a number if JavaScript holds it exactly, otherwise by the text of its digits.
 *
 * @example
 * readableNumbers(parseExactJson('{"id": 7960607143101464577, "price": 1.0}')); // { id: "7960607143101464577", price: 1 }
 */
export function readableNumbers(value: unknown): JsonValue {
  return mapped(value, isRaw, (leaf) => {
    const text = rawText(leaf) ?? "";
    return decimal(text) === decimal(String(Number(text))) ? Number(text) : text;
  }) as JsonValue;
}

/** Returns a value in which each number of `JSON.rawJSON` is the nearest JavaScript number, for the validation by a schema. */
export function roundedNumbers(value: unknown): unknown {
  return mapped(value, isRaw, (leaf) => {
    const number = Number(rawText(leaf));
    return Number.isFinite(number) ? number : Math.sign(number) * Number.MAX_VALUE;
  });
}

/** Parses JSON, with numbers that JavaScript can't hold as the texts of their digits. @throws SyntaxError if the text is not JSON */
export function parseReadableJson(text: string): JsonValue {
  return readableNumbers(parseExactJson(text));
}

/** Returns arguments for an executor; JSON text if they contain numbers that JavaScript can't hold. */
export function exactArguments(args: unknown): unknown {
  return hasExactNumbers(args) ? JSON.stringify(args) : args;
}

/** Whether a value contains a number of `JSON.rawJSON`. */
export function hasExactNumbers(value: unknown): boolean {
  return hasLeaf(value, isRaw);
}

let knownMark: string | undefined;

/** Returns the secret prefix of texts that stand for numbers. */
function mark(): string {
  knownMark ??= `number:${crypto.randomUUID()}:`;
  return knownMark;
}

/** ES2026; TypeScript does not know it yet. */
const json = JSON as typeof JSON & {
  readonly rawJSON?: (text: string) => object;
  readonly isRawJSON?: (value: unknown) => boolean;
};

/** A runtime without `JSON.rawJSON` keeps the text of the digits. */
function raw(marked: string): unknown {
  const text = marked.slice(mark().length);
  return json.rawJSON?.(text) ?? text;
}

function isRaw(value: unknown): boolean {
  return json.isRawJSON?.(value) === true;
}

/** Returns the original text of a marked number; `undefined` for other values. */
function rawText(value: unknown): string | undefined {
  return isRaw(value) ? (value as { readonly rawJSON: string }).rawJSON : undefined;
}

/** Whether JavaScript prints a number as it is written. What is not a number of JSON is left to the parser. */
function isExact(token: string): boolean {
  if (token.length <= 15 && /^-?[1-9]?\d*$/.test(token) && token !== "-0") return true;
  return !/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(token) || String(Number(token)) === token;
}

/** Returns the offset where a JSON string ends. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; ; ) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return text.length;
    let backslashes = 0;
    while (text[quote - 1 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

/** Normalizes a decimal number: significant digits and a power of ten. */
function decimal(text: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  if (whole === "") return text;
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

/** Replaces the leaves of a value for which a test is true. @throws SyntaxError if such a value is nested too deeply */
function mapped(value: unknown, isReplaced: (leaf: unknown) => boolean, replace: (leaf: unknown) => unknown): unknown {
  const copy = (part: unknown, depth: number): unknown => {
    if (depth > maxDepth) throw new SyntaxError(`a value is nested more than ${maxDepth} levels deep`);
    if (isReplaced(part)) return replace(part);
    if (Array.isArray(part)) return part.map((item) => copy(item, depth + 1));
    if (!isObject(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, copy(member, depth + 1)]));
  };
  return hasLeaf(value, isReplaced) ? copy(value, 0) : value;
}

const maxDepth = 1000;

/** Whether a part of a value passes a test. Of any depth: it does not call itself. */
function hasLeaf(value: unknown, test: (leaf: unknown) => boolean): boolean {
  const waiting = [value];
  while (waiting.length > 0) {
    const part = waiting.pop();
    if (test(part)) return true;
    if (typeof part !== "object" || part === null) continue;
    for (const member of Array.isArray(part) ? part : Object.values(part)) waiting.push(member);
  }
  return false;
}
