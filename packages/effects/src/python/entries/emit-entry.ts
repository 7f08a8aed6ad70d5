import { isGiven } from "../arguments.ts";
import type { EffectEntry } from "../catalogue/entry.ts";
import { type LibraryCall, valueOfName } from "../library-call.ts";
import { greatSize, manyTimes } from "../limits.ts";
import { emit, emitAnything } from "../run.ts";
import { numberOf, originsOf, unknownValue, writtenTexts } from "../value.ts";
import { emitFile, emitMove } from "./files.ts";
import { emitInstall } from "./install.ts";
import { emitNetwork } from "./network.ts";
import { openFile } from "./open.ts";
import { emitPermission } from "./permission.ts";
import { emitRun } from "./run-entry.ts";
import { emitSignal } from "./signal.ts";
import { emitWrite } from "./write.ts";

/** Adds what an entry of the catalogue says about a call. */
export function emitEntry(entry: EffectEntry, call: LibraryCall): void {
  const { run, by, span } = call;
  const base = { by, start: span.start, end: span.end };
  switch (entry.kind) {
    case "open":
      openFile(entry, call);
      break;
    case "read":
    case "list":
    case "delete":
    case "destroy":
      emitFile(entry, call);
      break;
    case "write":
      if (isMeant(entry.given, call)) emitWrite(entry, call);
      break;
    case "move":
      emitMove(entry, call);
      break;
    case "permission":
      emitPermission(entry, call);
      break;
    case "signal":
      emitSignal(entry, call);
      break;
    case "network":
      emitNetwork(entry, call);
      break;
    case "run":
      if (isMeant(entry.given, call)) emitRun(entry, call);
      break;
    case "deserialize":
      emit(run, {
        kind: "deserialize",
        format: entry.format,
        from: originsOf(valueOfName(entry.data, call) ?? unknownValue),
        ...base,
      });
      break;
    case "privilege": {
      const [user = null] = writtenTexts(valueOfName(entry.user, call) ?? unknownValue);
      emit(run, { kind: "privilege", user: /^[\w.-]+$/.test(user ?? "") ? user : null, ...base });
      break;
    }
    case "persist":
      emit(run, { kind: "persist", where: entry.where, target: null, ...base });
      break;
    case "install":
      emitInstall(valueOfName(entry.arguments, call), call);
      break;
    case "exhaust": {
      const size = entry.size === undefined ? undefined : numberOf(valueOfName(entry.size, call));
      const much = entry.what === "memory" ? (size ?? 0) >= greatSize : run.loop.times >= manyTimes;
      if (much) emit(run, { kind: "exhaust", what: entry.what, ...base });
      break;
    }
    case "anything":
      emitAnything(run, by, entry.reason, span);
      break;
  }
}

/** Whether an effect that only happens with an argument has it. */
function isMeant(given: string | undefined, call: LibraryCall): boolean {
  return given === undefined || isGiven(valueOfName(given, call));
}
