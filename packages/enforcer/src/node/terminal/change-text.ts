import { type Args, canonicalJson } from "@helve/core";
import { escapeInvisible } from "@helve/core/internal";
import { type ChangeObject, diffLines, diffWordsWithSpace } from "diff";

import { argumentName, valueText } from "./args-text.ts";
import type { Paint } from "./paint.ts";

/** What is looked for at most before two texts count as wholly different. */
const maxEditLength = 1000;

/** How many lines that stayed are shown beside those that changed. */
const beside = 2;

/**
 * What has changed in arguments: `-` before what was, `+` before what is.
 *
 * @returns no lines when nothing has
 */
export function changeText(before: Args, after: Args, paint: Paint): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => {
    const was = argument(before, name);
    const is = argument(after, name);
    if (was !== undefined && is !== undefined && canonicalJson(was.value) === canonicalJson(is.value)) return [];
    return [argumentName(name), ...changedLines(was && lines(was.value), is && lines(is.value), paint)];
  });
}

function argument(args: Args, name: string): { readonly value: unknown } | undefined {
  return Object.hasOwn(args, name) && args[name] !== undefined ? { value: args[name] } : undefined;
}

/** A text that could be taken for JSON is in quotes, so that `5` and `"5"` differ. */
function lines(value: unknown): string {
  return typeof value === "string" && /^\s*(?:[[{"\d-]|true|false|null|$)/.test(value) && !value.includes("\n")
    ? JSON.stringify(value)
    : valueText(value);
}

function changedLines(was: string | undefined, is: string | undefined, paint: Paint): readonly string[] {
  const removed = (text: string): string => paint("red", `- ${text}`);
  const added = (text: string): string => paint("green", `+ ${text}`);
  if (was === undefined) return linesOf(is ?? "").map(added);
  if (is === undefined) return linesOf(was).map(removed);
  if (!was.includes("\n") && !is.includes("\n")) return changedWords(was, is, paint);
  const parts = diffLines(`${was}\n`, `${is}\n`, { maxEditLength });
  if (parts === undefined) return [...linesOf(was).map(removed), ...linesOf(is).map(added)];
  return parts.flatMap((part, index) => {
    const text = linesOf(part.value.replace(/\n$/, ""));
    if (part.removed) return text.map(removed);
    return part.added ? text.map(added) : around(text, index > 0, index < parts.length - 1);
  });
}

/** Of lines that stayed, those beside a change. */
function around(text: readonly string[], isAfter: boolean, isBefore: boolean): readonly string[] {
  const first = isAfter ? beside : 0;
  const last = isBefore ? beside : 0;
  const shown = text.map((line) => `  ${line}`);
  if (text.length <= first + last) return shown;
  return [...shown.slice(0, first), "  …", ...shown.slice(text.length - last)];
}

/** Two lines, with the words that differ standing out where there is colour. */
function changedWords(was: string, is: string, paint: Paint): readonly string[] {
  const parts = diffWordsWithSpace(was, is, { maxEditLength });
  if (parts === undefined)
    return [paint("red", `- ${escapeInvisible(was)}`), paint("green", `+ ${escapeInvisible(is)}`)];
  const side = (sign: string, color: "red" | "green", isMine: (part: ChangeObject<string>) => boolean): string => {
    const words = parts.filter((part) => isMine(part) || !(part.added || part.removed));
    return [paint(color, `${sign} `), ...words.map((part) => worded(part.value, isMine(part), color, paint))].join("");
  };
  return [side("-", "red", ({ removed }) => removed), side("+", "green", ({ added }) => added)];
}

function worded(text: string, isChanged: boolean, color: "red" | "green", paint: Paint): string {
  return paint(isChanged ? [color, "bold", "underline"] : color, escapeInvisible(text));
}

function linesOf(text: string): readonly string[] {
  return text.split("\n").map(escapeInvisible);
}
