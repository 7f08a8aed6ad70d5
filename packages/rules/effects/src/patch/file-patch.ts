/** Parses a unified diff or a git patch to the changes of each file. */

/** The change of one file in a patch. */
export interface FilePatch {
  /** `create` fails if the file exists; `replace` overwrites it. */
  readonly change: "create" | "replace" | "update" | "delete" | "copy";
  readonly path: string;
  /** The new path of a file that is moved or copied. */
  readonly movedTo?: string;
  /** Where the line that names the file starts in the text, and where it ends. */
  readonly start: number;
  readonly end: number;
  readonly hunks: readonly Hunk[];
  /** The whole content of a new file. */
  readonly added?: string;
  /** Whether the new file is a symbolic link, whose content is its target. */
  readonly isLink?: boolean;
  /** The new mode of the file: `100755`. */
  readonly mode?: string;
}

/** A part of a file that changes: lines that are replaced by others. */
export interface Hunk {
  readonly old: readonly string[];
  readonly new: readonly string[];
}

/** The files of a patch. */
export interface ParsedPatch {
  readonly files: readonly FilePatch[];
  /** The first part that could not be read. */
  readonly problem?: { readonly reason: string; readonly start: number; readonly end: number };
}
