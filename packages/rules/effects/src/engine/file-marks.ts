/** Emits effects of hiding files and changing their dates: `$file.Attributes = "Hidden"`. */
import { fileTargets } from "./file-targets.ts";
import { emit, type Interpreter } from "./interpreter.ts";
import { exactText, type Value } from "./value.ts";

/** Emits an effect if a program sets a file property that hides the file, or the time of its last change. */
export function emitFileMark(file: Value, property: string, value: Value | undefined, interpreter: Interpreter): void {
  const { start, end } = interpreter.statement;
  const base = { by: property, start, end };
  if (/^(?:creation|lastwrite|lastaccess)time(?:utc)?$/i.test(property))
    emit(interpreter, { kind: "discard", what: "when a file changed", ...base });
  const text = value === undefined ? undefined : exactText(value);
  if (!/^attributes$/i.test(property) || !/hidden|system/i.test(text ?? "hidden")) return;
  for (const target of fileTargets(file, interpreter))
    emit(interpreter, {
      kind: "permission",
      target,
      recursive: false,
      change: "attributes",
      value: text ?? null,
      grants: "unknown",
      ...base,
    });
}
