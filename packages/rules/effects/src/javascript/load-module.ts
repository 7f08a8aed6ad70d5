// Modules that a program loads: installed ones, files of the project, and code from addresses.

import { decodeBase64 } from "../encodings.ts";
import { textsOfFile } from "../execution-state.ts";
import { hasUnknownText, suppliedText } from "../unknown-text.ts";
import { moduleName } from "./catalogue.ts";
import { runCode } from "./interpret.ts";
import { emit, emitUnknown, type NamedCall } from "./interpreter.ts";
import { targetsOf } from "./targets.ts";
import { joined, libraryValue, textsOf, unknownFrom, unknownValue, type Value } from "./value.ts";

/** Loads a module by its name, path or address: `require("fs")`. */
export function loadModule(call: NamedCall): Value {
  return joined(textsOf(call.args[0] ?? unknownValue).map((name) => loadNamed(name, call)));
}

function loadNamed(name: string, call: NamedCall): Value {
  const { name: by, span, interpreter } = call;
  if (/^[./]|^file:|^~/.test(name)) return loadFile(name, call);
  if (hasUnknownText(name)) {
    const { from } = call.args[0] ?? unknownValue;
    if (from.length > 0 && !name.includes(suppliedText))
      emit(interpreter, { kind: "execute", by, program: null, from }, span);
    else emitUnknown(interpreter, by, "it is unknown which module is loaded", span);
    return unknownValue;
  }
  const [, host] = /^https?:\/\/([^/:?#]+)/.exec(name) ?? [];
  if (host !== undefined) {
    emit(interpreter, { kind: "network", by, direction: "in", host: host.toLowerCase(), url: name, from: [] }, span);
    const from = [{ kind: "network" as const, host: host.toLowerCase() }];
    emit(interpreter, { kind: "execute", by, program: null, from }, span);
    return unknownFrom(from);
  }
  if (name.startsWith("data:")) return runDataAddress(name, call);
  return libraryValue(moduleName(name));
}

const moduleEndings = ["", ".js", ".mjs", ".cjs", ".ts", "/index.js", "/index.ts"];

/** Runs a file of the project, if its text is known. Loading other files of the project is no effect. */
function loadFile(name: string, { name: by, args: [specifier = unknownValue], span, interpreter }: NamedCall): Value {
  if (/\.json$/.test(name)) {
    const targets = targetsOf(specifier, interpreter);
    for (const target of targets) emit(interpreter, { kind: "read", by, target, recursive: false }, span);
    return unknownFrom(targets.map((target) => ({ kind: "file", target })));
  }
  for (const target of targetsOf(specifier, interpreter)) {
    const paths = target === null || target.glob ? [] : moduleEndings.map((ending) => target.path + ending);
    const files = paths.flatMap((path) => interpreter.files.get(path) ?? []);
    const from = [{ kind: "file" as const, target }, ...files.flatMap((file) => file.from)];
    emit(interpreter, { kind: "execute", by, program: null, from }, span);
    const texts = files.flatMap(textsOfFile);
    for (const text of texts) runCode(text, span, interpreter);
    if (texts.length === 0 && from.some(({ kind }) => kind === "unknown"))
      emitUnknown(interpreter, by, `it is unknown what ${name} holds`, span);
  }
  return unknownValue;
}

/** `import("data:text/javascript,…")`. */
function runDataAddress(address: string, { name: by, span, interpreter }: NamedCall): Value {
  const [, encoding, data = ""] = /^data:[^,]*?(;base64)?,(.*)$/s.exec(address) ?? [];
  const code = encoding === undefined ? decodedAddress(data) : decodeBase64(data);
  emit(interpreter, { kind: "execute", by, program: null, from: [{ kind: "encoded" }] }, span);
  return code === undefined ? unknownValue : runCode(code, span, interpreter);
}

function decodedAddress(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
