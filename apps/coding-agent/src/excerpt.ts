import type { Args, Evidence } from "@helve/core";
import { visible } from "./visible.ts";

/**
 * The line of an argument that a predicate's answer rests on, and under it the characters marked.
 *
 * @returns two lines, or none when the argument is no text
 */
export function excerpt({ path, start, end }: Evidence, args: Args): readonly string[] {
  const text = argument(path, args);
  if (text === undefined) return [];
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const line = text.slice(from).split("\n", 1)[0] ?? "";
  const marked = Math.max(1, Math.min(end - from, line.length) - (start - from));
  return [visible(line), " ".repeat(start - from) + "^".repeat(marked)];
}

function argument(pointer: string, args: Args): string | undefined {
  const name = pointer.slice(1).replaceAll("~1", "/").replaceAll("~0", "~");
  const value = Object.hasOwn(args, name) ? args[name] : undefined;
  return typeof value === "string" ? value : undefined;
}
