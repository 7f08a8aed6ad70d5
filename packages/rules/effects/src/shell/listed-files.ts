/** Computes the file names that search programs print: `locate x`, `git -C ~ ls-files`. */
import type { Flow } from "../flow.ts";
import { escapeGlob } from "../path.ts";
import { asGlob, type Value } from "../word-value.ts";
import { type Argument, literalText } from "./argument.ts";
import { valuesOfOption } from "./option-values.ts";

/** The output of `locate`, which lists files of the whole machine: all whose paths contain a text. */
export function locatedFiles(args: readonly Argument[]): Flow {
  const patterns = args.flatMap((word, index) => {
    const text = literalText(word);
    const isValue = /^-(?:n|l|d|onlyin)$/.test(literalText(args[index - 1]) ?? "");
    return isValue || (text !== undefined && /^-/.test(text)) ? [] : [text];
  });
  const isPlain = patterns.every((text) => text !== undefined && /^[\w.+-]+$/.test(text));
  const isPattern = args.some((word) => /^-\w*r|^--regex/.test(literalText(word) ?? ""));
  const globs =
    isPlain && !isPattern && patterns.length > 0
      ? patterns.flatMap((text = "") => [`/**/*${escapeGlob(text)}*`, `/**/*${escapeGlob(text)}*/**`])
      : ["/**"];
  return listOf("locate", globs.map(anyOf));
}

/** The names that `compgen` completes; `undefined` if it completes no names of files. */
export function completedFiles(args: readonly Argument[]): Flow | undefined {
  const globs = valuesOfOption("-G", args);
  const isOfFiles = args.some((word) => /^-\w*[fd]|^(?:file|directory)$/.test(literalText(word) ?? ""));
  const [last] = args.slice(-1);
  const prefix = isOfFiles && last !== undefined && !/^-/.test(literalText(last) ?? "-") ? [last] : [];
  if (globs.length === 0 && !isOfFiles) return undefined;
  const names = [
    ...globs.map(({ value }) => value && anyOf(value.text)),
    ...prefix.map(({ value }) => value && anyOf(`${asGlob(value)}*`)),
  ];
  return listOf(
    "compgen",
    names.map((value) => value ?? anyOf("/**")),
  );
}

/**
 * The output of `git ls-files` for another folder than the working directory or for pathspecs, and of `git diff --name-only`; `undefined` for
 * all files of the working directory.
 */
export function filesOfRepository(args: readonly Argument[]): Flow | undefined {
  const texts = args.map(literalText);
  if (texts[0] === "diff" && texts.includes("--name-only")) return listOf("git", [changedFile]);
  const at = texts.indexOf("ls-files");
  if (at === -1) return undefined;
  const moved = ["-C", "--work-tree"].flatMap((option) => valuesOfOption(option, args.slice(0, at)));
  const folders = [...moved, ...args.slice(at + 1)].flatMap(({ value }) =>
    value === null || value.home === true || /^(?:[/~]|\.\.(?:\/|$))/.test(value.text) ? [value] : [],
  );
  if (folders.length === 0) return filesOfPathspecs(args.slice(at + 1), moved.length > 0);
  return listOf(
    "git",
    folders.flatMap((value) => (value === null ? [anyOf("/**")] : [anyOf(asGlob(value)), belowFolder(value)])),
  );
}

/** The files that the pathspecs of `git ls-files` select; `undefined` if not found or they are unknown. Their `*` matches `/`, too. */
function filesOfPathspecs(args: readonly Argument[], isMoved: boolean): Flow | undefined {
  const texts = args.map((word) => literalText(word) ?? word.value?.text);
  const named = texts.filter((text) => text === undefined || !/^-/.test(text));
  if (isMoved || named.length === 0 || texts.some((text) => text !== undefined && /^-[xX]|^--(?:ex|w)/.test(text)))
    return undefined;
  const globs = named.flatMap((text) => (text !== undefined && isPathspec(text) ? [globOfPathspec(text)] : []));
  return globs.length < named.length
    ? undefined
    : listOf(
        "git",
        globs.map((glob) => ({ text: glob, glob: true, partial: true })),
      );
}

/** Some files of the project: those with changes. */
const changedFile: Value = { text: "**/*", glob: true, partial: true };

function isPathspec(text: string): boolean {
  return /^[\w.-][\w./*-]*$/.test(text) || /^\*[\w./*-]*$/.test(text);
}

/** A pathspec as a glob: wildcards match below each directory, a name without wildcards is the file or everything below it. */
function globOfPathspec(text: string): string {
  if (!text.includes("*")) return /\.\w+$/.test(text) ? text : `${text.replace(/\/+$/, "")}/**`;
  return text.replaceAll(/\*+/g, "*").replace(/(^|\/)([^/]*\*)/, "$1**/$2");
}

function belowFolder(value: Value): Value {
  return { ...anyOf(`${asGlob(value).replace(/\/$/, "")}/**`), home: value.home };
}

/** Some of the files that a glob names. */
function anyOf(glob: string): Value {
  return { text: glob, glob: true, hidden: true, partial: true, home: /^~(?:\/|$)/.test(glob) ? true : undefined };
}

/** Creates the output of a program that prints file names. */
function listOf(by: string, names: readonly Value[]): Flow {
  return { from: [{ kind: "output", by }], names };
}
