import { joinOrigins } from "../../origins.ts";
import { hasUnknownText } from "../../unknown-text.ts";
import { isAbsent } from "../absent-files.ts";
import type { EffectEntry } from "../call-entry.ts";
import { fileOrigins, namedFiles, readFiles } from "../file-targets.ts";
import { emit } from "../interpreter.ts";
import { argumentValue, isAlreadyOpen, type LibraryCall } from "../library-call.ts";
import { unknownValue, type Value } from "../value.ts";
import { recordWrite } from "../written-files.ts";
import { emitPersistence } from "./write.ts";

/** Emits the effects of opening a file: reading or writing, according to the mode argument. */
export function emitOpen(entry: EffectEntry & { kind: "open" }, call: LibraryCall): void {
  const { interpreter, by, span } = call;
  const value = argumentValue(entry.target, call) ?? unknownValue;
  if (isAlreadyOpen(value)) return;
  const base = { by, start: span.start, end: span.end };
  const mode = argumentValue(entry.mode, call);
  for (const action of openActions(mode, entry.usual)) {
    const sure = action.sure ? "certain" : "unknown";
    for (const file of action.kind === "read" ? readFiles(value, interpreter) : namedFiles(value, interpreter)) {
      if (action.kind === "read") {
        emit(interpreter, { kind: "read", ...file, recursive: false, ...base }, sure);
        call.fetched = joinOrigins(call.fetched, fileOrigins([file.target], interpreter));
      } else {
        const how = isAbsent(file.target, interpreter.absent, interpreter.writtenFiles) ? "create" : action.mode;
        emit(
          interpreter,
          {
            kind: "write",
            ...file,
            recursive: false,
            mode: how,
            from: [],
            isNew: how === "create" || undefined,
            ...base,
          },
          sure,
        );
        emitPersistence(file.target, call);
        if (action.mode === "replace" || action.mode === "create")
          recordWrite(file.target, "empty", undefined, interpreter);
      }
    }
  }
}

type OpenAction =
  | { readonly kind: "read"; readonly sure: boolean }
  | { readonly kind: "write"; readonly mode: "create" | "replace" | "append" | "change"; readonly sure: boolean };

/** Returns how a mode opens a file; an unknown mode may read and write. */
function openActions(mode: Value | undefined, usual: string): readonly OpenAction[] {
  if (mode === undefined) return actionsOfMode(usual);
  const flags = mode.alternatives.flatMap((alternative) =>
    alternative.kind === "library" ? [alternative.name.replace(/^.*\./, "")] : [],
  );
  if (flags.length > 0) return actionsOfFlags(flags);
  const texts = mode.alternatives.flatMap((alternative) => (alternative.kind === "text" ? [alternative.text] : []));
  if (mode.mayBeUnknown || texts.length === 0 || texts.some(hasUnknownText)) {
    if (mode.alternatives.some(({ kind }) => kind === "number")) return actionsOfMode("r+");
    return [
      { kind: "read", sure: false },
      { kind: "write", mode: "change", sure: false },
    ];
  }
  return texts.flatMap(actionsOfMode);
}

/** The accesses of a mode that is a text: `r`, `w`, `a+`. */
function actionsOfMode(mode: string): readonly OpenAction[] {
  const write = (how: "create" | "replace" | "append" | "change"): OpenAction => ({
    kind: "write",
    mode: how,
    sure: true,
  });
  const read: OpenAction = { kind: "read", sure: true };
  if (mode.startsWith("x")) return [write("create")];
  if (/w|n/.test(mode)) return mode.includes("+") ? [read, write("replace")] : [write("replace")];
  if (mode.includes("a")) return mode.includes("+") ? [read, write("append")] : [write("append")];
  return /[+c]/.test(mode) ? [read, write("change")] : [read];
}

/** The accesses of a mode that is flags: `os.O_WRONLY | os.O_APPEND`. */
function actionsOfFlags(flags: readonly string[]): readonly OpenAction[] {
  if (flags.includes("O_APPEND")) return actionsOfMode("a");
  if (flags.includes("O_TRUNC")) return actionsOfMode("w");
  if (flags.some((flag) => /^O_CREATE?$/.test(flag))) return actionsOfMode(flags.includes("O_RDWR") ? "r+" : "x");
  return actionsOfMode(flags.includes("O_WRONLY") || flags.includes("O_RDWR") ? "r+" : "r");
}
