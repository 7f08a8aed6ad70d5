import type { Target } from "../../effects.ts";
import { unescapeGlob } from "../../path.ts";
import { meaningsOfWriting } from "../../persistent-paths.ts";
import type { EffectEntry } from "../catalogue/entry.ts";
import { placesOf, rememberWritten } from "../file-targets.ts";
import { emit } from "../interpreter.ts";
import { fieldOf, type LibraryCall, valuesOf } from "../library-call.ts";
import { joinOrigins, literalOf, originsOf, unknownValue, type Value } from "../value.ts";

/** Something is written to a file, to a file that is open, or to what goes over the network. */
export function emitWrite(entry: EffectEntry & { kind: "write" }, call: LibraryCall): void {
  const { run, by, span } = call;
  const [value = unknownValue] = valuesOf(entry.target, call);
  const held = fieldOf(value, "path");
  if (held !== undefined && isMemory(held)) {
    keepInMemory(held, entry, call);
    return;
  }
  if (isMemory(value) || literalOf(value) === ":memory:") {
    keepInMemory(value, entry, call);
    return;
  }
  const sent = valuesOf(entry.from ?? "", call);
  const from = sent.map(originsOf).reduce(joinOrigins, []);
  const mode = writeMode(value) ?? entry.mode ?? "create";
  for (const place of placesOf(value, run)) {
    const { target } = place;
    emit(run, {
      kind: "write",
      ...place,
      recursive: entry.recursive ?? false,
      mode,
      from,
      by,
      start: span.start,
      end: span.end,
    });
    rememberWritten(target, from, run);
    emitPersistence(target, call);
  }
  if (run.loop.times === Number.POSITIVE_INFINITY && entry.from !== undefined) {
    emit(run, { kind: "exhaust", what: "disk", by, start: span.start, end: span.end });
  }
}

/** Of a file that is open, how it was opened. */
function writeMode(value: Value): "replace" | "append" | undefined {
  const mode = literalOf(fieldOf(value, "mode"));
  return mode === undefined ? undefined : mode.startsWith("a") ? "append" : /^[wx]/.test(mode) ? "replace" : undefined;
}

function isMemory(value: Value): boolean {
  return (
    value.known.length > 0 &&
    value.known.every(
      (known) =>
        (known.kind === "object" && known.type === "buffer") ||
        (known.kind === "library" && known.name.startsWith("sys.std")),
    )
  );
}

/** What is written to a buffer comes out of it again. */
function keepInMemory(value: Value, entry: EffectEntry & { kind: "write" }, call: LibraryCall): void {
  for (const known of value.known) {
    const [data] = valuesOf(entry.from ?? "", call);
    if (known.kind === "object" && data !== undefined) known.fields.set(`written ${known.fields.size}`, data);
  }
}

/** What a file that matters by its path means beside the writing: something runs later, or somebody gets rights. */
export function emitPersistence(target: Target | null, { run, by, span }: LibraryCall): void {
  if (target === null) return;
  // A name that is not known is taken to be none of those that matter.
  const path = target.glob ? unescapeGlob(target.path.replaceAll(/\*+/g, "x")) : target.path;
  const meanings = run.meanings.get(path) ?? meaningsOfWriting({ ...target, path, glob: false }, run.options);
  run.meanings.set(path, meanings);
  for (const meaning of meanings) {
    const place = meaning.kind === "persist" ? { ...meaning, target } : meaning;
    emit(run, { ...place, by, start: span.start, end: span.end });
  }
}
