/** Formats the difference between two sets of arguments as a diff for the terminal. */
import { type Args, canonicalJson } from "@helve/core";
import { escapeInvisible } from "@helve/core/internal";
import { type ChangeObject, diffLines, diffWordsWithSpace } from "diff";
import { displayText, formatName } from "./format-args.ts";
import type { Paint } from "./paint.ts";

/** The number of edits that a diff searches; texts with more differences are shown as completely different. */
const maxEditLength = 1000;

/** The number of unchanged lines shown beside changed ones. */
const contextLines = 2;

/**
 * Formats the difference between two sets of arguments as a diff: `-` before removed and `+` before added lines.
 *
 * @returns no lines if nothing changed
 */
export function formatChange(before: Args, after: Args, paint: Paint): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => {
    const removed = ownArgument(before, name);
    const added = ownArgument(after, name);
    if (removed !== undefined && added !== undefined && canonicalJson(removed.value) === canonicalJson(added.value)) {
      return [];
    }
    const texts = [removed && diffText(removed.value), added && diffText(added.value)] as const;
    return [formatName(name), ...diffTexts(...texts, paint)];
  });
}

/** An own argument of an object, never an inherited argument; `undefined` if the object lacks it. */
function ownArgument(args: Args, name: string): { readonly value: unknown } | undefined {
  return Object.hasOwn(args, name) && args[name] !== undefined ? { value: args[name] } : undefined;
}

/** A value as text. A text that looks like JSON is quoted, so that `5` and `"5"` differ. */
function diffText(value: unknown): string {
  return typeof value === "string" && /^\s*(?:[[{"\d-]|true|false|null|$)/.test(value) && !value.includes("\n")
    ? JSON.stringify(value)
    : displayText(value);
}

/** Formats the difference of two texts; `undefined` is an argument that does not exist. */
function diffTexts(before: string | undefined, after: string | undefined, paint: Paint): readonly string[] {
  const removedLine = (text: string): string => paint("red", `- ${text}`);
  const addedLine = (text: string): string => paint("green", `+ ${text}`);
  if (before === undefined) return escapedLines(after ?? "").map(addedLine);
  if (after === undefined) return escapedLines(before).map(removedLine);
  if (!before.includes("\n") && !after.includes("\n")) return diffWords(before, after, paint);
  const parts = diffLines(`${before}\n`, `${after}\n`, { maxEditLength });
  if (parts === undefined) return [...escapedLines(before).map(removedLine), ...escapedLines(after).map(addedLine)];
  return parts.flatMap((part, index) => {
    const lines = escapedLines(part.value.replace(/\n$/, ""));
    if (part.removed) return lines.map(removedLine);
    return part.added ? lines.map(addedLine) : abbreviate(lines, index > 0, index < parts.length - 1);
  });
}

/** Shortens unchanged lines to those next to a change. */
function abbreviate(lines: readonly string[], followsChange: boolean, precedesChange: boolean): readonly string[] {
  const first = followsChange ? contextLines : 0;
  const last = precedesChange ? contextLines : 0;
  const shown = lines.map((line) => `  ${line}`);
  if (lines.length <= first + last) return shown;
  return [...shown.slice(0, first), "  …", ...shown.slice(lines.length - last)];
}

/** Formats two lines with their differing words emphasized. */
function diffWords(before: string, after: string, paint: Paint): readonly string[] {
  const parts = diffWordsWithSpace(before, after, { maxEditLength });
  if (parts === undefined) {
    return [paint("red", `- ${escapeInvisible(before)}`), paint("green", `+ ${escapeInvisible(after)}`)];
  }
  const line = (sign: string, color: "red" | "green", isOwn: (part: ChangeObject<string>) => boolean): string => {
    const words = parts.filter((part) => isOwn(part) || !(part.added || part.removed));
    return [
      paint(color, `${sign} `),
      ...words.map((part) => {
        return paint(isOwn(part) ? [color, "bold", "underline"] : color, escapeInvisible(part.value));
      }),
    ].join("");
  };
  return [line("-", "red", ({ removed }) => removed), line("+", "green", ({ added }) => added)];
}

function escapedLines(text: string): readonly string[] {
  return text.split("\n").map(escapeInvisible);
}
