import type { EffectEntry } from "../catalogue/entry.ts";
import { fileOrigins, placesOf, targetsOf } from "../file-targets.ts";
import { emit } from "../interpreter.ts";
import { holdsNoFile, type LibraryCall, valueOfName } from "../library-call.ts";
import { joinOrigins, textsOf, unknownValue, type Value } from "../value.ts";
import { emitNetwork } from "./network.ts";
import { emitPersistence } from "./write.ts";

/** Files are read, listed, or go away. */
export function emitFile(
  entry: EffectEntry & { kind: "read" | "list" | "delete" | "destroy" },
  call: LibraryCall,
): void {
  const { run, by, span } = call;
  const value =
    entry.kind === "list"
      ? (valueOfName(entry.target, call) ?? call.self ?? currentDirectory)
      : valueOfName(entry.target, call);
  if (value === undefined || holdsNoFile(value)) return;
  if (entry.kind === "read" && textsOf(value).some((text) => /^\w{2,10}:\/\//.test(text))) {
    emitNetwork({ kind: "network", direction: "in", url: entry.target }, call);
    return;
  }
  for (const place of placesOf(entry.pattern ? patternDirectory(value) : value, run)) {
    const recursive = entry.recursive === true || (entry.pattern === true && isRecursivePattern(value));
    emit(run, { kind: entry.kind, ...place, recursive, by, start: span.start, end: span.end });
    if (entry.kind === "read") call.fetched = joinOrigins(call.fetched, fileOrigins([place.target], run));
  }
}

const currentDirectory: Value = { known: [{ kind: "text", text: ".", at: null }], open: false, from: [], times: 1 };

/** The directory before the first wildcard of a pattern. */
function patternDirectory(value: Value): Value {
  const known = value.known.map((each) => {
    if (each.kind !== "text" && each.kind !== "path") return each;
    const at = each.text.search(/[*?[\uFFFE\uFFFF]/);
    if (at === -1) return each;
    const slash = each.text.lastIndexOf("/", at);
    const text =
      each.text.charAt(at) === "\uFFFF" && slash === -1
        ? each.text
        : slash <= 0
          ? each.text.slice(0, slash + 1)
          : each.text.slice(0, slash);
    return { kind: "text" as const, text, at: null };
  });
  return { ...value, known };
}

function isRecursivePattern(value: Value): boolean {
  return textsOf(value).some((text) => /[*?[].*\//.test(text));
}

/** Files get another name or place. */
export function emitMove(entry: EffectEntry & { kind: "move" }, call: LibraryCall): void {
  const { run, by, span } = call;
  const [to = null] = targetsOf(valueOfName(entry.to, call) ?? unknownValue, run);
  for (const target of targetsOf(valueOfName(entry.target, call) ?? unknownValue, run)) {
    emit(run, { kind: "move", target, to, recursive: true, by, start: span.start, end: span.end });
  }
  const from = fileOrigins(targetsOf(valueOfName(entry.target, call) ?? unknownValue, run), run);
  emit(run, { kind: "write", target: to, recursive: true, mode: "create", from, by, start: span.start, end: span.end });
  emitPersistence(to, call);
}
