import { parsePatch, type StructuredPatch } from "diff";
import type { FilePatch, ParsedPatch } from "./file-patch.ts";
import { lineEnd, type PatchLine } from "./patch-lines.ts";

/**
 * Parses a unified diff, also with the extended headers of git: renames, copies, modes. Text between the files is ignored. If a part of the
 * diff can't be read, none of it is.
 */
export function parseUnifiedDiff(lines: readonly PatchLine[]): ParsedPatch {
  const [first = { text: "", start: 0 }] = lines;
  const unread = (reason: string, line = first) => ({ reason, start: line.start, end: lineEnd(line) });
  let patches: readonly StructuredPatch[];
  try {
    patches = parsePatch(lines.map(({ text }) => text).join("\n")).filter(isFile);
  } catch (error) {
    return { files: [], problem: unread(`the patch can't be read: ${(error as Error).message}`) };
  }
  const headers = headerLines(lines, patches);
  const files: FilePatch[] = [];
  const combined = lines.find(({ text }) => text.startsWith("@@@ "));
  let problem = combined && unread("the patch has a hunk with several parents, which is not read", combined);
  for (const [index, patch] of patches.entries()) {
    const line = headers[index] ?? first;
    const file = filePatch(patch, line);
    if (file !== undefined) files.push(file);
    else problem ??= unread("the patch does not name the file that it changes", line);
  }
  if (files.length === 0) problem ??= unread("the text is not a patch that can be read");
  return { files, problem };
}

/** Whether a part of a patch changes a file. */
function isFile({ hunks, isGit, oldFileName }: StructuredPatch): boolean {
  return hunks.length > 0 || isGit === true || oldFileName !== undefined;
}

/** Returns, for each file of a diff, the line that names it. */
function headerLines(
  lines: readonly PatchLine[],
  patches: readonly StructuredPatch[],
): readonly (PatchLine | undefined)[] {
  let next = 0;
  const nextLine = (prefix: string): PatchLine | undefined => {
    while (next < lines.length && !lines[next]?.text.startsWith(prefix)) next += 1;
    return lines[next++];
  };
  return patches.map(({ hunks, oldHeader }) => {
    const line = nextLine(oldHeader === undefined ? "diff --git " : "--- ");
    for (const hunk of hunks) {
      nextLine("@@ -");
      next += hunk.lines.length;
    }
    return line;
  });
}

/** Converts the change of one file in a unified diff; undefined if it names no file. */
function filePatch(patch: StructuredPatch, line: PatchLine): FilePatch | undefined {
  const { oldFileName, newFileName, isCreate, isDelete, isRename, isCopy, newMode } = patch;
  const [old, next] = [pathOf(oldFileName), pathOf(newFileName)];
  const path = old ?? next;
  if (path === null || path === undefined) return undefined;
  const hunks = patch.hunks.map(({ lines }) => ({ old: linesWith("-", lines), new: linesWith("+", lines) }));
  const common = {
    start: line.start,
    end: lineEnd(line),
    hunks,
    isLink: newMode?.startsWith("12") === true ? true : undefined,
    mode: isCreate === true ? undefined : newMode,
  };
  if (next === null || isDelete === true) return { ...common, change: "delete", path };
  if (old === null || isCreate === true) {
    const added = hunks.flatMap((hunk) => hunk.new.map((each) => `${each}\n`)).join("");
    return { ...common, change: "create", path: next ?? path, added };
  }
  const movedTo = next !== undefined && next !== path ? next : undefined;
  if (isRename === true || isCopy === true) {
    return movedTo === undefined
      ? undefined
      : { ...common, change: isCopy === true ? "copy" : "update", path, movedTo };
  }
  if (movedTo !== undefined && /\.orig$|~$/.test(path)) return { ...common, change: "update", path: movedTo };
  return { ...common, change: "update", path, movedTo };
}

/** The path in a header without the prefix `a/` or `b/`; `null` for `/dev/null`. */
function pathOf(name: string | undefined): string | null | undefined {
  if (name === "/dev/null") return null;
  return name === "" ? undefined : name?.replace(/^[ab]\//, "");
}

/** Returns the lines of a hunk on one side: context and removed, or context and added. */
function linesWith(sign: "-" | "+", lines: readonly string[]): readonly string[] {
  return lines.filter((line) => line === "" || line[0] === " " || line[0] === sign).map((line) => line.slice(1));
}
