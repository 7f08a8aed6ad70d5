/** Evaluates PHP functions of files, programs and connections that need more than a catalogue row: `fopen`, `include`. */
import { firstArgument } from "../engine/arguments.ts";
import { callLibrary } from "../engine/call-library.ts";
import { setField } from "../engine/container-mutations.ts";
import { fileTargets } from "../engine/file-targets.ts";
import { concatenateTexts } from "../engine/formatting.ts";
import { type Builtin, emitUnknown, type SortedCall } from "../engine/interpreter.ts";
import { iteratedItems } from "../engine/iteration.ts";
import { contentOfFile } from "../engine/known-content.ts";
import {
  type Alternative,
  exactText,
  knownTexts,
  listValue,
  objectValue,
  textValue,
  unknownValue,
  type Value,
} from "../engine/value.ts";
import { nonLiteralOrigins } from "../engine/value-origins.ts";
import { joinOrigins } from "../origins.ts";
import { unknownText } from "../unknown-text.ts";
import { fileFunctions } from "./catalogue/files.ts";
import { catalogueEntry } from "./catalogue.ts";
import { changeTexts, unknownTextFrom } from "./values.ts";

/** Emits the effects of a catalogue entry with other arguments than the call's own. */
function callEntry(name: string, call: SortedCall, values: readonly Value[] = call.positional): Value | undefined {
  const entry = catalogueEntry(name);
  const named = values === call.positional ? [...call.named].map(([key, value]) => ({ name: key, value })) : [];
  const passed = [...values.map((value) => ({ name: null, value })), ...named];
  return entry && callLibrary(entry, { ...call, passed });
}

const isUrl = /^(https?|ftps?|ssh2\.\w+):\/\//i;

