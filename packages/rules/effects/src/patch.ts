/** The subpath `@helve/effects/patch`: lists what applying a patch does to files. */
import type { Effect, Target } from "./effects.ts";
import type { KnownData } from "./execution-state.ts";
import { fileKey } from "./file-key.ts";
import { createReader, type EffectContext, type EffectReader, type Effects, unknownEffects } from "./languages.ts";
import { LayeredMap } from "./layered-map.ts";
import { literalTarget } from "./literal-path.ts";
import type { FilePatch, Hunk } from "./patch/file-patch.ts";
import { parseEnvelope } from "./patch/parse-envelope.ts";
import { parseUnifiedDiff } from "./patch/parse-unified-diff.ts";
import { splitLines } from "./patch/patch-lines.ts";
import { writeConsequences } from "./persistent-paths.ts";
import { followLinks, type PathUse } from "./symbolic-links.ts";

/**
 * Reads what applying a patch does: a unified diff, also of git, or the format that begins with `*** Begin Patch`. If the content of
 * a changed file is known, its new content is, too. Never throws.
 *
 * @example
 * patch.read("*** Begin Patch\n*** Delete File: a.txt\n*** End Patch").effects; // one with kind "delete"
 */
export const patch: EffectReader = createReader("patch", readPatch);

/** Longer patches are not read. */
const maxLength = 1_000_000;
/** The most files of a patch that are read. If a patch has more, it may change any file. */
const maxFiles = 3000;

/** Finds the effects of a patch: which files it writes, deletes and renames. */
function readPatch(text: string, context: EffectContext): Effects {
  if (text.length > maxLength) return unknownEffects(`the patch is longer than ${maxLength} characters`, text);
  const lines = splitLines(text);
  const isEnvelope = lines.some(({ text: line }) => line.trim() === "*** Begin Patch");
  const { files, problem } = isEnvelope ? parseEnvelope(lines) : parseUnifiedDiff(lines);
  const contents = new Map<string, KnownData>();
  const keyOf = (path: string): string => fileKey(path, context);
  const known = (path: string): KnownData | undefined => contents.get(path) ?? context.files?.get(keyOf(path));
  const effects: Effect[] = [];
  const links = new LayeredMap(context.links, keyOf);
  const targetOf = (path: string, use: PathUse): Target | null => followLinks(literalTarget(path, context), use, links);
  for (const file of files.slice(0, maxFiles)) {
    const target = targetOf(file.path, file.change === "delete" || file.movedTo !== undefined ? "entry" : "content");
    const to = file.movedTo === undefined ? undefined : targetOf(file.movedTo, "content");
    const written = to === undefined ? target : to;
    const before = target === null ? undefined : known(target.path);
    const content =
      file.added === undefined ? edited(before ?? ofItself(target), file) : { from: [], text: file.added };
    effects.push(...effectsOf(file, { target, to }, content.text === undefined ? addedLines(file) : content, context));
    if (target === null || written === null || file.change === "delete") continue;
    if (file.isLink) links.set(written.path, file.added?.trim() || null);
    contents.set(written.path, content);
  }
  const next = files[maxFiles];
  const tooMany = next && { reason: `the patch changes more than ${maxFiles} files`, start: next.start, end: next.end };
  for (const unread of [problem, tooMany])
    if (unread !== undefined) effects.push({ kind: "anything", certainty: "unknown", by: "", ...unread });
  const after = { files: contents.size > 0 ? contents : undefined, links: links.own.size > 0 ? links.own : undefined };
  return contents.size + links.own.size === 0 ? { effects } : { effects, after };
}

/** Returns the content of an existing file, whose text is unknown. */
function ofItself(target: Target | null): KnownData {
  return { from: [{ kind: "file", target }] };
}

/** The content of a file after its hunks were applied. */
function edited(before: KnownData, { hunks }: FilePatch): KnownData {
  return { from: before.from, text: before.text === undefined ? undefined : applyHunks(before.text, hunks) };
}

/** The new lines of the hunks of a file. */
function addedLines({ hunks }: FilePatch): KnownData {
  return { from: [], text: hunks.map(({ old, new: lines }) => newLines(old, lines).join("\n")).join("\n") };
}

/** Returns the lines that were not there before. */
function newLines(old: readonly string[], lines: readonly string[]): readonly string[] {
  const before = new Set(old);
  return lines.filter((line) => !before.has(line));
}

/** The file that a patch changes. */
interface PatchedFile {
  readonly target: Target | null;
  /** Where it is moved or copied. */
  readonly to: Target | null | undefined;
}

/** The effects of the change of one file. */
function effectsOf(
  { change, start, end, hunks, mode }: FilePatch,
  { target, to }: PatchedFile,
  content: KnownData,
  context: EffectContext,
): readonly Effect[] {
  const common = { certainty: "certain", by: "patch", start, end } as const;
  if (change === "delete") return [{ ...common, kind: "delete", target, recursive: false }];
  const effects: Effect[] = [];
  const written = to === undefined ? target : to;
  if (change === "copy") {
    effects.push({ ...common, kind: "read", target, recursive: false });
    effects.push({
      ...common,
      kind: "write",
      target: written,
      recursive: false,
      mode: "create",
      from: [{ kind: "file", target }],
    });
  } else if (to !== undefined) effects.push({ ...common, kind: "move", target, to, recursive: false });
  const writeMode = change === "update" ? "change" : change;
  if (change === "create" || change === "replace" || hunks.length > 0) {
    const from = [{ kind: "literal" }] as const;
    effects.push({
      ...common,
      kind: "write",
      target: written,
      recursive: false,
      mode: writeMode === "copy" ? "change" : writeMode,
      from,
    });
  }
  if (mode !== undefined) {
    effects.push({
      ...common,
      kind: "permission",
      target: written,
      recursive: false,
      change: "mode",
      value: mode,
      grants: false,
    });
  }
  for (const means of writeConsequences(written, context, content)) {
    effects.push(means.kind === "persist" ? { ...common, ...means, target: written } : { ...common, ...means });
  }
  return effects;
}

/** The most lines that are compared to find the places of hunks. */
const maxComparisons = 200_000;

/** A text after its hunks were applied in their order; `undefined` if the lines of one are not in the text. */
function applyHunks(text: string, hunks: readonly Hunk[]): string | undefined {
  const lines = text.split("\n");
  const result: string[] = [];
  let next = 0;
  let comparisonsLeft = maxComparisons;
  const fits = (old: readonly string[], at: number): boolean =>
    old.every((line, index) => {
      comparisonsLeft -= 1;
      return comparisonsLeft > 0 && lines[at + index] === line;
    });
  for (const hunk of hunks) {
    let at = hunk.old.length === 0 ? lines.length - 1 : next;
    while (at < lines.length && comparisonsLeft > 0 && !fits(hunk.old, at)) at += 1;
    if (at >= lines.length || comparisonsLeft <= 0) return undefined;
    result.push(...lines.slice(next, at), ...hunk.new);
    next = at + hunk.old.length;
  }
  return [...result, ...lines.slice(next)].join("\n");
}
