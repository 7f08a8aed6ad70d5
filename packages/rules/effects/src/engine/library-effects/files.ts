import { joinOrigins } from "../../origins.ts";
import { isPassed } from "../arguments.ts";
import type { EffectEntry } from "../call-entry.ts";
import { fileOrigins, fileTargets, namedFiles, readFiles } from "../file-targets.ts";
import { emit } from "../interpreter.ts";
import { argumentValue, isAlreadyOpen, type LibraryCall } from "../library-call.ts";
import { knownTexts, unknownValue, type Value } from "../value.ts";
import { recordCopy, recordRemoved } from "../written-files.ts";
import { emitNetwork } from "./network.ts";
import { emitPersistence } from "./write.ts";

/** Emits the effect of a call that reads, lists, deletes or destroys files. */
export function emitFile(
  entry: EffectEntry & { kind: "read" | "list" | "delete" | "destroy" },
  call: LibraryCall,
): void {
  const { interpreter, by, span } = call;
  const value =
    entry.kind === "list"
      ? (argumentValue(entry.target, call) ?? call.self ?? currentDirectory)
      : argumentValue(entry.target, call);
  if (value === undefined || isAlreadyOpen(value)) return;
  if (entry.kind === "read" && knownTexts(value).some((text) => /^\w{2,10}:\/\//.test(text))) {
    emitNetwork({ kind: "network", direction: "in", url: entry.target }, call);
    return;
  }
  const use = entry.kind === "delete" ? "entry" : "content";
  const named = entry.pattern ? patternDirectory(value) : value;
  const places = entry.kind === "read" ? readFiles(named, interpreter) : namedFiles(named, interpreter, use);
  for (const place of places) {
    if (entry.kind === "delete") recordRemoved(place.target, interpreter);
    const recursive = isRecursive(entry, call) || (entry.pattern === true && isRecursivePattern(value));
    emit(interpreter, { kind: entry.kind, ...place, recursive, by, start: span.start, end: span.end });
    if (entry.kind === "read") call.fetched = joinOrigins(call.fetched, fileOrigins([place.target], interpreter));
  }
}

/** Whether an effect reaches everything below a directory, perhaps by an argument of the call. */
function isRecursive(
  { recursive }: EffectEntry & { kind: "read" | "list" | "delete" | "destroy" },
  call: LibraryCall,
): boolean {
  return typeof recursive === "string" ? isPassed(argumentValue(recursive, call)) : recursive === true;
}

const currentDirectory: Value = {
  alternatives: [{ kind: "text", text: ".", at: null }],
  mayBeUnknown: false,
  from: [],
  repetitions: 1,
};

/** Returns the directory part of a glob before its first wildcard. */
function patternDirectory(value: Value): Value {
  const alternatives = value.alternatives.map((each) => {
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
  return { ...value, alternatives };
}

/** Whether a pattern of file names has a wildcard before a slash, such as `[ab]/c`. */
function isRecursivePattern(value: Value): boolean {
  return knownTexts(value).some((text) => /[*?[].*\//.test(text));
}

/** Emits the effects of a call that moves or renames files. */
export function emitMove(entry: EffectEntry & { kind: "move" }, call: LibraryCall): void {
  const { interpreter, by, span } = call;
  const [to = null] = fileTargets(argumentValue(entry.to, call) ?? unknownValue, interpreter);
  for (const target of fileTargets(argumentValue(entry.target, call) ?? unknownValue, interpreter)) {
    emit(interpreter, { kind: "move", target, to, recursive: true, by, start: span.start, end: span.end });
    recordCopy(target, to, true, interpreter);
  }
  const from = fileOrigins(fileTargets(argumentValue(entry.target, call) ?? unknownValue, interpreter), interpreter);
  emit(interpreter, {
    kind: "write",
    target: to,
    recursive: true,
    mode: "create",
    from,
    by,
    start: span.start,
    end: span.end,
  });
  emitPersistence(to, call);
}
