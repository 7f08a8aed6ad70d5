/** Records which files a session itself created. Deleting them loses nothing. */
import type { Effect, MoveEffect, Target, WriteEffect } from "@helve/effects";
import { escapeGlob, fileKey, globsOverlap } from "@helve/effects";
import type { Base } from "./path-location.ts";

/** The status of a path: it was created, it existed before, something that existed was moved there, or it was deleted. */
type Status = "created" | "existing" | "moved" | "gone";

/** A path with wildcards. */
interface Wildcards {
  readonly glob: string;
  /** Whether they match names that begin with a dot. */
  readonly hidden: boolean;
}

/** The statuses of paths, as JSON. */
export interface CreatedFilesSnapshot {
  readonly statuses: readonly (readonly [string, Status])[];
  readonly isForgetful: boolean;
  /** The wildcards of deletions, if there are any: every file that matches was deleted. */
  readonly emptied?: readonly Wildcards[];
}

/** When so many paths are known, no further ones are added, and only programs that fail on existing files create files. */
const maxPaths = 20_000;

/**
 * The files and directories that certainly did not exist before the session, or no longer exist. A path counts as created
 *
 * - if a program creates it that fails if it exists (`mkdir` without `-p`, `git clone`);
 * - if a file is written completely from data (`> a`, `open("a", "w")`), is compiled or converted from other files, or is a copy whose name
 *   says that it is a file and not a directory, and nothing has read, listed, changed or touched it before;
 * - if it is written after it was deleted;
 * - if it is in a directory that was created, unless a file was moved into that directory;
 * - if it matches the wildcards of an earlier deletion (`rm out/*.csv`), unless a file was moved or copied to such a path.
 *
 * Another file that is copied, or one that is moved, appended to or touched existed before, as far as is known. Copies and moves over a file count as
 * changes of it.
 */
export class CreatedFiles {
  readonly #base: Base;
  readonly #below: CreatedFiles | undefined;
  readonly #statuses: Map<string, Status> = new Map();
  #emptied: readonly Wildcards[];
  #isForgetful = false;

  /** @param below - further paths, which stay unchanged */
  constructor(base: Base, below?: CreatedFiles) {
    this.#base = base;
    this.#below = below;
    this.#emptied = below === undefined ? [] : below.#emptied;
  }

