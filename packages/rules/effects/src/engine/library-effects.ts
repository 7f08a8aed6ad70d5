import { hasUnknownText } from "../unknown-text.ts";
import { isPassed } from "./arguments.ts";
import type { EffectEntry } from "./call-entry.ts";
import { fileTargets } from "./file-targets.ts";
import { emit, emitUnknown } from "./interpreter.ts";
import { argumentValue, type LibraryCall } from "./library-call.ts";
import { emitDatabaseChange, emitStatements } from "./library-effects/databases.ts";
import { emitFile, emitMove } from "./library-effects/files.ts";
import { emitNetwork } from "./library-effects/network.ts";
import { emitOpen } from "./library-effects/open.ts";
import { emitRun } from "./library-effects/run.ts";
import { emitWrite } from "./library-effects/write.ts";
import { manyIterations, memoryExhaustionSize } from "./limits.ts";
import { runOwnCode } from "./nested-code.ts";
import { runProcess } from "./processes.ts";
import {
  type Alternative,
  exactNumber,
  formattedTexts,
  knownTexts,
  listValue,
  textValue,
  unknownValue,
  type Value,
} from "./value.ts";
import { originsOf } from "./value-origins.ts";

/**
 * Emits one effect of a catalogue entry for a call: resolves the parameter names of the entry to the arguments of the
 * call.
 */
export function emitCatalogueEffect(entry: EffectEntry, call: LibraryCall): void {
  const { interpreter, by, span } = call;
  const base = { by, start: span.start, end: span.end };
  switch (entry.kind) {
    case "open":
      emitOpen(entry, call);
      break;
    case "read":
    case "list":
    case "delete":
    case "destroy":
      emitFile(entry, call);
      break;
    case "write":
      if (isConditionMet(entry.onlyIf, call)) emitWrite(entry, call);
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
      if (isConditionMet(entry.onlyIf, call)) emitRun(entry, call);
      break;
    case "deserialize":
      emit(interpreter, {
        kind: "deserialize",
        format: entry.format,
        from: originsOf(argumentValue(entry.data, call) ?? unknownValue),
        ...base,
      });
      break;
    case "privilege": {
      const [user = null] = formattedTexts(argumentValue(entry.user, call) ?? unknownValue);
      emit(interpreter, { kind: "privilege", user: /^[\w.-]+$/.test(user ?? "") ? user : null, ...base });
      break;
    }
    case "persist":
      emit(interpreter, { kind: "persist", where: entry.where, target: null, ...base });
      break;
    case "hub code": {
      if (!isConditionMet(entry.onlyIf, call)) break;
      const [name] = formattedTexts(argumentValue(entry.name, call) ?? unknownValue);
      const packages = name === undefined || hasUnknownText(name) ? null : [name];
      emit(interpreter, { kind: "install", manager: by, packages, source: "address", host: entry.host, ...base });
      break;
    }
    case "query code":
      for (const text of knownTexts(argumentValue(entry.argument, call) ?? unknownValue)) {
        if (/@[\w.]+\s*\(/.test(text)) runOwnCode(textValue(text.replaceAll("@", " ")), true, call);
      }
      break;
    case "reveal":
      if (!isConditionMet(entry.onlyIf, call)) break;
      emit(interpreter, { kind: "reveal", what: entry.what, ...base });
      call.fetched = [...call.fetched, { kind: "secret", what: entry.what }];
      break;
    case "remote":
      emit(interpreter, { ...entry, what: null, ...base });
      break;
    case "discard":
      emit(interpreter, { ...entry, ...base });
      break;
    case "install":
      emitCommand("pip", argumentValue(entry.arguments, call), call);
      break;
    case "command":
      emitCommand(entry.words, argumentValue(entry.arguments, call), call);
      break;
    case "statements":
      emitStatements(entry, call);
      break;
    case "database":
      emitDatabaseChange(entry, call);
      break;
    case "exhaust": {
      const size = entry.size === undefined ? undefined : exactNumber(argumentValue(entry.size, call));
      const isTooMuch =
        entry.what === "memory" ? (size ?? 0) >= memoryExhaustionSize : interpreter.loop.repetitions >= manyIterations;
      if (isTooMuch) emit(interpreter, { kind: "exhaust", what: entry.what, ...base });
      break;
    }
    case "anything":
      emitUnknown(interpreter, by, entry.reason, span);
      break;
  }
}

/** Whether the argument that an effect requires (`onlyIf`) is passed. */
function isConditionMet(onlyIf: string | undefined, call: LibraryCall): boolean {
  return onlyIf === undefined || isPassed(argumentValue(onlyIf, call));
}

/** Emits the effects of `pip.main([…])`, as of the command `pip …`. */
function emitCommand(words: string, value: Value | undefined, call: LibraryCall): void {
  const alternative = value?.alternatives.find(({ kind }) => kind === "list");
  const items = alternative?.kind === "list" ? alternative.items : [];
  const head = words.split(" ").map((word) => textValue(word));
  runProcess(listValue([...head, ...items], alternative === undefined ? unknownValue : null), {}, call);
}

/** Emits the effect of sending a signal to a process. */
function emitSignal(entry: EffectEntry & { kind: "signal" }, call: LibraryCall): void {
  const { interpreter, by, span } = call;
  const value = argumentValue(entry.process, call);
  if (value?.alternatives.some(isOwnProcess)) return;
  const [process = null] = value === undefined || value.mayBeUnknown ? [null] : formattedTexts(value);
  const signal = entry.signal === undefined ? undefined : argumentValue(entry.signal, call);
  const harmless =
    exactNumber(signal) === 0 ||
    signal?.alternatives.some(
      (alternative) => alternative.kind === "library" && /SIG(WINCH|CONT|CHLD|URG)$/.test(alternative.name),
    ) === true;
  emit(interpreter, {
    kind: "signal",
    process: process === null || hasUnknownText(process) ? null : process,
    harmless,
    by,
    start: span.start,
    end: span.end,
  });
}

/** Whether a value is the number of the program's own process, or of one that it started. */
function isOwnProcess(alternative: Alternative): boolean {
  if (alternative.kind === "object" && alternative.type === "own process") return true;
  return (
    alternative.kind === "method" &&
    alternative.object.alternatives.some((each) => each.kind === "object" && each.type === "process")
  );
}

/** Emits the effect of changing a file's mode, owner, access list or attributes. */
function emitPermission(entry: EffectEntry & { kind: "permission" }, call: LibraryCall): void {
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
