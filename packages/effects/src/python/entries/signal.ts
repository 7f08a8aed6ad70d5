import type { EffectEntry } from "../catalogue/entry.ts";
import { type LibraryCall, valueOfName } from "../library-call.ts";
import { emit } from "../run.ts";
import { hasHole, type Known, numberOf, writtenTexts } from "../value.ts";

/** Processes are told to end. */
export function emitSignal(entry: EffectEntry & { kind: "signal" }, call: LibraryCall): void {
  const { run, by, span } = call;
  const value = valueOfName(entry.process, call);
  if (value?.known.some(isOwnChild)) return;
  const [process = null] = value === undefined || value.open ? [null] : writtenTexts(value);
  const signal = entry.signal === undefined ? undefined : valueOfName(entry.signal, call);
  const harmless =
    numberOf(signal) === 0 ||
    signal?.known.some((known) => known.kind === "library" && /SIG(WINCH|CONT|CHLD|URG)$/.test(known.name)) === true;
  emit(run, {
    kind: "signal",
    process: process === null || hasHole(process) ? null : process,
    harmless,
    by,
    start: span.start,
    end: span.end,
  });
}

/** The number of a process that the program itself started. */
function isOwnChild(known: Known): boolean {
  return (
    known.kind === "method" && known.object.known.some((each) => each.kind === "object" && each.type === "process")
  );
}
