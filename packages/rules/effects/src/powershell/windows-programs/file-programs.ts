import { type Call, emit } from "../evaluation.ts";
import { emitFiles, emitTransfer, targetsOf } from "../file-effects.ts";
import type { Value } from "../value.ts";

/** Programs of Windows that copy and search files. @returns whether the program is one */
export function fileProgram(program: string, args: readonly Value[], call: Call): boolean {
  if (!/^(?:robocopy|xcopy|replace|findstr|more|expand|compact|mklink|tree)$/.test(program)) return false;
  const named = args.filter(
    ({ text, parameter }) => parameter === undefined && (text === undefined || !/^\/[a-z?]/i.test(text)),
  );
  const line = args.map(({ text }) => text ?? "").join(" ");
  const [first, second] = named;
  if (program === "robocopy") {
    const to = targetsOf(second, call, true);
    if (/\/(?:mir|purge)\b/i.test(line)) emitFiles(call, "delete", to, true);
    emitTransfer(call, {
      kind: /\/mov(?:e)?\b/i.test(line) ? "move" : "copy",
      sources: targetsOf(first, call, true),
      to,
      recursive: true,
    });
  } else if (program === "xcopy" || program === "replace" || program === "expand") {
    emitTransfer(call, {
      kind: "copy",
      sources: targetsOf(first, call),
      to: targetsOf(second ?? { text: ".", from: [] }, call, true),
      recursive: /\/[se]\b/i.test(line),
    });
  } else if (program === "findstr") emitFiles(call, "read", targetsOf({ items: named.slice(1), from: [] }, call));
  else if (program === "more") emitFiles(call, "read", targetsOf({ items: named, from: [] }, call));
  else if (program === "mklink")
    for (const target of targetsOf(first, call, true))
      emit(call, { kind: "write", target, recursive: false, mode: "create", from: [] });
  else if (program === "tree") emitFiles(call, "list", targetsOf(first ?? { text: ".", from: [] }, call), true);
  return true;
}
