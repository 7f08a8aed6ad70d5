import type { Target } from "../../effects.ts";
import { unescapeGlob } from "../../path.ts";
import { writeConsequences } from "../../persistent-paths.ts";
import type { EffectEntry } from "../catalogue/entry.ts";
import { namedFiles, recordWrite } from "../file-targets.ts";
import { emit } from "../interpreter.ts";
import { argumentValues, type LibraryCall, objectField } from "../library-call.ts";
import { exactText, joinOrigins, originsOf, unknownValue, type Value } from "../value.ts";

/** Something is written to a file, to a file that is open, or to what goes over the network. */
export function emitWrite(entry: EffectEntry & { kind: "write" }, call: LibraryCall): void {
  const { interpreter, by, span } = call;
  const [value = unknownValue] = argumentValues(entry.target, call);
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
  const from = sent.map(originsOf).reduce(joinOrigins, []);
  const mode = writeMode(value) ?? entry.mode ?? "create";
  for (const place of namedFiles(value, interpreter)) {
    const { target } = place;
    emit(interpreter, {
      kind: "write",
      ...place,
      recursive: entry.recursive ?? false,
      mode,
      from,
      by,
      start: span.start,
      end: span.end,
    });
    recordWrite(target, from, interpreter);
    emitPersistence(target, call);
  }
  if (interpreter.loop.repetitions === Number.POSITIVE_INFINITY && entry.from !== undefined) {
    emit(interpreter, { kind: "exhaust", what: "disk", by, start: span.start, end: span.end });
  }
}

/** Of a file that is open, how it was opened. */
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

/** What is written to a buffer comes out of it again. */
function storeInBuffer(value: Value, entry: EffectEntry & { kind: "write" }, call: LibraryCall): void {
  for (const alternative of value.alternatives) {
    const [data] = argumentValues(entry.from ?? "", call);
    if (alternative.kind === "object" && data !== undefined)
      alternative.fields.set(`written ${alternative.fields.size}`, data);
  }
}

/** What a file that matters by its path means beside the writing: something runs later, or somebody gets rights. */
export function emitPersistence(target: Target | null, { interpreter, by, span }: LibraryCall): void {
  if (target === null) return;
  // A name that is not known is taken to be none of those that matter.
  const path = target.glob ? unescapeGlob(target.path.replaceAll(/\*+/g, "x")) : target.path;
  const meanings =
    interpreter.writeMeanings.get(path) ?? writeConsequences({ ...target, path, glob: false }, interpreter.context);
  interpreter.writeMeanings.set(path, meanings);
  for (const meaning of meanings) {
    const place = meaning.kind === "persist" ? { ...meaning, target } : meaning;
    emit(interpreter, { ...place, by, start: span.start, end: span.end });
  }
}
