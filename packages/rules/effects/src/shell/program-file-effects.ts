/** Emits the effects on files of programs in the catalogue: reads, writes, copies, deletions. */
import type { WriteEffect } from "../effects.ts";
import { emptyFlow, type Flow, joinFlows } from "../flow.ts";
import type { Value } from "../word-value.ts";
import { type Argument, isNamedByUser, literalText } from "./argument.ts";
import type { CatalogueEntry, WordSelector } from "./catalogue/entry.ts";
import { backupSuffix, emptiesFiles } from "./edits-in-place.ts";
import { emit, spanBetween } from "./evaluation.ts";
import {
  emitEmptying,
  emitList,
  emitLoss,
  emitRead,
  emitWrite,
  emitWriteConsequences,
  type FileAccess,
} from "./file-effects.ts";
import { packedPath, unpackedPath } from "./packed-paths.ts";
import { conditionHolds, isLimited, isRecursive, type ProgramCall } from "./program-call.ts";
import { destinationPath, recordLinks } from "./recorded-links.ts";
import { emitRemoteCopy } from "./remote-copy.ts";
import { substitutedText } from "./sed-substitution.ts";
import type { Span } from "./syntax.ts";
import { targetOf } from "./target.ts";
import { knownTree, userNamedFile, userNamedFileToWrite } from "./user-named-file.ts";
import { selectWords } from "./word-selector.ts";
import { contentOfFile, recordCopiesOfMatches, recordCopyInto, recordRemoved, recordWritten } from "./written-files.ts";

/** The members of a catalogue entry that write files, with the mode of the write. */
const modes: readonly (readonly [keyof CatalogueEntry, WriteEffect["mode"]])[] = [
  ["creates", "create"],
  ["replaces", "replace"],
  ["appends", "append"],
  ["changes", "change"],
];

/**
 * Emits the effects of a program on files, by its catalogue entries: `cp a b` reads `a` and writes `b`.
 *
 * @param networks - the data that it gets from hosts
 * @returns the content of the files that it reads
 */
export function emitFileEffects(
  calls: readonly ProgramCall[],
  networks: readonly Flow[],
): { readonly read: readonly Flow[] } {
  const read: Flow[] = [];
  for (const call of calls) {
    const { entry, state, evaluation } = call;
    for (const at of wordsOf(call, entry.reads)) read.push(readWord(at, call));
    for (const at of wordsOf(call, entry.lists)) emitList(fileAccess(at, call), state, evaluation);
    for (const at of wordsOf(call, entry.deletes)) emitLoss("delete", fileAccess(at, call), state, evaluation);
    for (const at of destroyedWords(call)) emitLoss("destroy", fileAccess(at, call), state, evaluation);
  }
  for (const call of calls) {
    if (call.entry.copies !== undefined || call.entry.moves !== undefined) emitCopies(call);
    if (call.entry.packs !== undefined) emitPacking(call);
    for (const [key, mode] of modes) {
      const where = call.entry[key];
      if (typeof where !== "string") continue;
      // A write that is uncertain is omitted if another entry certainly writes.
      if (
        call.certainty === "unknown" &&
        calls.some(
          ({ certainty, entry }) => certainty === "certain" && modes.some(([each]) => entry[each] !== undefined),
        )
      )
        continue;
      const words = wordsOf(call, where).filter((at) => literalText(at) !== "-" && !isRevision(at, call));
      const flow = writtenBy(call, mode, [...read, ...networks], isLimited(calls));
      for (const at of words) {
        const place = isOneFile(at) ? userNamedFileToWrite(mode, at, call.state) : undefined;
        const isNew = mode === "create" && call.entry.isNew === true;
        const isLink = /^(?:g?ln|link)$/.test(call.name);
        if (mode === "change" && inPlace.test(call.name) && conditionHolds("-i --in-place", call.parsed)) {
          emitBackup(at, call);
          if (emptiesFiles(call.name, call.words)) {
            emitLoss("destroy", fileAccess(at, call), call.state, call.evaluation);
            continue;
          }
        }
        const edited = mode === "change" ? editedText(at, call) : undefined;
        const write = { mode, flow, ...fileAccess(at, call), ...place, isNew, isLink };
        if (mode === "replace" && isNothing(flow)) emitEmptying(write, call.state, call.evaluation);
        else emitWrite(write, call.state, call.evaluation);
        if (edited !== undefined) {
          const content = { from: [], text: edited };
          recordWritten(
            { value: at.value, mode: "replace", flow: content, recursive: false },
            call.state,
            call.evaluation,
          );
        }
      }
      if (call.name === "mkfifo" || call.name === "mknod") recordPipes(words, call);
    }
  }
  for (const call of calls) if (call.entry.links !== undefined) recordLinks(wordsOf(call, call.entry.links), call);
  return { read };
}

