/** The paths that guard an agent: rules, policies, settings of clients, what Helve remembers, and the programs that decide. */
import { existsSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { globsOverlap, hasWildcard, joinPath, type Target } from "@helve/effects";
import { guardedNames } from "./clients.ts";
import {
  managedFiles,
  movedFiles,
  projectFiles,
  projectFolders,
  stateFiles,
  userFiles,
  userFolders,
} from "./kept-files.ts";
import type { KeptPlaces } from "./kept-places.ts";
import { isAtOrAbove } from "./words.ts";

/**
 * The relation of a path to the protected ones.
 *
 * - `program`: it is a file of Helve, or Node
 * - `state`: it is in the folder of what Helve remembers
 * - `settings`: it is a rule file, a policy, a setting of a client, or in a folder of these
 * - `linked`: it is another name of such a file: a hard link
 * - `above`: it is a folder of the user that contains such paths: `~/.config`
 */
export type ProtectedKind = "program" | "state" | "settings" | "linked" | "above";

/** Finds what a path means for the guard. */
export interface ProtectedPaths {
  /** Files and folders (with a slash at the end) that must not be written, absolute or beginning with `~/`. */
  readonly kept: readonly string[];
  /** The folder of the program that clients call, with a slash at the end. */
  readonly program: string;
  /** Helve, its runtime and the clients as the output of `which` is read. */
  readonly programs: readonly string[];
  /** Folders in which Helve may be installed. */
  readonly installed: readonly string[];
  /** @param target - as an effect has it; relative paths begin in the working directory of the session */
  kindOf(target: Target): ProtectedKind | undefined;
  /** Whether wildcards match a protected file, also where no part of them says so: `*.json`. */
  isMatched(target: Target): boolean;
  /** Whether an absolute path without wildcards is in `kept`, as `kept` has it or behind the symbolic links of the disk. */
  isKept(path: string): boolean;
  /** Whether a path without wildcards leads to a protected file by a link of the disk: `/tmp/l/settings.json`. */
  isKeptBehindLink(target: Target): boolean;
  /** Whether a path without wildcards is the one of a protected file in other letters: `.CLAUDE/settings.json`. */
  isKeptInOtherLetters(target: Target): boolean;
  /** Whether a file is in the project of the session, but not among the programs of its packages. */
  isInProject(target: Target): boolean;
  /** Whether what Helve remembers may be among files: in a folder above it, or by wildcards such as `~/.local/**`. */
  mayHoldState(target: Target): boolean;
  /** The absolute path of a target without wildcards, behind the symbolic links of the disk. */
  realPath(target: Target): string;
}

/** The protected paths of a session. */
export function protectedPaths(places: KeptPlaces): ProtectedPaths {
  const { cwd, current = cwd, home, state, program, environment = {} } = places;
  const folders = [...new Set([...foldersUpwards(cwd), ...foldersUpwards(current)])];
  const inEach = (paths: readonly string[]): readonly string[] =>
    folders.flatMap((folder) => paths.map((path) => `${folder === "/" ? "" : folder}/${path}`));
  const programs = programsOnPath(environment["PATH"]);
  const kept = [
    ...inEach(projectFiles),
    ...userFiles,
    ...movedFiles(environment),
    ...managedFiles,
    `${state}/`,
    program,
    // `helve mcp guard` loads a package that is installed beside Helve.
    ...foldersUpwards(program).map((folder) => `${folder}/node_modules/@helve/`),
    process.execPath,
    ...programs,
    ...namesOnPath(environment["PATH"], home),
  ];
  const absolute = (path: string): string => (/^~(?:\/|$)/.test(path) ? join(home, path.slice(1)) : path);
  const keptFiles = kept.map(absolute);
  const folderOf = (path: string): string => path.replace(/\/[^/]*$/, "");
  const ruleFolders = inEach(["helve"]).filter((folder) =>
    ["rules.agentspec", "policy.json"].some((name) => existsSync(`${folder}/${name}`)),
  );
  const installed = inEach(["node_modules/helve/"]);
  const groups: readonly (readonly [ProtectedKind, readonly string[]])[] = [
    ["program", [program, process.execPath, ...installed]],
    ["state", [`${state}/`, realPathOf(state), ...stateFiles.map((name) => join(state, name))]],
    [
      "settings",
      [
        ...kept,
        ...inEach(projectFolders),
        ...userFolders,
        ...ruleFolders,
        ...[...programs, process.execPath].map(folderOf),
      ].map(absolute),
    ],
  ];
  // Another spelling is the same file on many disks, also on some of Linux.
  const fold = (path: string): string => path.toLowerCase();
  const entries = groups.flatMap(([kind, paths]) =>
    paths.map((path): Entry => ({ kind, ...fileOrFolder(fold(path)) })),
  );
  const parents = new Set(
    [...userFiles.map(absolute), `${state}/`].flatMap((path) => foldersBetween(fold(path), fold(home))),
  );
  const pathOf = ({ path }: Target): string => absolute(joinPath(cwd, path) ?? path);
  const known = new Map<string, string>();
  const real = (target: Target): string => {
    const path = pathOf(target);
    const found = known.get(path) ?? realPathOf(path);
    known.set(path, found);
    return found;
  };
  let keptFilesAndFolders: readonly FileOrFolder[] | undefined;
  const isKept = (path: string): boolean => {
    keptFilesAndFolders ??= keptFiles
      .map(fileOrFolder)
      .flatMap((kept) => [kept, { ...kept, path: realPathOf(kept.path) }]);
    return keptFilesAndFolders.some((each) => isInside(path, each));
  };
  return {
    kept,
    isKept,
    program,
    programs: guardedNames.map((name) => join("/usr/bin", name)),
    installed,
    realPath: real,
    isKeptBehindLink(target) {
      const path = real(target);
      return !target.glob && path !== pathOf(target) && isKept(path);
    },
    isKeptInOtherLetters(target) {
      const path = pathOf(target);
      return !target.glob && !isKept(path) && keptFiles.some((kept) => isInside(fold(path), fileOrFolder(fold(kept))));
    },
    isInProject: (target) =>
      isAtOrAbove(cwd, pathOf(target)) && cwd !== home && !/\/node_modules\/\.bin\//.test(pathOf(target)),
    isMatched(target) {
      const path = fold(pathOf(target));
      return target.glob && hasWildcard(path) && entries.some((entry) => overlaps({ ...target, path }, entry));
    },
    mayHoldState(target) {
      const { glob, hidden } = target;
      if (!glob) return [pathOf(target), real(target)].some((path) => isAtOrAbove(fold(path), fold(state)));
      const parts = fold(pathOf(target)).split("/");
      const above = parts.slice(0, parts.findIndex(hasWildcard)).join("/");
      // Text that code appends to a path may contain slashes: `home + name`.
      const [, known = "/"] = /^([^*?[\\]*)\*$/.exec(fold(pathOf(target))) ?? [];
      if (target.partial && known !== "/" && fold(state).startsWith(known)) return true;
      return stateFiles.some((name) => {
        const file = fold(join(state, name));
        const others = { parts: file.slice(1).split("/"), hidden: true };
        return file.startsWith(`${above}/`) && globsOverlap({ parts: parts.slice(1), hidden }, others) !== false;
      });
    },
    kindOf(target) {
      const path = fold(pathOf(target));
      if (target.glob && hasWildcard(path)) {
        return entries.find((entry) => isTelling({ ...target, path }, entry) && overlaps({ ...target, path }, entry))
          ?.kind;
      }
      const candidates = new Set([path, fold(real(target))]);
      if ([...candidates].some((each) => installedHelve.test(each))) return "program";
      const found = entries.find((entry) => [...candidates].some((each) => isInside(each, entry)));
      if (found === undefined && isLinked(real(target), keptFiles)) return "linked";
      return found?.kind ?? ([...candidates].some((each) => parents.has(each)) ? "above" : undefined);
    },
  };
}

/** Helve where a package manager has installed it, also for another project. */
const installedHelve = /\/(?:node_modules\/helve|helve\/dist)(?:\/|$)/;

/** Lists the links to Helve in the folders of `PATH`. */
function programsOnPath(path = ""): readonly string[] {
  return foldersOfPath(path)
    .map((folder) => join(folder, "helve"))
    .filter((file) => existsSync(file));
}

/** Lists names of Helve and the clients in user folders of `PATH`, where a file would replace them. */
function namesOnPath(path = "", home: string): readonly string[] {
  return foldersOfPath(path)
    .filter((folder) => folder.startsWith(`${home}/`) && !folder.includes("/node_modules/"))
    .flatMap((folder) => guardedNames.map((name) => join(folder, name)));
}

/** Returns the absolute folders in a `PATH`. */
function foldersOfPath(path: string): readonly string[] {
  return [...new Set(path.split(":"))].filter((folder) => folder.startsWith("/"));
}

/** Lists a folder and all folders above it. */
function foldersUpwards(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersUpwards(parent)];
}

/** The folders of a path from just inside of `outer`, and `outer` itself; empty for a path outside of `outer`. */
function foldersBetween(path: string, outer: string): readonly string[] {
  const folders = foldersUpwards(dirname(path.replace(/\/$/, "")));
  return folders.includes(outer) ? folders.slice(0, folders.indexOf(outer) + 1) : [];
}

interface FileOrFolder {
  readonly path: string;
  readonly isFolder: boolean;
}

interface Entry extends FileOrFolder {
  readonly kind: ProtectedKind;
}

/** A file, or a folder if its path ends with a slash. */
function fileOrFolder(path: string): FileOrFolder {
  return { path: path.replace(/(?<=.)\/$/, ""), isFolder: path.endsWith("/") };
}

function isInside(path: string, outer: FileOrFolder): boolean {
  return path === outer.path || (outer.isFolder && path.startsWith(`${outer.path}/`));
}

/** Whether a part of a glob says that it names a protected path: `*` and `src/**` may name nearly everything. */
function isTelling({ path: glob, hidden }: Target, { path, isFolder, kind }: Entry): boolean {
  const own = path.split("/").slice(1);
  const telling = own.filter(
    (name, index) =>
      /^\.|helve|claude|codex|copilot|cursor|gemini|opencode|agentspec/i.test(name) ||
      (kind === "state" && !isFolder && index === own.length - 1),
  );
  return glob
    .split("/")
    .some(
      (part) =>
        /\w/.test(part) &&
        telling.some((name) => globsOverlap({ parts: [part], hidden }, { parts: [name], hidden }) === true),
    );
}

/** Whether a glob may match a protected path. */
function overlaps({ path: glob, hidden }: Target, { path, isFolder }: Entry): boolean {
  const target = { parts: glob.split("/").slice(1), hidden };
  const own = path.split("/").slice(1);
  if (globsOverlap(target, { parts: own, hidden: true }) !== false) return true;
  return isFolder && globsOverlap(target, { parts: [...own, "**"], hidden: true }) !== false;
}

/** Whether a path is a hard link to one of the files. */
function isLinked(path: string, files: readonly string[]): boolean {
  const found = fileStats(path);
  if (found === undefined || !found.isFile() || found.nlink < 2) return false;
  return files.some((file) => {
    const other = file.endsWith("/") ? undefined : fileStats(file);
    return other !== undefined && other.ino === found.ino && other.dev === found.dev;
  });
}

/** The status of a file; `undefined` if no program can open it, for example because its name is too long. */
function fileStats(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Resolves symbolic links in a path, as far as it exists. */
function realPathOf(path: string): string {
  if (!isAbsolute(path)) return path;
  for (let existing = path; ; existing = dirname(existing)) {
    try {
      return existing === "/" ? path : realpathSync(existing) + path.slice(existing.length);
    } catch {
      if (dirname(existing) === existing) return path;
    }
  }
}
