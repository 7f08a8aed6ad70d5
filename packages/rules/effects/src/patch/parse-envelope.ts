import type { FilePatch, Hunk, ParsedPatch } from "./file-patch.ts";
import { lineEnd, type PatchLine } from "./patch-lines.ts";

/**
 * Parses the format that begins with `*** Begin Patch`: files that are added, updated (and moved) or deleted. Lines before it and after
 * `*** End Patch` are ignored, except a second patch.
 */
export function parseEnvelope(lines: readonly PatchLine[]): ParsedPatch {
  const files: FilePatch[] = [];
  let problem: ParsedPatch["problem"];
  let isInside = false;
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    if (line === undefined) break;
    const text = line.text.trim();
    at += 1;
    if (text === "*** Begin Patch") isInside = true;
    else if (text === "*** End Patch") isInside = false;
    if (!isInside || text === "" || text === "*** Begin Patch") continue;
    const [, verb = "", path = ""] = /^\*\*\* (Add|Update|Delete) File: (.+)$/.exec(text) ?? [];
    if (path === "") {
      const reason = `the patch has a line that belongs to no file: ${text.slice(0, 60)}`;
      problem ??= { reason, start: line.start, end: lineEnd(line) };
      continue;
    }
    const bodyStart = at;
    while (at < lines.length && !isHeader(lines[at]?.text ?? "")) at += 1;
    const body = lines.slice(bodyStart, at);
    files.push({ ...fileOf(verb, body), path: path.trim(), start: line.start, end: lineEnd(line) });
  }
  if (files.length === 0 && lines[0] !== undefined) {
    problem ??= { reason: "the patch changes no file", start: 0, end: lineEnd(lines[0]) };
  }
  return { files, problem };
}

/** Whether a line ends the lines of a file. */
function isHeader(text: string): boolean {
  return /^\s*\*\*\* (?:(?:Add|Update|Delete) File: .|(?:Begin|End) Patch\s*$)/.test(text);
}

/** Creates the change of one file. */
function fileOf(verb: string, body: readonly PatchLine[]): Pick<FilePatch, "change" | "movedTo" | "hunks" | "added"> {
  if (verb === "Delete") return { change: "delete", hunks: [] };
  if (verb === "Add") {
    const added = body.map(({ text }) => `${text.replace(/^\+/, "")}\n`).join("");
    return { change: "replace", hunks: [], added };
  }
  const [, movedTo] = /^\s*\*\*\* Move to: (.+)$/.exec(body[0]?.text ?? "") ?? [];
  const hunks = hunksOf(movedTo === undefined ? body : body.slice(1));
  return { change: "update", hunks, movedTo: movedTo?.trim() };
}

/** The hunks of an updated file; `@@` and `*** End of File` separate them. */
function hunksOf(body: readonly PatchLine[]): readonly Hunk[] {
  const hunks: { old: string[]; new: string[] }[] = [{ old: [], new: [] }];
  for (const { text } of body) {
    const hunk = hunks.at(-1);
    if (hunk === undefined || text.startsWith("@@") || text.startsWith("***")) {
      hunks.push({ old: [], new: [] });
      continue;
    }
    const line = text.slice(1);
    if (!text.startsWith("+")) hunk.old.push(line);
    if (!text.startsWith("-")) hunk.new.push(line);
  }
  return hunks.filter((hunk) => hunk.old.length + hunk.new.length > 0);
}
