/** Converts strings between two special tokens to JSON strings. */
import type { Issue, Repair } from "@helve/core";
import { rawFormats } from "../formats.ts";

const formats = rawFormats.flatMap(({ stringToken, header }) =>
  stringToken === undefined ? [] : [{ token: stringToken, header }],
);

/**
 * A text whose strings stand between two tokens, with strings of JSON in their place. Tokens within other strings and between
 * tags are a part of those.
 *
 * @returns `undefined` if there are no such strings, or not two tokens for each
 */
export function withJsonStrings(text: string): string | undefined {
  for (const { token, header } of formats) {
    const parts = text.split(token);
    const [before = "", ...rest] = parts;
    if (rest.length % 2 === 1 || rest.length === 0) continue;
    if (!beginsObject(before, header)) continue;
    if (!rest.every((part, index) => index % 2 === 0 || betweenStrings.test(part))) continue;
    return parts.map((part, index) => (index % 2 === 0 ? part : JSON.stringify(part))).join("");
  }
  return undefined;
}

/** The issue of an ambiguous text: a string contains a token, so that its end is unclear. */
export function stringTokenIssues(repairs: readonly Repair[]): readonly Issue[] {
  const isSplit =
    repairs.some(({ kind }) => kind === "string_token") && repairs.some(({ kind }) => kind === "duplicate_key");
  const isLeft = repairs.some(
    ({ kind, before }) => kind === "unquoted_string" && formats.some(({ token }) => String(before).includes(token)),
  );
  if (!isSplit && !isLeft) return [];
  const message = "the arguments are ambiguous: the end of a string between tokens is unclear (write one JSON object)";
  return [{ code: "json", message, path: "", expected: "one JSON object" }];
}

/** Whether a text is the start of the outermost object, up to its first string. */
function beginsObject(text: string, header: RegExp | undefined): boolean {
  const outer = text.search(/\{/);
  if (outer < 0 || !/^\{(?:[^"'`<>]*[,:[{])?\s*$/.test(text.slice(outer))) return false;
  return (
    text.slice(0, outer).trim() === "" ||
    (header !== undefined && new RegExp(header.source).test(text.slice(0, outer + 1)))
  );
}

const betweenStrings = /^\s*(?:[,:}\]][^"'`]*)?$/;