/** Returns the words that name destroyed files or disks. */
function destroyedWords(call: ProgramCall): readonly Argument[] {
  const { destroys } = call.entry;
  const disks = destroys === "unknown" ? call.words.filter((word) => disk.test(literalText(word) ?? "")) : [];
  return disks.length > 0 ? disks : wordsOf(call, destroys);
}

const disk =
  /^\/dev\/(?:[shv]d|xvd|nvme|mmcblk|disk|mapper|md|loop|dm-)|^(?!\/dev\/).*\.(?:img|iso|raw|qcow2|ext[234]|v?fat|squashfs)$/;

/** The data that a program writes to its files: from other files and hosts, otherwise from standard input. */
function writtenBy(
  { entry, input, name }: ProgramCall,
  mode: WriteEffect["mode"],
  sources: readonly Flow[],
  limited: boolean,
): Flow {
  // Files that git writes come from its repository.
  if (name === "git" && sources.length === 0) return { from: [{ kind: "output", by: "git" }] };
  const [only = input, other] = sources;
  const whole = other === undefined ? (only ?? { from: [] }) : joinFlows(sources);
  if (mode === "replace" && isNothing(whole)) return whole;
  const { from: all, text, many } = whole;
  const from = entry.compiles === true ? all.filter(({ kind }) => kind !== "literal") : all;
  if (mode === "create" && from.length === 0) return emptyFlow;
  return { from, text: entry.keepsLines ? text : undefined, many: limited ? undefined : many };
}

/** Whether data comes from `/dev/null`. */
function isNothing({ text, isProgram }: Flow): boolean {
  return text === "" && isProgram === true;
}

/** Whether a word of `git` is an unknown commit or branch, and no file: `git checkout "$(git merge-base a b)"`. */
function isRevision({ value, flow }: Argument, { name }: ProgramCall): boolean {
  const from = flow?.from ?? [];
  return (
    name === "git" &&
    value === null &&
    from.length > 0 &&
    from.every((each) => each.kind === "output" && each.by === "git")
  );
}

/** Programs that edit files in place with `-i`. */
const inPlace = /^(?:g?sed|perl|ruby)$/;

/** Emits the backup that a program keeps of a file that it edits: `sed -i.bak`. */
function emitBackup(at: Argument, call: ProgramCall): void {
  const suffix = backupSuffix(call.words);
  if (suffix === undefined || at.value === null) return;
  const value = { ...at.value, text: at.value.text + suffix };
  const flow = contentOfFile(at.value, call.state, call.evaluation);
  emitWrite(
    { ...fileAccess(at, call), value, mode: "replace", flow: { ...flow, from: [] } },
    call.state,
    call.evaluation,
  );
}

/** The text of a file after `sed -i s/old/new/`, if both are known. */
function editedText(at: Argument, { name, words, state, evaluation }: ProgramCall): string | undefined {
  if (name !== "sed" && name !== "gsed") return;
  const { text } = contentOfFile(at.value, state, evaluation);
  return text === undefined ? undefined : substitutedText(text, words);
}

/** Records the named pipes that a call creates: `mkfifo p`. */
function recordPipes(words: readonly Argument[], { evaluation, state }: ProgramCall): void {
  for (const { value } of words) evaluation.pipes.add(targetOf(value, state)?.path ?? "");
}

/** The words of a call that a selector of its entry selects. */
function wordsOf({ parsed, last }: ProgramCall, where: WordSelector | undefined): readonly Argument[] {
  return where === undefined ? [] : selectWords(where, parsed, last);
}

/** Returns how a call accesses the file that a word names. */
function fileAccess(at: Argument, call: ProgramCall): FileAccess {
  const { entry, name, head, certainty } = call;
  const own = name === "git" ? asPathspec(at.value) : at.value;
  const value = own !== null && entry.partial === true ? { ...own, partial: true } : own;
  const { isCommitted } = entry;
  return { value, by: name, span: spanBetween(head, at), recursive: isRecursive(call), isCommitted, certainty };
}

/** Whether a partly unknown word is exactly one file name. */
function isOneFile(at: Argument): boolean {
  return (at.value === null && at.single === true) || isNamedByUser(at);
}

