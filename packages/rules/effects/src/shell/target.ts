/** Converts the value of a word to the file or glob that it names. */
import type { Target } from "../effects.ts";
import { escapeGlob, joinPath, leadsThroughProcess } from "../path.ts";
import type { Value } from "../word-value.ts";
import { maxPathLength, type ShellState } from "./state.ts";

/** The file (or the glob) that a word names, relative to the current directory; `null` if it is unknown. */
export function targetOf(word: Value | null, state: ShellState): Target | null {
  const { directory, elsewhere } = state;
  const value = word?.home === true ? expandKnownHome(word, state) : word;
  if (value === null || elsewhere) return null;
  const rooted = value.home === true || /^(?:file:)?\//.test(value.text);
  if (directory === null && !rooted) return null;
  const from = rooted ? "" : (directory ?? "");
  // The address of a database file: `sqlite3 "file:/a/b?mode=ro"`.
  const text = value.text.startsWith("file:/")
    ? value.text.replace(/^file:(?:\/\/(?:localhost)?)?(?=\/)/, "").replace(/\?.*$/s, "")
    : value.text;
  const own = text.startsWith("~") && value.home !== true ? `./${text}` : text;
  const path = joinPath(value.glob ? escapeGlob(from) : from, own);
  if (path === null || path.length > maxPathLength || leadsThroughProcess(path)) return null;
  return { path, glob: value.glob, hidden: value.hidden ?? false, partial: value.partial ?? false };
}

/** Replaces `~` by the home directory, if that is known. */
function expandKnownHome(value: Value, { variables }: ShellState): Value {
  const home = variables.get("HOME")?.value;
  const isOwn = value.text === "~" || value.text.startsWith("~/");
  return isOwn && home && !home.glob ? { ...value, home: false, text: `${home.text}${value.text.slice(1)}` } : value;
}
