import type { EffectEntry } from "../catalogue/entry.ts";
import { targetsOf } from "../file-targets.ts";
import { emit } from "../interpreter.ts";
import { type LibraryCall, valueOfName } from "../library-call.ts";
import { hasHole, numberOf, unknownValue, type Value, writtenTexts } from "../value.ts";

/** Who may do what with a file changes. */
export function emitPermission(entry: EffectEntry & { kind: "permission" }, call: LibraryCall): void {
  const { run, by, span } = call;
  const written = permissionText(valueOfName(entry.value, call), entry.change);
  for (const target of targetsOf(valueOfName(entry.target, call) ?? unknownValue, run)) {
    const base = { target, recursive: false, by, start: span.start, end: span.end };
    emit(run, { kind: "permission", change: entry.change, ...written, ...base });
  }
}

/** What is given, and whether it gives others rights. */
function permissionText(
  value: Value | undefined,
  change: string,
): { value: string | null; grants: boolean | "unknown" } {
  if (change !== "mode") {
    const [text] = value === undefined || value.open ? [] : writtenTexts(value);
    return {
      value: text === undefined || hasHole(text) ? null : text,
      grants: change === "owner" ? false : "unknown",
    };
  }
  const number = numberOf(value);
  if (number !== undefined) return { value: number.toString(8), grants: (number & 0o6002) !== 0 };
  const names = value?.known.flatMap((known) => (known.kind === "library" ? [known.name] : [])) ?? [];
  if (names.some((name) => /S_(IWOTH|IRWXO|ISUID|ISGID)$/.test(name)))
    return { value: names.join("|").replaceAll("stat.", ""), grants: true };
  const found = names.length > 0 && names.every((name) => /S_I[RWX]|S_IREAD|S_IWRITE|S_IEXEC|st_mode/.test(name));
  return { value: null, grants: found ? false : "unknown" };
}
