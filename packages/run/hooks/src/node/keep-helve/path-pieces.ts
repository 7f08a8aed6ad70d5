/** Finds the parts of a word that may be paths: `f` in `--file=f`. */
import type { CommandWord, Target } from "@helve/effects";
import { percentDecoded } from "./words.ts";

/** The pieces of a word that may be paths: `~/.claude` of `--dir=~/.claude`. */
export function piecesOf({ pattern, isCode }: CommandWord): readonly string[] {
  // The value of an option may follow without a space: `-o~/.claude`, `--out=~/.claude`.
  const [, value] = /^(?:-[A-Za-z](?=[/~.\w])|--?[\w-]+=|\w+=)(.+)$/s.exec(pattern) ?? [];
  const split = pattern.split(isCode === true ? inCode : inWord);
  // A letter may stand before the path: `w/etc/x` in a script of sed, `-w0o/etc/x`.
  const tails = isCode === true || /^-/.test(pattern) ? split.map((piece) => piece.slice(piece.search(/[/~]|$/))) : [];
  const pieces = [...split, ...tails, value ?? ""].filter(
    (piece) => /[./~]/.test(piece) && piece.length <= longestPath,
  );
  return [...new Set(pieces)];
}

/** The values of `-o` with the parts of the address inserted: `#1` is the first list in braces. */
export function withParts(word: CommandWord, words: readonly CommandWord[]): readonly string[] {
  if (!/#\d/.test(word.pattern)) return piecesOf(word);
  const pieces = [...piecesOf(word), word.pattern.replace(/^-o(?=.)|^--output=/, "")];
  const lists = words.flatMap(({ pattern }) =>
    /:\/\/|^[\w.-]+\//.test(pattern)
      ? [...pattern.matchAll(/\{([^{}]*)\}|\[([^[\]]*)\]/g)].map(([, list]) => list?.split(",") ?? ["*"])
      : [],
  );
  let filled = [...pieces];
  for (const [index, list] of lists.slice(0, 9).entries())
    filled = filled
      .flatMap((piece) => list.slice(0, 20).map((part) => piece.replaceAll(`#${index + 1}`, () => part)))
      .slice(0, maxPieces);
  return [...pieces, ...filled, ...pieces.map((piece) => piece.replaceAll(/#\d/g, "*"))];
}

const inWord = /[=:,;|&<>()"'`\s@+]+/;
export const inCode: RegExp = /["'`\s,;()=[\]{}<>|&]+/;
/** More pieces of a word are not compared, and no system opens a longer path. */
export const maxPieces = 5000;
export const longestPath = 4096;

/** The paths that a piece of text may name. If the working directory is unknown, the piece may also be relative to the home directory. */
export function targetsOf(piece: string, directory: string | null, home: string): readonly Target[] {
  // Alternatives in braces are a wildcard.
  const path = percentDecoded(piece.replaceAll(/\{[^{}/]*\}/g, "*"))
    .replace(/^(?:file:)?\/\/(?:localhost)?(?=\/)/, "")
    .replace(/^\/proc\/(?:self|\d+)\/root(?=\/)/, "")
    .replace(/^\$\{?HOME\}?(?=\/|$)/, home);
  if (/^\*+$/.test(path) || path === "") return [];
  // An unknown beginning may be any folder. A single name behind it says too little.
  if (path.startsWith("*"))
    return /^\*\/?[^*/]+\/[^*]/.test(path) ? [targetAt(`/**/${path.replace(/^\*\/?/, "")}`)] : [];
  if (/^[/~]/.test(path)) return [targetAt(path)];
  if (directory === null) return [targetAt(path), targetAt(`${home}/${path}`)];
  return [targetAt(directory === "" ? path : `${directory}/${path}`)];
}

export function targetAt(path: string): Target {
  return { path, glob: /[*?]/.test(path), hidden: true, partial: false };
}
