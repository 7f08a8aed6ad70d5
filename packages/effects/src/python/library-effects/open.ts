import type { EffectEntry } from "../catalogue/entry.ts";
import { fileOrigins, placesOf } from "../file-targets.ts";
import { emit } from "../interpreter.ts";
import { holdsNoFile, type LibraryCall, valueOfName } from "../library-call.ts";
import { hasHole, joinOrigins, unknownValue, type Value } from "../value.ts";
import { emitPersistence } from "./write.ts";

/** A file is opened: it is read or written, as the mode says. */
export function openFile(entry: EffectEntry & { kind: "open" }, call: LibraryCall): void {
  const { run, by, span } = call;
  const value = valueOfName(entry.target, call) ?? unknownValue;
  if (holdsNoFile(value)) return;
  const base = { by, start: span.start, end: span.end };
  const mode = call.bound.get(entry.mode);
  for (const way of waysOf(mode, entry.usual)) {
    const sure = way.sure ? "certain" : "unknown";
    for (const place of placesOf(value, run)) {
      if (way.kind === "read") {
        emit(run, { kind: "read", ...place, recursive: false, ...base }, sure);
        call.fetched = joinOrigins(call.fetched, fileOrigins([place.target], run));
      } else {
        emit(run, { kind: "write", ...place, recursive: false, mode: way.mode, from: [], ...base }, sure);
        emitPersistence(place.target, call);
      }
    }
  }
}

type Way =
  | { readonly kind: "read"; readonly sure: boolean }
  | { readonly kind: "write"; readonly mode: "create" | "replace" | "append" | "change"; readonly sure: boolean };

/** What opening in a mode does; of one that is not known, it may read and it may write. */
function waysOf(mode: Value | undefined, usual: string): readonly Way[] {
  if (mode === undefined) return waysOfText(usual);
  const flags = mode.known.flatMap((known) => (known.kind === "library" ? [known.name.replace(/^.*\./, "")] : []));
  if (flags.length > 0) return waysOfFlags(flags);
  const texts = mode.known.flatMap((known) => (known.kind === "text" ? [known.text] : []));
  if (mode.open || texts.length === 0 || texts.some(hasHole)) {
    if (mode.known.some(({ kind }) => kind === "number")) return waysOfText("r+");
    return [
      { kind: "read", sure: false },
      { kind: "write", mode: "change", sure: false },
    ];
  }
  return texts.flatMap(waysOfText);
}

function waysOfText(mode: string): readonly Way[] {
  const write = (how: "create" | "replace" | "append" | "change"): Way => ({ kind: "write", mode: how, sure: true });
  const read: Way = { kind: "read", sure: true };
  if (mode.startsWith("x")) return [write("create")];
  if (/w|n/.test(mode)) return mode.includes("+") ? [read, write("replace")] : [write("replace")];
  if (mode.includes("a")) return mode.includes("+") ? [read, write("append")] : [write("append")];
  return /[+c]/.test(mode) ? [read, write("change")] : [read];
}

function waysOfFlags(flags: readonly string[]): readonly Way[] {
  if (flags.includes("O_APPEND")) return waysOfText("a");
  if (flags.includes("O_TRUNC")) return waysOfText("w");
  if (flags.includes("O_CREAT")) return waysOfText(flags.includes("O_RDWR") ? "r+" : "x");
  return waysOfText(flags.includes("O_WRONLY") || flags.includes("O_RDWR") ? "r+" : "r");
}
