/** Finds protected paths in the arguments or input of a program whose meaning is unknown. */
import type { CommandEffect, CommandWord, Effect, Target } from "@helve/effects";
import { type Answer, unread, unsure } from "./answer.ts";
import { runtimeKind, wordsUpToScript } from "./code-programs.ts";
import { listedPath, pathsInFiles } from "./option-files.ts";
import { inCode, longestPath, maxPieces, piecesOf, targetAt, targetsOf, withParts } from "./path-pieces.ts";
import type { ProtectedKind, ProtectedPaths } from "./protected-paths.ts";
import { isAtOrAbove, programName } from "./words.ts";

/** The paths that the words of a command are compared with. */
interface NamingContext {
  readonly paths: ProtectedPaths;
  readonly home: string;
  readonly cwd: string;
  /** The text of a file that the session wrote or that is on the disk. */
  readonly textOf: (target: Target) => string | undefined;
}

/** Whether a program that is not known to only read gets a protected path. */
export function namedPath(
  command: CommandEffect,
  effects: readonly Effect[],
  { paths, home, cwd, textOf }: NamingContext,
): Answer | undefined {
  if (command.elsewhere) return undefined;
  const [program, ...all] = command.words;
  const name = programName(program);
  // The options of a program whose operands are modeled may still write, by an abbreviation or one that no row lists.
  const given = command.isModeled ? all.filter(({ pattern }) => /^-./.test(pattern)) : all;
  // The text of a written file that it runs is read like code among its words.
  const words = command.code === undefined || isShell.test(name) ? given : [...given, codeWord(command.code)];
  // Code of a language that is not read whole may put the home directory before a text: `os.getenv("HOME") .. "/.claude"`.
  const addsHome =
    runtimeKind(name) === "other" && words.some(({ isCode, pattern }) => isCode === true && mentionsHome.test(pattern));
  const resolve = (piece: string): readonly Target[] => [
    ...targetsOf(piece, command.directory, home),
    ...(addsHome && piece.startsWith("/") ? [targetAt(`${home}${piece}`)] : []),
  ];
  const meant = (kind: ProtectedKind | undefined): boolean =>
    kind !== undefined && (kind !== "above" || changesFolder(name, all));
  const find = (pieces: readonly string[]): string | undefined =>
    pieces.find((piece) => resolve(piece).some((target) => meant(paths.kindOf(target))));
  const findAnywhere = (pieces: readonly string[]): string | undefined =>
    find(pieces) ?? pieces.find((piece) => meant(paths.kindOf(targetAt(`/${piece.replace(/^(?:\.?\/)+/, "")}`))));
  if (command.isCut === true || words.some((word) => piecesOf(word).length > maxPieces)) {
    return unread(`${name} gets more than can be read`);
  }
  for (const word of words) {
    const isPath = /[./~\\]/.test(word.pattern);
    const whole = isPath && word.target !== null && word.isCode !== true && meant(paths.kindOf(word.target));
    const piece = whole ? word.pattern : find(name === "curl" ? withParts(word, all) : piecesOf(word));
    if (piece === undefined) continue;
    if (
      word.isCode === true &&
      isRead(
        resolve(piece).filter((target) => meant(paths.kindOf(target))),
        effects,
      )
    )
      continue;
    return unsure(`${name} gets the protected path ${piece}, and may change it`);
  }
  const bare = bareName(words, command, { paths, cwd });
  if (bare !== undefined) return unsure(`${name} gets the protected path ${bare} in another folder, and may change it`);
  const revealed = revealedState(command, effects, { paths, home });
  if (revealed !== undefined) return unsure(`${name} ${revealed}, and may read it`);
  const remembered = all.find(
    ({ target, pattern }) => target !== null && paths.kindOf(target) === "state" && !isRead(resolve(pattern), effects),
  );
  if (remembered !== undefined)
    return unsure(`${name} gets ${remembered.pattern}, which Helve remembers, and may read it`);
  const inVariable = find(valuesOf(command));
  if (inVariable !== undefined)
    return unsure(`${name} gets the protected path ${inVariable} by a variable, and may change it`);
  if (command.isModeled) return undefined;
  const inInput = isShell.test(name) ? undefined : stateIn(command.input, resolve, paths);
  if (inInput !== undefined)
    return unsure(`${name} gets ${inInput}, which Helve remembers, in its standard input, and may read it`);
  const listed = find(pathsOfInput(name, command.input));
  if (listed !== undefined)
    return unsure(`${name} gets the protected path ${listed} on its standard input, and may change it`);
  const textOfWord = (path: string): string | undefined =>
    resolve(path)
      .map(textOf)
      .find((text) => text !== undefined);
  const inFile = isShell.test(name) ? undefined : findAnywhere(pathsInFiles(all, textOfWord));
  if (inFile !== undefined)
    return unsure(`${name} gets the protected path ${inFile} from a file that it reads, and may change it`);
  if (command.directory === null) return undefined;
  const directory = targetAt(command.directory);
  const isStart = paths.realPath(directory) === paths.realPath(targetAt(cwd));
  const kind = isStart ? undefined : paths.kindOf(directory);
  return meant(kind) ? unsure(`${name} runs in a protected folder, and may change its files`) : undefined;
}