/** The path inside a stream: `php://filter/resource=a`, `phar://a.phar/b`; standard input for `php://input`. */
function withoutStreams(value: Value): Value {
  const alternatives = value.alternatives.map((each): Alternative => {
    if (each.kind !== "text" || !/^(\w[\w.]*:\/\/|data:)/.test(each.text) || isUrl.test(each.text)) return each;
    const [, path] =
      /^(?:php:\/\/filter\/.*?resource=|(?:file|compress\.\w+|glob|zip|phar):\/\/)(.*)$/is.exec(each.text) ?? [];
    if (path !== undefined)
      return { kind: "text", text: path.replace(/(\.(?:phar|zip|tar|gz))\/.*$/s, "$1"), at: null };
    if (/^php:\/\//i.test(each.text))
      return { kind: "library", name: /in/i.test(each.text) ? "sys.stdin" : "sys.stdout" };
    return { kind: "unresolved", reason: "what a stream holds" };
  });
  const isInput = alternatives.some((each) => each.kind === "library" && each.name === "sys.stdin");
  return { ...value, alternatives, from: isInput ? joinOrigins(value.from, [{ kind: "input" }]) : value.from };
}

/** Evaluates a file function whose path may be a stream or URL. */
function useFile(call: SortedCall): Value | undefined {
  const { name, positional, interpreter } = call;
  const named = new Map([...call.named].map(([key, value]) => [key, withoutStreams(value)] as const));
  const own = { ...call, positional: positional.map(withoutStreams), named };
  const path = own.positional[0] ?? own.named.get("filename");
  const isRemote = path !== undefined && knownTexts(path).some((text) => isUrl.test(text));
  if (isRemote && name === "file_put_contents") return callEntry("write-url", own);
  if (isRemote && name === "copy") return callEntry("copy-url", own);
  // The last argument may be a context that holds what is sent.
  if (isRemote && /^(fopen|file|file_get_contents|readfile)$/.test(name))
    return callEntry("open-url", call, [path, own.positional.at(-1) ?? path]);
  const result = callEntry(name, own);
  return name === "file_get_contents" ? (contentOfFile(path, interpreter) ?? result) : result;
}

/** Computes `include $path`: a file of the project that the program did not write counts as harmless. */
function includeFile(call: SortedCall): Value | undefined {
  const { span, interpreter } = call;
  const path = withoutStreams(call.positional[0] ?? unknownValue);
  if (knownTexts(path).some((text) => isUrl.test(text))) return callEntry("include-data", call);
  const isStream = path.alternatives.some(({ kind }) => kind !== "text");
  const targets = fileTargets(path, interpreter);
  const isWritten = targets.some((target) => target && interpreter.writtenFiles.get(target.path) !== undefined);
  const isForeign = isStream || path.from.some(({ kind }) => kind === "input" || kind === "network");
  if (isForeign || (isWritten && contentOfFile(path, interpreter) === undefined))
    emitUnknown(interpreter, "include", "it is unknown which code include runs", span);
  const isInProject = targets.every((target) => target !== null && !/^[/~]|^\.\./.test(target.path));
  return isInProject && !isWritten && !isStream ? unknownValue : callEntry("include", call, [path]);
}

/** Finds the effect of `fwrite($stream, $data)` on a file, a socket, a process or standard output. */
function writeToStream(call: SortedCall): Value | undefined {
  const [self = unknownValue, ...others] = call.positional;
  const types = self.alternatives.map((each) => (each.kind === "object" ? each.type : ""));
  if (types.includes("socket")) return callEntry("socket-write", call);
  return callEntry(types.includes("process") ? "process.write" : "file.write", { ...call, self }, others);
}

/** Evaluates `curl_setopt($handle, $option, $value)`, `curl_setopt_array($handle, $options)`. */
function setOptions({ positional: [handle, option, value = unknownValue], interpreter }: SortedCall): Value {
  const several = (option?.alternatives ?? []).flatMap((each) => (each.kind === "dict" ? [...each.entries] : []));
  const options = several.length > 0 ? several : [[exactText(option) ?? "CURLOPT_POSTFIELDS", value] as const];
  for (const each of handle?.alternatives ?? [])
    if (each.kind === "object") for (const [name, held] of options) setField(each, name, held, interpreter);
  return unknownValue;
}

/** Computes `new PDO($dsn)`: a file of SQLite or a server. */
function connect(call: SortedCall): Value | undefined {
  const [, path] = /^sqlite:(.*)$/s.exec(exactText(call.positional[0]) ?? "") ?? [];
  if (path !== undefined) return callEntry("PDO-file", call, [textValue(path)]);
  return callEntry("PDO", call, [changeTexts(call.positional[0], (text) => text.replace(/^\w+:/, ""))]);
}

/** A directory with all files below it. */
function walkDirectory(call: SortedCall): Value {
  callEntry("DirectoryIterator", call);
  const path = changeTexts(call.positional[0], (text) => `${text.replace(/\/$/, "")}/${unknownText}`);
  return listValue([], objectValue("os.DirEntry", [], new Map([["path", path]])));
}

/** Computes `preg_replace($pattern, $replacement, $text)`, which runs the replacement with the flag `e`. */
function replacePattern(call: SortedCall): Value {
  const [pattern, replacement = unknownValue] = call.positional;
  if (knownTexts(pattern ?? unknownValue).some((text) => /[^\w\s][a-z]*e[a-z]*$/.test(text)))
    callEntry("eval", call, [concatenateTexts([replacement, textValue(";")])]);
  return unknownTextFrom(joinOrigins(...call.positional.map(nonLiteralOrigins)));
}

/** Computes `pcntl_exec($program, $arguments)`. */
function replaceProcess(call: SortedCall): Value | undefined {
  const [program = unknownValue, others = listValue([])] = call.positional;
  const { items, more } = iteratedItems(others, "values");
  return callEntry("pcntl_exec", call, [listValue([program, ...items], more)]);
}

/** Finds the effects of `Artisan::call("migrate:fresh", …)`, which runs a command of the project. */
function callArtisan(call: SortedCall): Value | undefined {
  return callEntry("Artisan.call", call, [
    concatenateTexts([textValue("php artisan "), call.positional[0] ?? unknownValue]),
  ]);
}

const iterators =
  "recursiveiteratoriterator iteratoriterator regexiterator limititerator arrayiterator arrayobject callbackfilteriterator";

/** Builtins for files, programs and connections. */
export const streamFunctions: Readonly<Record<string, Builtin>> = {
  ...Object.fromEntries(fileFunctions.flatMap(({ calls }) => calls.split(" ")).map((name) => [name, useFile])),
  ...Object.fromEntries(["fwrite", "fputs", "fputcsv", "gzwrite", "bzwrite"].map((name) => [name, writeToStream])),
  ...Object.fromEntries(iterators.split(" ").map((name) => [name, firstArgument])),
  RecursiveDirectoryIterator: walkDirectory,
  include: includeFile,
  preg_replace: replacePattern,
  pcntl_exec: replaceProcess,
  "Artisan.call": callArtisan,
  curl_setopt: setOptions,
  curl_setopt_array: setOptions,
  PDO: connect,
};
