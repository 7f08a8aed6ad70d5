import { isGiven } from "./arguments.ts";
import type { EffectEntry } from "./catalogue/entry.ts";
import { emit, emitAnything } from "./interpreter.ts";
import { type LibraryCall, valueOfName } from "./library-call.ts";
import { emitFile, emitMove } from "./library-effects/files.ts";
import { emitNetwork } from "./library-effects/network.ts";
import { openFile } from "./library-effects/open.ts";
import { emitPermission } from "./library-effects/permission.ts";
import { emitRun } from "./library-effects/run.ts";
import { emitWrite } from "./library-effects/write.ts";
import { greatSize, manyTimes } from "./limits.ts";
import { runProcess } from "./processes.ts";
import {
  hasHole,
  type Known,
  listValue,
  numberOf,
  originsOf,
  textValue,
  unknownValue,
  type Value,
  writtenTexts,
} from "./value.ts";

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

/** What pip is called with from within a program is what its command would do. */
function emitInstall(value: Value | undefined, call: LibraryCall): void {
  const known = value?.known.find(({ kind }) => kind === "list");
  const items = known?.kind === "list" ? known.items : [];
  runProcess(listValue([textValue("pip"), ...items], known === undefined ? unknownValue : null), {}, call);
}

/** Processes are told to end. */
function emitSignal(entry: EffectEntry & { kind: "signal" }, call: LibraryCall): void {
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