/** Finds a protected file named without a folder: `cd ~/.config && coverage html -d helve`. */
function bareName(
  words: readonly CommandWord[],
  { directory }: CommandEffect,
  { paths, cwd }: Pick<NamingContext, "paths" | "cwd">,
): string | undefined {
  if (directory === null) return undefined;
  const folder = targetAt(directory === "" ? cwd : directory);
  const isElsewhere = paths.realPath(folder) !== paths.realPath(targetAt(cwd)) || paths.kindOf(folder) === "above";
  if (!isElsewhere) return undefined;
  const names = words.flatMap(({ pattern, isCode }) => {
    const [, name] = isCode === true ? [] : (/^(?:--?[\w-]+=)?([\w-]+)$/.exec(pattern) ?? []);
    return name ?? [];
  });
  return names.find((name) =>
    /^(?:state|settings|program)$/.test(paths.kindOf(targetAt(`${folder.path}/${name}`)) ?? ""),
  );
}

/** The values of a command's environment variables. Even a modeled program may write to a path in one: `GIT_TRACE`, `LESSHISTFILE`. */
function valuesOf({ environment }: CommandEffect): readonly string[] {
  return Object.entries(environment).flatMap(([variable, value]) =>
    value === null || /^(?:HOME|PATH|PWD|OLDPWD)$/.test(variable)
      ? []
      : [value, ...piecesOf({ text: value, pattern: value, target: null })],
  );
}

/**
 * Describes how a program may read Helve's state without a word that names it: it runs in a folder with it, serves the folder, or reads names of its
 * files. A program of unknown meaning may read everything below a folder that it gets.
 */
function revealedState(
  command: CommandEffect,
  effects: readonly Effect[],
  { paths, home }: Pick<NamingContext, "paths" | "home">,
): string | undefined {
  const {
    words: [program, ...words],
    directory,
    inputNames = [],
    isModeled,
  } = command;
  const name = programName(program);
  const place = directory === null ? undefined : targetAt(directory);
  if (place !== undefined && paths.kindOf(place) === "state") return "runs in a folder with what Helve remembers";
  const into = changingFolder.test(name) ? words.find(({ text }) => text === null) : undefined;
  if (into !== undefined && mayEnterProtected(into, place, paths)) return "changes to a folder that may be protected";
  const serves = listens(command, effects);
  // Searches skip hidden folders, but not those above them.
  const readsPlace = serves || (searches.test(name) && place !== undefined && /\/\./.test(paths.realPath(place)));
  if (readsPlace && place !== undefined && paths.mayHoldState(place))
    return "runs in a folder that contains what Helve remembers";
  if (isModeled) return undefined;
  const isBelowHome = place !== undefined && isAtOrAbove(home, paths.realPath(place)) && paths.realPath(place) !== home;
  if (isBelowHome && directory !== "" && paths.mayHoldState(place))
    return "runs in a folder that contains what Helve remembers";
  // The words after a script are its data. The root directory alone is not evidence.
  const own = isShell.test(name) || runtimeKind(name) !== undefined ? wordsUpToScript(words) : words;
  const found = own.find(
    ({ target, isCode, pattern }) =>
      isCode !== true && target?.glob === false && (serves || pattern !== "/") && paths.mayHoldState(target),
  );
  if (found !== undefined) return `gets ${found.pattern}, which contains what Helve remembers`;
  // xargs starts a command with names that are known, which is reported itself.
  const isList = inputNames.some(
    (each) => paths.mayHoldState(each) && !(each.glob && /^(?:xargs|parallel)$/.test(name)),
  );
  return isList ? "gets the names of files that Helve keeps" : undefined;
}

