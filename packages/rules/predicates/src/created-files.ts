import type { Effect, MoveEffect, Target, WriteEffect } from "@helve/effects";
import { fileKey } from "@helve/effects";
import type { Base } from "./path-location.ts";

/** What is known of a path: it was created, it existed before, something that existed was moved there, or it was deleted. */
type Status = "created" | "existing" | "moved" | "gone";

/** What is known of paths, as JSON. */
export interface CreatedFilesSnapshot {
  readonly statuses: readonly (readonly [string, Status])[];
  readonly isForgetful: boolean;
}

/** When so many paths are known, no further ones are added, and only programs that fail on existing files create files. */
const maxPaths = 20_000;

/**
 * The files and directories that certainly did not exist before the session. A path counts as created
 *
 * - if a program creates it that fails if it exists (`mkdir` without `-p`, `git clone`);
 * - if a file is written completely from data (`> a`, `open("a", "w")`), and nothing has read, listed, changed or touched it before;
 * - if it is written after it was deleted;
 * - if it is in a directory that was created, unless a file was moved into that directory.
 *
 * A file that is copied, moved, appended to or touched existed before, as far as is known. Copies and moves over a file count as
 * changes of it.
 */
export class CreatedFiles {
  readonly #base: Base;
  readonly #below: CreatedFiles | undefined;
  readonly #statuses: Map<string, Status> = new Map();
  #isForgetful = false;

  /** @param below - further paths, which stay unchanged */
  constructor(base: Base, below?: CreatedFiles) {
    this.#base = base;
    this.#below = below;
  }

  /** What is known, as JSON; without the paths below. */
  snapshot(): CreatedFilesSnapshot {
    return { statuses: [...this.#statuses], isForgetful: this.#isForgetful };
  }

  /** Adds what a snapshot knows. */
  restore({ statuses, isForgetful }: CreatedFilesSnapshot): void {
    for (const [key, status] of statuses) this.#statuses.set(key, status);
    this.#isForgetful ||= isForgetful;
  }

  /** Counts no file as created that is known so far, and from now on only those that a program creates which fails on existing ones. */
  forgetAll(): void {
    this.#statuses.clear();
    this.#isForgetful = true;
  }

  /** Whether everything that a target names was created. */
  has({ path, glob }: Target): boolean {
    const directory = glob ? literalDirectory(path) : path;
    return directory !== undefined && this.#isCreated(fileKey(directory, this.#base));
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
        if (happens && effect.target?.glob === false) this.#addDeletion(effect.target);
    }
  }

  #addWrite(effect: WriteEffect, happens: boolean): void {
    const { target, recursive, isNew = false } = effect;
    if (target === null || target.glob) return;
    const key = fileKey(target.path, this.#base);
    const status = this.#status(key);
    if (status === "created") return;
    const isUnseen = status === undefined && !this.#forgets();
    const isWhole = effect.mode === "replace" && !recursive && !isCopy(effect) && isUnseen;
    const isCreated = happens && (isNew || isWhole || (status === "gone" && !isCopy(effect)));
    if (isCreated && directoriesOf(key).length < maxDepth) this.#setKey(key, "created");
    else this.#addExisting(target);
  }

  #addMove({ target, to }: MoveEffect, happens: boolean): void {
    const isOwn = target !== null && this.has(target);
    if (to !== null && !to.glob) {
      if (!isOwn) this.#addForeignContent(fileKey(to.path, this.#base));
      const isKnown = this.#status(fileKey(to.path, this.#base)) !== undefined;
      if (!isOwn) this.#set(to.path, "moved");
      else if (!isKnown) this.#set(to.path, "existing");
    }
    if (happens && target?.glob === false) this.#addDeletion(target);
  }

  /** A created path that is deleted stays created: whatever has it later is new, too. */
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
    const own = this.#status(key);
    if (own !== undefined) return own === "created";
    const directories = directoriesOf(key);
    if (directories.length === maxDepth) return false;
    for (const directory of directories) {
      const status = this.#status(directory);
      if (status !== undefined) return status === "created";
    }
    return false;
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

/** Whether a write copies a file: `cp a b`. A redirect (`sort a > b`) writes new data, though it comes from files, too. */
function isCopy({ by, from }: WriteEffect): boolean {
  return by !== ">" && from.some(({ kind }) => kind === "file");
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
