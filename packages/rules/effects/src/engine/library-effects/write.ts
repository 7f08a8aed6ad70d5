import type { Target } from "../../effects.ts";
import { markerFile } from "../../marker-files.ts";
import { joinOrigins } from "../../origins.ts";
import { unescapeGlob } from "../../path.ts";
import { writeConsequences } from "../../persistent-paths.ts";
import { isAbsent } from "../absent-files.ts";
import { isPassed } from "../arguments.ts";
import type { EffectEntry } from "../call-entry.ts";
import { setField } from "../container-mutations.ts";
import { fileOrigins, fileTargets, namedFiles } from "../file-targets.ts";
import { emit } from "../interpreter.ts";
import { jsonText } from "../json-text.ts";
import { argumentValue, argumentValues, isAlreadyOpen, type LibraryCall, objectField } from "../library-call.ts";
import { willChange } from "../paths.ts";
import { exactText, textValue, unknownValue, type Value } from "../value.ts";
import { originsOf } from "../value-origins.ts";
import { recordCopy, recordWrite } from "../written-files.ts";

/**
 * Emits the effect of writing to a file by path or through an open file; writes to buffers in memory are kept in the
 * buffer.
 */
export function emitWrite(entry: EffectEntry & { kind: "write" }, call: LibraryCall): void {
  const { interpreter, by, span } = call;
  const places = argumentValues(entry.target, call);
  const [value = unknownValue] = entry.isSocket === true ? places.filter(mayNameSocket) : places;
  if (entry.isSocket === true && value === unknownValue) return;
  const held = objectField(value, "path");
  if (held !== undefined && isMemoryBuffer(held)) {
    storeInBuffer(held, entry, call);
    return;
  }
  if (isMemoryBuffer(value) || exactText(value) === ":memory:") {
    storeInBuffer(value, entry, call);
    return;
  }
  const sent = argumentValues(entry.from ?? "", call);
  const linked = entry.linkTo === undefined ? undefined : argumentValue(entry.linkTo, call);
  const from =
    linked === undefined
      ? joinOrigins(...sent.map(originsOf))
      : fileOrigins(fileTargets(linked, interpreter), interpreter);
  const mode = writeMode(value) ?? (appends(entry, call) ? "append" : (entry.mode ?? "create"));
  const [only, second] = by === "json.dump" ? sent.map(asJson) : sent;
  const isOpen = isAlreadyOpen(call.self ?? unknownValue);
  const isWhole = mode === "replace" && !isOpen;
  const content: WrittenContent | undefined = only && {
    value: second === undefined ? only : unknownValue,
    change: isWhole ? "replace" : "add",
  };
  const isNew = entry.isNewUnless !== undefined && call.bound.get(entry.isNewUnless) === undefined;
  const isEmptied = isWhole && sent.length === 1 && only !== undefined && exactText(only) === "";
  for (const place of namedFiles(value, interpreter)) {
    const { target } = place;
    const base = { ...place, recursive: entry.recursive ?? false, by, start: span.start, end: span.end };
    // Opening an absent file has created it.
    const isCreated = isOpen
      ? interpreter.absent.has(target?.path ?? "")
      : isAbsent(target, interpreter.absent, interpreter.writtenFiles);
    if (isEmptied && target?.glob === false && !markerFile.test(target.path) && !isCreated)
      emit(interpreter, { ...base, kind: "destroy" });
    else if (isCreated) emit(interpreter, { ...base, kind: "write", mode: "create", from, isNew: true });
    else emit(interpreter, { ...base, kind: "write", mode, from, isNew: isNew || undefined });
    recordContent(target, content, entry, call);
    emitPersistence(target, call);
  }
  if (interpreter.loop.repetitions === Number.POSITIVE_INFINITY && entry.from !== undefined) {
    emit(interpreter, { kind: "exhaust", what: "disk", by, start: span.start, end: span.end });
  }
}

/** The content written to a file, and whether it replaces the old content. */
interface WrittenContent {
  readonly value: Value;
  readonly change: "replace" | "add";
}