/** Whether a command starts a server. */
function listens({ start, end }: CommandEffect, effects: readonly Effect[]): boolean {
  return effects.some(
    (effect) =>
      effect.kind === "network" && effect.direction === "listen" && effect.start >= start && effect.end <= end,
  );
}

const changingFolder = /^(?:cd|pushd|chdir)$/;

/** Whether an unknown folder may be a protected one. */
function mayEnterProtected(
  { target, pattern }: CommandWord,
  place: Target | undefined,
  paths: ProtectedPaths,
): boolean {
  const below = (start: Target): boolean =>
    paths.mayHoldState({ ...start, path: `${start.path}/**`, glob: true, hidden: true, partial: true });
  if (target !== null) return target.glob && (paths.kindOf(target) !== undefined || below(target));
  return /^[/~]/.test(pattern) ? below(targetAt(pattern)) : place !== undefined && paths.mayHoldState(place);
}

const searches = /^(?:rg|ag|ack|pt|ugrep|ug)$/;

/** The paths on standard input: of a list, or of commands of the program itself. */
function pathsOfInput(name: string, input = ""): readonly string[] {
  if (/^(?:sftp|l?ftp|ncftp|smbclient|cadaver|sqlite3|psql|mysql|gdb|ed|ex)$/.test(name)) return input.split(/[\s"']+/);
  return input.split(/[\n\0]/).flatMap((line) => listedPath(line));
}

/** A path in a text that leads to a file of the state: `.incbin "../../.local/state/helve/record.key"`. */
function stateIn(
  text: string | undefined,
  resolve: (piece: string) => readonly Target[],
  paths: ProtectedPaths,
): string | undefined {
  if (text === undefined || !/helve/.test(text)) return undefined;
  return text
    .slice(0, longestInput)
    .split(inCode)
    .filter((piece) => piece.includes("/") && piece.length <= longestPath)
    .find((piece) => resolve(piece).some((target) => paths.kindOf(target) === "state"));
}

const longestInput = 100_000;

/** Shells: the commands of a script are reported themselves. */
const isShell = /^(?:ba|z|da|k|a|fi)?sh$|^(?:source|\.)$/;

/** Creates a word that is code. */
function codeWord(code: string): CommandWord {
  return { text: code, pattern: code, target: null, isCode: true };
}

/** Whether a program may change all files of a folder. */
function changesFolder(name: string, words: readonly CommandWord[]): boolean {
  if (/^wget2?$/.test(name))
    return words.some(({ pattern }) =>
      /^-\w*[rxmpi]|^--(?:recursive|mirror|force-directories|input-file|content-disposition)/.test(pattern),
    );
  return folderPrograms.test(name) || words.slice(0, 3).some(({ pattern }) => unpacks.test(pattern));
}

/** The word with which a program unpacks an archive: `x`, `-xf`, `extract`. */
const unpacks =
  /^-{0,2}(?:[xX]|x[a-z]*f|extract|extract-all|unpack|unarchive|decompress|restore|untar|unzip|expand|inflate)$/;

const folderPrograms =
  /^(?:g?chmod|g?chown|chgrp|setfacl|chattr|g?mv|mount|umount|bindfs|pivot_root|g?ln|rsync|tar|bsdtar|gtar|unzip|7z\w?|cpio|pax|unar|unrar|rename|setfattr|xattr|chflags|stow|restic|borg|duplicity|kopia|rclone|tarsnap|bup|rdiff-backup|zpaq|aria2c|axel|gdown|yt-dlp|youtube-dl|httrack|gallery-dl)$/;

const mentionsHome = /\bHOME\b|USERPROFILE|homedir|expanduser|\.home\b/;
/** Whether the effects show that a file is only read. */
function isRead(targets: readonly Target[], effects: readonly Effect[]): boolean {
  const read = effects.flatMap((effect) =>
    effect.kind === "read" || effect.kind === "list" ? (effect.target?.path.replace(/^\.\//, "") ?? []) : [],
  );
  const paths = targets.map(({ path }) => path.replace(/^\.\//, ""));
  return paths.every((path) =>
    read.some((each) => each === path || each.startsWith(`${path}/`) || each.endsWith(`/${path}`)),
  );
}
