/** Evaluates what a call writes into files that an editor, a shell or a client runs later, where no hook sees it. */
import type { CommandEffect, Effect, FileData } from "@helve/effects";
import { textsOfFile } from "@helve/effects";
import type { CallEffects } from "@helve/predicates";
import { type Answer, strongest, unsure } from "./answer.ts";
import { filesNamedIn, runsLater, runsLaterFrom } from "./later-files.ts";
import type { Calls, Reading } from "./reading.ts";
import { codeOfFile, commandsOfFile } from "./session-files.ts";
import { programName } from "./words.ts";

/** Judges files that a later program will run and that the call writes or names. */
export async function codeForLater(
  { commands, effects, written, files }: Pick<CallEffects, "written"> & Calls,
  reading: Reading,
): Promise<readonly (Answer | undefined)[]> {
  if (reading.depth > 0) return [];
  const answers: (Answer | undefined)[] = [
    ...effects.map((effect) => unknownFolder(effect, files)),
    ...commands.map(broughtFrom),
  ];
  const isSetting = (key: string): boolean => key.startsWith(`${reading.places.home}/.`);
  for (const later of written.size === 0 ? [] : [...files.keys()].filter((key) => runsLater(key) || isSetting(key))) {
    const add = (answer: Answer | undefined, key: string): void => {
      if (answer !== undefined && answer.truth !== false)
        answers.push(unsure(`${later} may run ${key} later, which this session wrote: ${answer.reason}`));
    };
    for (const key of filesNamedIn(later, files))
      if (written.has(later) || written.has(key)) add(await codeOfFile(key, files, reading), key);
    const data = written.get(later);
    if (data === undefined || data.missing === true) continue;
    const text = textsOfFile(data).length > 0 ? undefined : textOfCopy(later, data, effects, reading);
    if (text === null && !runsLater(later)) continue;
    if (text === null) answers.push(unsure(`it is unknown what ${later} holds, which runs later`));
    else {
      const given = text === undefined ? files : new Map(files).set(later, { text, from: data.from });
      add(strongest([await codeOfFile(later, given, reading), await commandsOfFile(later, given, reading)]), later);
    }
  }
  return answers;
}

/** Returns the text of a file after a copy, checkout or edit; `null` if unknown. */
function textOfCopy(
  key: string,
  { from }: FileData,
  effects: readonly Effect[],
  { fileText, paths }: Reading,
): string | null | undefined {
  const isOwn = from.every(
    (origin) =>
      origin.kind === "literal" ||
      (origin.kind === "output" && origin.by === "git") ||
      (origin.kind === "file" && origin.target?.path === key),
  );
  if (isOwn) return undefined;
  const copies = effects.every(
    (effect) =>
      (effect.kind !== "write" && effect.kind !== "move") ||
      (effect.kind === "move" ? effect.to : effect.target)?.path !== key ||
      /^(?:cp|mv|install|rsync)$/.test(effect.by),
  );
  const [first, second] = from;
  const source = copies && second === undefined && first?.kind === "file" && first.target?.glob === false;
  return source ? (fileText(paths.realPath(first.target)) ?? null) : null;
}

/** Whether a call creates a folder in which unknown files may run later. */
function unknownFolder(effect: Effect, files: Calls["files"]): Answer | undefined {
  const target = effect.kind === "move" ? effect.to : effect.kind === "write" ? effect.target : null;
  if (
    target === null ||
    (effect.kind === "write" && effect.from.every(({ kind }) => kind === "literal") && effect.by !== "ln")
  )
    return undefined;
  const isFolder =
    runsLaterFrom(target.path) || (effect.kind === "write" && effect.by === "ln" && runsLater(target.path));
  const isKnown =
    effect.by !== "ln" &&
    [...files.keys()].some(
      (key) => (key === target.path && runsLater(key)) || (effect.kind === "move" && key.startsWith(`${target.path}/`)),
    );
  return isFolder && !isKnown
    ? unsure(`${effect.by} brings files to ${target.path}, which run later, and it is unknown what they hold`)
    : undefined;
}

/** Whether a program that gets files from an archive or another place puts them where they run later: `degit a/b .vscode`. */
function broughtFrom({ words: [program, ...words], elsewhere }: CommandEffect): Answer | undefined {
  const name = programName(program);
  const last = words.at(-1);
  if (elsewhere || !bringing.test(name) || last === undefined) return undefined;
  const places = [
    last.target?.path ?? last.pattern,
    ...words.flatMap(({ pattern }) => /^-[oCd](.+)$/.exec(pattern)?.[1] ?? []),
  ];
  const place = places.find((path) => runsLater(path) || runsLaterFrom(path.replace(/\/$/, "")));
  return place === undefined ? undefined : unsure(`${name} brings files to ${place}, which run later`);
}

const bringing =
  /^(?:degit|tiged|giget|gh|glab|7z\w?|unar|unrar|bsdtar|cpio|pax|aria2c|axel|scp|sftp|rclone|svn|hg|split|csplit|ed|ex|stow|link|crontab)$/;
