/** Evaluates the modules that a JavaScript program loads: packages, files of the project, code from URLs. */
import { decodeBase64 } from "../encodings.ts";
import { fileTargets } from "../engine/file-targets.ts";
import { emit, emitUnknown, type SortedCall } from "../engine/interpreter.ts";
import { runOwnCode, runProgramFile } from "../engine/nested-code.ts";
import {
  exactValue,
  formattedTexts,
  joinAllValues,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
} from "../engine/value.ts";
import { originsWrittenTo, writtenAnywhere } from "../engine/written-files.ts";
import { hasUnknownText, suppliedText } from "../unknown-text.ts";
import { moduleName } from "./catalogue.ts";

/** Matches functions that load a module by its name, path or address. */
export const loadsModule: RegExp = /^(require|import|process\.getBuiltinModule|module\._load)$/;

/** Loads a module: `require("fs")`. */
export function loadModule(call: SortedCall): Value {
  const {
    name: by,
    positional: [specifier = unknownValue],
    span,
    interpreter,
  } = call;
  const base = { by, start: span.start, end: span.end };
  const loaded = formattedTexts(specifier).map((name) => {
    if (/^[./]|^file:|^~/.test(name)) return loadFile(textValue(name, specifier.from), call);
    if (hasUnknownText(name)) {
      if (specifier.from.length > 0 && !name.includes(suppliedText))
        emit(interpreter, { ...base, kind: "execute", program: null, from: specifier.from });
      else emitUnknown(interpreter, by, "it is unknown which module is loaded", span);
      return unknownValue;
    }
    if (name.startsWith("data:")) return runDataAddress(name, call);
    const [, host] = /^https?:\/\/([^/:?#]+)/.exec(name.toLowerCase()) ?? [];
    if (host === undefined) return exactValue({ kind: "library", name: moduleName(name) });
    emit(interpreter, { ...base, kind: "network", direction: "in", host, url: name, from: [] });
    emit(interpreter, { ...base, kind: "execute", program: null, from: [{ kind: "network", host }] });
    return unknownValueFrom([{ kind: "network", host }]);
  });
  return joinAllValues(loaded);
}

const moduleEndings = ["", ".js", ".mjs", ".cjs", ".ts", "/index.js", "/index.ts"];

/** Runs a file of the project, if its text is known. Loading other files of the project is no effect. */
function loadFile(path: Value, { name: by, span, interpreter }: SortedCall): Value {
  const base = { by, start: span.start, end: span.end };
  for (const target of fileTargets(path, interpreter)) {
    if (target?.path.endsWith(".json")) {
      emit(interpreter, { ...base, kind: "read", target, recursive: false });
      return unknownValueFrom([{ kind: "file", target }]);
    }
    const paths = target === null || target.glob ? [] : moduleEndings.map((ending) => target.path + ending);
    const isWritten = paths.some((each) => interpreter.writtenFiles.get(each) !== undefined);
    // The path begins in the folder of the module that loads it.
    const tail = target?.path.replace(/^(?:\.{1,2}(?:\/|$))+/, "") ?? "";
    const others = tail === "" ? ["index.js", "index.ts"] : moduleEndings.map((ending) => tail + ending);
    const files = isWritten || target?.glob !== false ? paths : [...paths, ...writtenAnywhere(others, interpreter)];
    const written = files.flatMap((each) => originsWrittenTo(each, interpreter));
    emit(interpreter, { ...base, kind: "execute", program: null, from: [{ kind: "file", target }, ...written] });
    for (const each of files)
      runProgramFile({ path: each, glob: false, hidden: false, partial: false }, by, span, interpreter);
  }
  return unknownValue;
}

/** Evaluates `import("data:text/javascript,…")`. */
function runDataAddress(address: string, call: SortedCall): Value {
  const { name: by, span, interpreter } = call;
  const [, encoding, data = ""] = /^data:[^,]*?(;base64)?,(.*)$/s.exec(address) ?? [];
  const code = encoding === undefined ? decodedAddress(data) : decodeBase64(data);
  const value = code === undefined ? unknownValue : textValue(code, [{ kind: "encoded" }]);
  const run = { by, self: null, bound: new Map(), span, interpreter, fetched: [], result: null };
  runOwnCode(value, false, run);
  return unknownValue;
}

/** The text of a part of an address without its escapes; `undefined` if it is invalid. */
export function decodedAddress(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