/** The files of a pathspec of `git`; `null` for wildcards and `:/`, which `git` itself interprets. */
function asPathspec(value: Value | null): Value | null {
  return value !== null && !value.glob && /^:|[*?[]/.test(value.text) ? null : value;
}

/** Emits that the file of a word is read, and returns its content; `-` is standard input. */
function readWord(at: Argument, call: ProgramCall): Flow {
  const isPipe = at.value?.text.startsWith("/dev/fd/") === true;
  if (isPipe && at.flow !== undefined) return at.flow;
  if (literalText(at) === "-" || at.value?.text === "/dev/stdin") return call.input ?? { from: [{ kind: "input" }] };
  const place = isOneFile(at) ? userNamedFile(at, call.state) : undefined;
  const namesOnly = conditionHolds(call.entry.namesOnly, call.parsed);
  const flow = emitRead({ ...fileAccess(at, call), ...place, namesOnly }, call.state, call.evaluation);
  const tree = (place ?? at).value === null && place?.namedByUser !== true ? knownTree(at) : undefined;
  if (tree !== undefined) emitRead({ ...fileAccess(at, call), value: tree, namesOnly }, call.state, call.evaluation);
  return at.value === null && at.flow !== undefined ? { ...flow, many: at.flow.many ?? flow.many } : flow;
}

/** Emits a copy or a move of each source to the destination, or into the destination directory. */
function emitCopies(call: ProgramCall): void {
  const { entry, parsed, name, head, last, state, evaluation, certainty } = call;
  const sources = wordsOf(call, entry.copies ?? entry.moves);
  const to = parsed.operands.at(-1);
  if (to === undefined) return;
  if (entry.transfers === true && emitRemoteCopy(call, sources, to)) return;
  if (literalText(to) === "/dev/null" && entry.moves !== undefined) return;
  for (const at of sources) {
    // `rsync a/ b` and `cp -rT a b` copy what is in `a`.
    const isContents =
      name === "rsync" ? at.value?.text.endsWith("/") === true : conditionHolds("-T --no-target-directory", parsed);
    const known = isContents ? to.value : destinationPath(to, at, sources.length > 1);
    // A recursive copy adds files to a directory and replaces nothing in it that is known.
    const recursive = isRecursive(call);
    const mode = recursive && entry.moves === undefined ? "create" : "replace";
    const place = known === null && isOneFile(to) ? userNamedFileToWrite(mode, to, state) : { value: known };
    const into = place.value;
    const span = spanBetween(head, sources.length > 1 ? at : last);
    if (entry.moves !== undefined) {
      emitMove(at, into, span, call);
      continue;
    }
    recordCopiesOfMatches(at.value, into, state, evaluation);
    const flow = readWord(at, call);
    recordCopyInto(at.value, into, state, evaluation);
    const write = { mode, flow, ...place, by: name, span, recursive, certainty } as const;
    if (mode === "replace" && isNothing(flow)) emitEmptying(write, state, evaluation);
    else emitWrite(write, state, evaluation);
  }
}

/** Emits that a file gets another place or name, with its content. */
function emitMove(
  at: Argument,
  into: Value | null,
  span: Span,
  { name, state, evaluation, certainty }: ProgramCall,
): void {
  const target = targetOf(at.value, state);
  emit({ kind: "move", target, to: targetOf(into, state), recursive: true, certainty }, name, span, evaluation);
  const content = contentOfFile(at.value, state, evaluation);
  recordCopyInto(at.value, into, state, evaluation);
  recordCopiesOfMatches(at.value, into, state, evaluation);
  recordRemoved(at.value, true, state, evaluation);
  emitWriteConsequences({ mode: "replace", flow: content, value: into, by: name, span, certainty }, state, evaluation);
}

/** Emits that each file is replaced by a packed or an unpacked one with the same content, from which it can be made again. */
function emitPacking(call: ProgramCall): void {
  const { entry, parsed, name: program } = call;
  const hasOtherEnding = conditionHolds("-S --suffix -o", parsed);
  const unpacks = /^(?:un|gun|bun)/.test(program) || conditionHolds("-d --decompress --uncompress", parsed);
  const renamed = (path: string): string | undefined => (unpacks ? unpackedPath(path) : packedPath(path, program));
  for (const at of wordsOf(call, entry.packs)) {
    const { value } = at;
    const name = value === null || (value.glob && unpacks) || hasOtherEnding ? undefined : renamed(value.text);
    emitMove(
      at,
      value === null || name === undefined ? null : { ...value, text: name },
      spanBetween(call.head, at),
      call,
    );
  }
}
