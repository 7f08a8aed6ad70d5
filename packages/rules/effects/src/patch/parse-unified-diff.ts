import type { FilePatch, Hunk, ParsedPatch } from "./file-patch.ts";
import { lineEnd, type PatchLine } from "./patch-lines.ts";

/** Parses a unified diff, also with the extended headers of git: renames, copies, modes. Text between the files is ignored. */
export function parseUnifiedDiff(lines: readonly PatchLine[]): ParsedPatch {
  const files: FilePatch[] = [];
  let problem: ParsedPatch["problem"];
  const report = (line: PatchLine, reason: string): void => {
    problem ??= { reason, start: line.start, end: lineEnd(line) };
  };
  let file: Draft | undefined;
  const finish = (): void => {
    const finished = file && finishedFile(file);
    if (finished !== undefined) files.push(finished);
    else if (file !== undefined) report(file.line, "the patch does not name the file that it changes");
    file = undefined;
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as PatchLine;
    const { text } = line;
    if (text.startsWith("diff --git ")) {
      finish();
      file = { line, ...gitPaths(text), hunks: [] };
    } else if (text.startsWith("--- ") && lines[at + 1]?.text.startsWith("+++ ")) {
      if (file === undefined || file.hunks.length > 0) {
        finish();
        file = { line, hunks: [] };
      }
      file.old = headerPath(text.slice(4), file.old);
      file.new = headerPath((lines[at + 1] as PatchLine).text.slice(4), file.new);
      file.line = line;
      at += 1;
    } else if (text.startsWith("@@ -")) {
      const hunk = parseHunk(lines, at);
      if (file === undefined) report(line, "the patch does not name the file that it changes");
      else if (hunk === undefined) report(line, "the patch has a hunk that can't be read");
      else {
        file.hunks.push(hunk);
        at += hunk.length;
      }
    } else if (file !== undefined && file.hunks.length === 0) readExtendedHeader(text, file);
    if (text.startsWith("@@@ ")) report(line, "the patch has a hunk with several parents, which is not read");
  }
  finish();
  if (files.length === 0 && problem === undefined) {
    problem = {
      reason: "the text is not a patch that can be read",
      start: 0,
      end: lineEnd(lines[0] ?? { text: "", start: 0 }),
    };
  }
  return { files, problem };
}

/** A file while its lines are read; `null` stands for `/dev/null`. */
interface Draft {
  line: PatchLine;
  old?: string | null | undefined;
  new?: string | null | undefined;
  /** What an extended header of git says. */
  action?: "rename" | "copy" | "create" | "delete";
  isLink?: boolean;
  mode?: string;
  readonly hunks: (Hunk & { readonly length: number })[];
}

function finishedFile({ line, old, new: next, action, isLink, mode, hunks }: Draft): FilePatch | undefined {
  const span = { start: line.start, end: lineEnd(line) };
  const path = old ?? next;
  if (path === null || path === undefined) return undefined;
  const common = { ...span, hunks, isLink, mode };
  if (next === null || action === "delete") return { ...common, change: "delete", path };
  if (old === null || action === "create") {
    const lines = hunks.flatMap((hunk) => hunk.new);
    return { ...common, change: "create", path: next ?? path, added: lines.map((each) => `${each}\n`).join("") };
  }
  const moved = next !== undefined && next !== path ? { movedTo: next } : {};
  if (action === undefined && moved.movedTo !== undefined && /\.orig$|~$/.test(path)) {
    return { ...common, change: "update", path: moved.movedTo };
  }
  return { ...common, change: action === "copy" ? "copy" : "update", path, ...moved };
}

/** The paths in `diff --git a/x b/x`. */
function gitPaths(text: string): Pick<Draft, "old" | "new"> {
  const rest = text.slice("diff --git ".length);
  const quoted = /^("(?:[^"\\]|\\.)*"|\S+) ("(?:[^"\\]|\\.)*"|\S+)$/.exec(rest);
  if (quoted !== null) return { old: headerPath(quoted[1] ?? ""), new: headerPath(quoted[2] ?? "") };
  // Names with spaces: both halves are the same name.
  const half = (rest.length - 1) / 2;
  const [old, next] = [headerPath(rest.slice(0, half)), headerPath(rest.slice(half + 1))];
  return old === next ? { old, new: next } : {};
}

/** A path in a header, without a time stamp and the prefix `a/` or `b/`; `null` for `/dev/null`. */
function headerPath(text: string, fallback?: string | null): string | null | undefined {
  const name = text.startsWith('"') ? unquoted(text) : text.replace(/\t.*$/s, "").trimEnd();
  if (name === "/dev/null") return null;
  return name === "" ? fallback : name.replace(/^[ab]\//, "");
}

/** A name in the quotes of git: octal escapes are bytes in UTF-8. */
function unquoted(text: string): string {
  const inside = /^"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text;
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (const [piece, octal, escaped] of inside.matchAll(/\\([0-3][0-7]{2})|\\(.)|[^\\]+/g)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8));
    else bytes.push(...encoder.encode(escaped === undefined ? piece : (escapes.get(escaped) ?? escaped)));
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
]);

/** Reads a line between `diff --git` and the first hunk. */
function readExtendedHeader(text: string, file: Draft): void {
  const [, verb, side, path = ""] = /^(rename|copy) (from|to) (.+)$/.exec(text) ?? [];
  if (verb === "rename" || verb === "copy") {
    file.action = verb;
    file[side === "from" ? "old" : "new"] = path.startsWith('"') ? unquoted(path) : path;
    return;
  }
  const [, kind, mode = ""] = /^(new file|deleted file|new) mode (\d{6})$/.exec(text) ?? [];
  if (kind === "new file") file.action = "create";
  if (kind === "deleted file") file.action = "delete";
  if (kind !== undefined && mode.startsWith("12")) file.isLink = true;
  if (kind === "new") file.mode = mode;
}

/** The hunk whose header is at an index; the numbers of lines in the header say where it ends. */
function parseHunk(lines: readonly PatchLine[], at: number): (Hunk & { readonly length: number }) | undefined {
  const header = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(lines[at]?.text ?? "");
  if (header === null) return undefined;
  let [oldLeft, newLeft] = [Number(header[1] ?? 1), Number(header[2] ?? 1)];
  const [old, next]: [string[], string[]] = [[], []];
  let length = 0;
  while (oldLeft > 0 || newLeft > 0) {
    const text = lines[at + length + 1]?.text;
    if (text === undefined) return undefined;
    length += 1;
    const [sign, line] = [text[0] ?? " ", text.slice(1)];
    if (sign === "\\") continue;
    if (sign !== " " && sign !== "-" && sign !== "+") return undefined;
    if (sign !== "+") {
      old.push(line);
      oldLeft -= 1;
    }
    if (sign !== "-") {
      next.push(line);
      newLeft -= 1;
    }
  }
  return { old, new: next, length };
}