  /** Returns the statuses as JSON; without the paths below. */
  snapshot(): CreatedFilesSnapshot {
    const snapshot = { statuses: [...this.#statuses], isForgetful: this.#isForgetful };
    return this.#emptied.length === 0 ? snapshot : { ...snapshot, emptied: this.#emptied };
  }

  /** Adds what a snapshot knows. */
  restore({ statuses, isForgetful, emptied = [] }: CreatedFilesSnapshot): void {
    this.#emptied = [...this.#emptied, ...emptied];
    for (const [key, status] of statuses) this.#statuses.set(key, status);
    this.#isForgetful ||= isForgetful;
  }

  /** Counts no file as created that is known so far, and from now on only those that a program creates which fails on existing ones. */
  forgetAll(): void {
    this.#statuses.clear();
    this.#emptied = [];
    this.#isForgetful = true;
  }

  /**
   * Whether everything that a target names was created, or was deleted before and is not there again.
   *
   * @param isThere - whether a path is known to exist now
   */
  has({ path, glob, hidden }: Target, isThere: (path: string) => boolean = () => false): boolean {
    const directory = glob ? literalDirectory(path) : path;
    if (directory !== undefined) {
      const key = fileKey(directory, this.#base);
      if (this.#isCreated(key)) return true;
      if (isThere(directory)) return false;
      if (this.#isGone(key)) return true;
    }
    const key = fileKey(path, this.#base);
    if (glob) return this.#emptied.some((each) => each.glob === key && (each.hidden || !hidden));
    return this.#status(key) !== "existing" && this.#emptied.some((each) => overlap(each, literalGlob(key)) === true);
  }

  /** Whether something that existed before the session was moved to a path, into it, or to a directory that contains it. */
  holdsMoved(key: string): boolean {
    const isMoved = [key, ...directoriesOf(key)].some((each) => this.#status(each) === "moved");
    return isMoved || this.#hasMovedBelow(`${key}/`);
  }

  #hasMovedBelow(folder: string): boolean {
    for (const [path, status] of this.#statuses) if (status === "moved" && path.startsWith(folder)) return true;
    const below = this.#below;
    if (below === undefined) return false;
    return below.#hasMovedBelow(folder);
  }

  /** Adds what an effect shows. @param isCertain - whether the step succeeded; a step that failed has created nothing for certain */
  add(effect: Effect, isCertain: boolean): void {
    const happens = isCertain && effect.certainty === "certain";
    switch (effect.kind) {
      case "write":
        this.#addWrite(effect, happens);
        break;
      case "move":
        this.#addMove(effect, happens);
        break;
      case "read":
      case "list":
      case "destroy":
      case "permission":
        this.#addExisting(effect.target);
        break;
      case "delete":
        if (!happens || effect.target === null) break;
        if (effect.target.glob) this.#addEmptied(effect.target);
        else this.#addDeletion(effect.target);
    }
  }

  #addWrite(effect: WriteEffect, happens: boolean): void {
    const { target, recursive, isNew = false } = effect;
    if (isCopy(effect)) this.#addForeignFiles(target, recursive);
    if (target === null || target.glob) return;
    const key = fileKey(target.path, this.#base);
    const status = this.#status(key);
    if (status === "created") return;
    const isUnseen = status === undefined && !this.#forgets();
    const isWhole = effect.mode === "replace" && !recursive && (!isCopy(effect) || isFileCopy(effect)) && isUnseen;
    const isCreated = happens && (isNew || isWhole || (status === "gone" && !isCopy(effect)));
    if (isCreated && directoriesOf(key).length < maxDepth) this.#setKey(key, "created");
    else if (status === "gone") this.#setKey(key, "existing");
    else this.#addExisting(target);
  }

  #addMove({ target, to }: MoveEffect, happens: boolean): void {
    const isOwn = target !== null && this.has(target);
    if (!isOwn) this.#addForeignFiles(to, true);
    if (to !== null && !to.glob) {
      if (!isOwn) this.#addForeignContent(fileKey(to.path, this.#base));
      const isKnown = this.#status(fileKey(to.path, this.#base)) !== undefined;
      if (!isOwn) this.#set(to.path, "moved");
      else if (!isKnown) this.#set(to.path, "existing");
    }
    if (happens && target?.glob === false) this.#addDeletion(target);
  }

  #addEmptied({ path, partial, hidden }: Target): void {
    const glob = fileKey(path, this.#base);
    if (!partial && !this.#forgets() && this.#emptied.length < maxWildcards)
      this.#emptied = [...this.#emptied, { glob, hidden }];
  }

  /** Paths and wildcards where files may be that existed before no longer count as deleted. */
  #addForeignFiles(target: Target | null, recursive: boolean): void {
    const added = target === null ? undefined : this.#globsOf(target, recursive);
    const isFree = (each: Wildcards): boolean => added?.every((glob) => overlap(each, glob) === false) ?? false;
    if (this.#emptied.length > 0) this.#emptied = this.#emptied.filter(isFree);
    // The path itself gets a status of its own.
    if (target?.glob !== false || recursive)
      for (const key of this.#deleted()) if (!isFree(literalGlob(key))) this.#setKey(key, "existing");
  }

  /** The wildcards for a target, and for everything in it. */
  #globsOf({ path, glob, hidden }: Target, recursive: boolean): readonly Wildcards[] {
    const key = fileKey(path, this.#base);
    const own = glob ? { glob: key, hidden } : literalGlob(key);
    return recursive ? [own, { glob: own.glob === "" ? "**" : `${own.glob}/**`, hidden: true }] : [own];
  }

  /** The paths that were deleted. */
  #deleted(): readonly string[] {
    const own = [...this.#statuses].flatMap(([key, status]) => (status === "gone" ? [key] : []));
    const below = this.#below;
    return below === undefined ? own : [...own, ...below.#deleted().filter((key) => !this.#statuses.has(key))];
  }

  /** A created path that is deleted stays created: a later file at this path is new, too. */
  #addDeletion({ path }: Target): void {
    if (this.#status(fileKey(path, this.#base)) !== "created") this.#set(path, "gone");
  }

  /** A directory that gets a file that existed before is no longer only created. */
  #addForeignContent(key: string): void {
    for (const each of [key, ...directoriesOf(key)]) if (this.#status(each) === "created") this.#setKey(each, "moved");
  }

  #addExisting(target: Target | null): void {
    if (target === null || target.glob) return;
    const key = fileKey(target.path, this.#base);
    if (this.#status(key) === undefined && !this.#isCreated(key)) this.#setKey(key, "existing");
  }

  #isCreated(key: string): boolean {
    return this.#statusOrAbove(key) === "created";
  }

  #isGone(key: string): boolean {
    return this.#statusOrAbove(key) === "gone" && !this.#forgets();
  }

  /** The status of a path, or of the nearest directory that has one. */
  #statusOrAbove(key: string): Status | undefined {
    const own = this.#status(key);
    if (own !== undefined) return own;
    const directories = directoriesOf(key);
    const known = directories.length === maxDepth ? undefined : directories.find((each) => this.#status(each));
    return known === undefined ? undefined : this.#status(known);
  }

  #forgets(): boolean {
    const below = this.#below;
    if (this.#isForgetful || below === undefined) return this.#isForgetful;
    return below.#forgets();
  }

  #status(key: string): Status | undefined {
    const own = this.#statuses.get(key);
    return own === undefined && this.#below !== undefined ? this.#below.#status(key) : own;
  }

  #set(path: string, status: Status): void {
    this.#setKey(fileKey(path, this.#base), status);
  }

  #setKey(key: string, status: Status): void {
    if (this.#statuses.size >= maxPaths && !this.#statuses.has(key)) this.#isForgetful = true;
    else this.#statuses.set(key, status);
  }
}

/** The most wildcards that are kept. */
const maxWildcards = 100;

/** Returns a glob that matches exactly one path. */
function literalGlob(key: string): Wildcards {
  return { glob: key.split("/").map(escapeGlob).join("/"), hidden: true };
}

/** Whether two globs can match the same path. */
function overlap(a: Wildcards, b: Wildcards): ReturnType<typeof globsOverlap> {
  return globsOverlap({ parts: a.glob.split("/"), hidden: a.hidden }, { parts: b.glob.split("/"), hidden: b.hidden });
}

/** Whether a write copies a file: `cp a b`. A redirect (`sort a > b`) writes new data, though it comes from files, too. */
function isCopy({ by, from }: WriteEffect): boolean {
  return by !== ">" && from.some(({ kind }) => kind === "file");
}

/** Whether what is written can only be a file, and not a copy in a directory of this name: `cp a.csv b.csv`, `gcc -o app main.c`. */
function isFileCopy({ by, target, from }: WriteEffect): boolean {
  if (target === null) return false;
  const { path } = target;
  if (!copiers.test(by))
    return compilers.test(by) || (by === "go" && path.includes("/")) || endingOf(path) !== undefined;
  const [only, other] = from;
  if (only?.kind !== "file" || other !== undefined || only.target === null || only.target.glob) return false;
  const ending = endingOf(only.target.path);
  return ending !== undefined && ending === endingOf(path.replace(/\.(?:bak|old|orig|backup)$/i, ""));
}

/** Programs and functions that put a copy into a directory if there is one of that name. */
const copiers =
  /^(?:g?cp|g?install|g?ln|g?mv|rsync|scp|sftp|ditto|pax|cpio|x?copy|robocopy|rclone|aws|gsutil|gcloud|mc|s3cmd|s5cmd|docker|podman|kubectl|oc|shutil\..*|.*copy.*|Move-Item|fs\..*|fse\..*)$/i;

/** Compilers, whose output is never put into a directory of its name. */
const compilers = /^(?:gcc|g\+\+|clang|clang\+\+|cc|c\+\+|rustc|ghc|gfortran)$/;

/** The ending of a file's name, of those that directories hardly ever have. */
function endingOf(path: string): string | undefined {
  const [, ending = ""] = /[^/.]\.([A-Za-z]\w{0,5})$/.exec(path) ?? [];
  return ending === "" || /^(?:d|x|app|git|bundle|framework|lproj|egg|local|com|org|net|io|dev)$/i.test(ending)
    ? undefined
    : ending;
}

/** The directories that contain a path, the nearest first; for a path that is too deep, only the outermost ones. */
function directoriesOf(key: string): readonly string[] {
  const directories: string[] = [];
  for (let end = key.indexOf("/", 1); end > 0 && directories.length < maxDepth; end = key.indexOf("/", end + 1))
    directories.push(key.slice(0, end));
  return directories.reverse();
}

/** A path in so many directories never counts as created. */
const maxDepth = 100;

/** The directory before the first wildcard of a glob; `undefined` if it has wildcards in its first part. */
function literalDirectory(glob: string): string | undefined {
  const parts = glob.split("/");
  const first = parts.findIndex((part) => /[*?[\\]/.test(part));
  return first <= 0 ? undefined : parts.slice(0, first).join("/");
}
