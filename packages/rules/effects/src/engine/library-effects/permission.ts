import { hasUnknownText } from "../../unknown-text.ts";
import type { EffectEntry } from "../call-entry.ts";
import { fileTargets } from "../file-targets.ts";
import { emit } from "../interpreter.ts";
import { argumentValue, type LibraryCall } from "../library-call.ts";
import { exactNumber, formattedTexts, unknownValue, type Value } from "../value.ts";

/** Emits the effect of changing a file's mode, owner, access list or attributes. */
export function emitPermission(entry: EffectEntry & { kind: "permission" }, call: LibraryCall): void {
  const { interpreter, by, span } = call;
  const written = permissionText(argumentValue(entry.value, call), entry.change);
  for (const target of fileTargets(argumentValue(entry.target, call) ?? unknownValue, interpreter)) {
    const base = { target, recursive: false, by, start: span.start, end: span.end };
    emit(interpreter, { kind: "permission", change: entry.change, ...written, ...base });
  }
}

/** The new mode or owner as text, and whether it grants rights to everybody. */
function permissionText(
  value: Value | undefined,
  change: string,
): { value: string | null; grants: boolean | "unknown" } {
  if (change !== "mode") {
    const [text] = value === undefined || value.mayBeUnknown ? [] : formattedTexts(value);
    return {
      value: text === undefined || hasUnknownText(text) ? null : text,
      grants: change === "owner" ? false : "unknown",
    };
  }
  const number = exactNumber(value);
  if (number !== undefined) return { value: number.toString(8), grants: (number & 0o6002) !== 0 };
  const names =
    value?.alternatives.flatMap((alternative) => (alternative.kind === "library" ? [alternative.name] : [])) ?? [];
  if (names.some((name) => /S_(IWOTH|IRWXO|ISUID|ISGID)$/.test(name)))
    return { value: names.join("|").replaceAll("stat.", ""), grants: true };
  const found = names.length > 0 && names.every((name) => /S_I[RWX]|S_IREAD|S_IWRITE|S_IEXEC|st_mode/.test(name));
  return { value: null, grants: found ? false : "unknown" };
}
