/** The state that code leaves to later code: the working directory, variables, and the files that it wrote. */
import type { Origin } from "./effects.ts";
import type { LookupMap } from "./layered-map.ts";

/**
 * The state that earlier code leaves to later or surrounding code: a directory, variables, written files. In an
 * `EffectContext` it is the state in which a text starts; in `Effects.after`, the changes that the text made to that state.
 */
export interface ExecutionState {
  /**
   * The working directory, relative to the directory where all began, which is `""`; absolute or with `~` if the code says
   * so; `null` if it is unknown. Paths in effects are relative to where all began, too.
   */
  readonly directory?: string | null | undefined;
  /** Environment variables that code has set. With the name `*` (`otherVariables`), all others are unknown. */
  readonly environment?: ReadonlyMap<string, KnownData> | undefined;
  /** Variables of a shell that are not exported: only later commands of the same shell see them, and no program does. */
  readonly variables?: ReadonlyMap<string, KnownData> | undefined;
  /**
   * The content of files that code has written, by their paths in the form of `Target.path`. A path that ends with `/**` stands
   * for all other files in a directory.
   */
  readonly files?: ReadonlyMap<string, FileData> | undefined;
  /** The targets of symbolic links that code has created, by the paths of the links; `null` if the target is unknown. */
  readonly links?: LookupMap<string | null> | undefined;
  /**
   * Settings of programs that code has changed, by name: `git remote origin` (an address), `git alias st`, `alias ll` and
   * `npm script test` (commands), `function f` (the text of its body), `python f` (a module, function, class or object of a Python
   * session, as JSON), `git config core.hooksPath`, `container db` (one that was started). The value is `null` if it is unknown.
   */
  readonly settings?: ReadonlyMap<string, string | null> | undefined;
}

/** The setting that code leaves if something of it may run on after its end: in the background, at a later time, for as long as files change. */
export const runsOn = "runs on";

/** The name in an environment that stands for all variables that it does not list. */
export const otherVariables = "*";

/** Data with known origins; its text may be known, too. */
export interface KnownData {
  /** Where the data comes from; empty if all of it is literal text of the surrounding code. */
  readonly from: readonly Origin[];
  /** The complete text, if it is known. */
  readonly text?: string | undefined;
}

/** The content of a file, as far as it is known. */
export interface FileData extends KnownData {
  /** All texts that the file may hold, if there are several; `text` is then absent. */
  readonly texts?: readonly string[] | undefined;
  /** Set if the file does not exist, because code has deleted or moved it. */
  readonly missing?: true | undefined;
  /** Set if the content was read from the disk before the code runs: a write of the code to the whole folder replaces it. */
  readonly atStart?: true | undefined;
}

/** The data written to everything in the nearest directory of a path. Directories are looked up among files by their keys. */
export function dataOfDirectory<Data extends FileData>(
  path: string,
  files: { get(key: string): Data | undefined },
): Data | undefined {
  for (
    let end = path.lastIndexOf("/"), steps = 0;
    end > 0 && steps < 32;
    end = path.lastIndexOf("/", end - 1), steps++
  ) {
    const above = files.get(`${path.slice(0, end)}/**`);
    if (above !== undefined) return above;
  }
  return files.get(path.startsWith("/") ? "/**" : "./**");
}

/** The texts that a file may hold; empty if its content is unknown or it does not exist. */
export function textsOfFile(file: FileData | undefined): readonly string[] {
  if (file === undefined || file.missing === true) return [];
  return file.text === undefined ? (file.texts ?? []) : [file.text];
}
