// Commands, words and files in the form of effects, from plain texts.

import type { CommandEffect, CommandWord, Target } from "@helve/effects";

/** A command without words. */
export function asCommand(text: string): CommandEffect {
  const place = { certainty: "certain", by: "", start: 0, end: text.length } as const;
  return { ...place, kind: "command", words: [], directory: "", environment: {}, isModeled: false };
}

/** A word that names no file. */
export function word(text: string): CommandWord {
  return { text, pattern: text, target: null };
}

/** A file by its path. */
export function fileNamed(path: string): Target {
  return { path, glob: false, hidden: false, partial: false };
}