/** Records the new content of a written file. */
function recordContent(
  target: Target | null,
  content: WrittenContent | undefined,
  entry: EffectEntry & { kind: "write" },
  call: LibraryCall,
): void {
  const { interpreter, by, bound } = call;
  if (entry.linkTo !== undefined) recordLink(target, entry.linkTo, call);
  else if (entry.from === "@fetched" && (bound.has("src") || /^pathlib\.Path\.copy/.test(by))) {
    const [source = null] = fileTargets(bound.get("src") ?? call.self ?? unknownValue, interpreter);
    recordCopy(source, target, false, interpreter);
  } else if (content !== undefined) recordWrite(target, content.change, content.value, interpreter);
}

/** The JSON text of a value, if it is known. */
function asJson(value: Value): Value {
  const text = jsonText(value);
  return text === undefined ? { ...unknownValue, from: value.from } : textValue(text, value.from);
}

/** Records a symbolic link: `os.symlink(source, link)`, `link.symlink_to(source)`. */
function recordLink(link: Target | null, source: string, call: LibraryCall): void {
  if (link === null || link.glob) return;
  const [to = null] = fileTargets(argumentValue(source, call) ?? unknownValue, call.interpreter);
  willChange(call.interpreter.world, call.interpreter);
  call.interpreter.links.set(link.path, to === null || to.glob ? null : to.path);
}

/** Whether a call appends to its file. */
function appends({ append }: EffectEntry & { kind: "write" }, call: LibraryCall): boolean {
  const value = append === undefined ? undefined : argumentValue(append, call);
  const text = exactText(value);
  return text === undefined ? isPassed(value) : text.startsWith("a");
}

/** The write mode with which an open file was opened. */
function writeMode(value: Value): "replace" | "append" | undefined {
  const mode = exactText(objectField(value, "mode"));
  return mode === undefined ? undefined : mode.startsWith("a") ? "append" : /^[wx]/.test(mode) ? "replace" : undefined;
}

function isMemoryBuffer(value: Value): boolean {
  return (
    value.alternatives.length > 0 &&
    value.alternatives.every(
      (alternative) =>
        (alternative.kind === "object" && alternative.type === "buffer") ||
        (alternative.kind === "library" && alternative.name.startsWith("sys.std")),
    )
  );
}

/** Stores data in a buffer in memory, so that reading the buffer returns it. */
function storeInBuffer(value: Value, entry: EffectEntry & { kind: "write" }, call: LibraryCall): void {
  const { interpreter } = call;
  for (const alternative of value.alternatives) {
    const [data] = argumentValues(entry.from ?? "", call);
    if (alternative.kind === "object" && data !== undefined)
      setField(alternative, `written ${alternative.fields.size}`, data, interpreter);
  }
}

/**
 * Emits what writing a file causes besides the write: code that runs later (`~/.bashrc`), or rights for somebody
 * (`/etc/sudoers`).
 */
export function emitPersistence(target: Target | null, { interpreter, by, span }: LibraryCall): void {
  if (target === null) return;
  // An unknown name counts as none of the names that matter.
  const path = target.glob ? unescapeGlob(target.path.replaceAll(/\*+/g, "x")) : target.path;
  const content = interpreter.writtenFiles.get(path);
  const key = content?.text === undefined ? path : `${path}\n${content.text}`;
  const context = { ...interpreter.context, nesting: interpreter.nesting };
  const consequences =
    interpreter.writeConsequences.get(key) ?? writeConsequences({ ...target, path, glob: false }, context, content);
  interpreter.writeConsequences.set(key, consequences);
  for (const consequence of consequences) {
    const place = consequence.kind === "persist" ? { ...consequence, target } : consequence;
    emit(interpreter, { ...place, by, start: span.start, end: span.end });
  }
}

/** Whether a text may be the path of a Unix socket, and not a host, port or event name. */
function mayNameSocket({ alternatives }: Value): boolean {
  return alternatives.some(
    (each) =>
      each.kind === "path" || (each.kind === "text" && /[/\\.]/.test(each.text) && !/:\/\/|:\d+$/.test(each.text)),
  );
}
