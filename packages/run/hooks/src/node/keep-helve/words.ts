/** Converts texts to the form in which effects describe commands and files. */
import type { CommandEffect, CommandWord, Target } from "@helve/effects";

/** Creates a command from a text. */
export function asCommand(text: string): CommandEffect {
  const place = { certainty: "certain", by: "", start: 0, end: text.length } as const;
  return { ...place, kind: "command", words: [], directory: "", environment: {}, isModeled: false };
}

/** Creates a word that names no file. */
export function word(text: string): CommandWord {
  return { text, pattern: text, target: null };
}

/** Creates a file target from a path. */
export function fileNamed(path: string): Target {
  return { path, glob: false, hidden: false, partial: false };
}

/** Whether a folder is a path, or contains it. Both are absolute. */
export function isAtOrAbove(folder: string, path: string): boolean {
  return folder === path || path.startsWith(folder === "/" ? "/" : `${folder}/`);
}

/** The name of the program that a word names, without its folder; empty if the word is not known. */
export function programName(word: CommandWord | undefined): string {
  return (word?.text ?? "").replace(/^.*\//s, "");
}

/** Decodes percent escapes; invalid ones are unchanged. */
export function percentDecoded(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
