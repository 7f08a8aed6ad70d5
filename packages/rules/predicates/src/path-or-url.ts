/** Decides whether an argument that may be a path or a URL is one or the other in a call. */
import type { Action } from "@helve/core";
import { argumentValues } from "./argument-values.ts";
import type { ToolUse } from "./tool-use.ts";

/**
 * Selects the uses that fit the value of an argument that is a path or a URL, such as `[{ read: "image" }, { fetch: "image" }]`: a value
 * that begins with a scheme is a URL, and a `data:` URL is neither fetched nor read.
 */
export function fittingUses(uses: readonly ToolUse[], args: Action["args"]): readonly ToolUse[] {
  const read = new Set(uses.flatMap((use) => ("read" in use ? [use.read] : [])));
  const fetched = new Set(uses.flatMap((use) => ("fetch" in use ? [use.fetch] : [])));
  return uses.filter((use) => {
    const argument = "read" in use ? use.read : "fetch" in use ? use.fetch : undefined;
    if (argument === undefined || !read.has(argument) || !fetched.has(argument)) return true;
    const values = argumentValues(args, argument).map(({ value }) => value);
    return values.some((value) => typeof value !== "string" || fits(value, "fetch" in use));
  });
}

/** Whether a value fits a use for URLs, or one for paths. */
function fits(value: string, isFetch: boolean): boolean {
  const scheme = /^\s*([a-z][a-z0-9+.-]+):/i.exec(value)?.[1]?.toLowerCase(); // one letter is a drive of Windows
  return scheme === undefined ? !isFetch : isFetch && scheme !== "data";
}
