/** Evaluates Go's readers and writers (files, buffers, connections) and directory walks. */
import { attributeValue } from "../engine/attributes.ts";
import { callLibrary } from "../engine/call-library.ts";
import { callPassedFunctions } from "../engine/callbacks.ts";
import { callContainerMethod } from "../engine/container-methods.ts";
import type { BuiltinTable, MethodCall, SortedCall } from "../engine/interpreter.ts";
import { contentOfFile } from "../engine/known-content.ts";
import { joinPaths, pathTexts } from "../engine/path-texts.ts";
import { behindReferences } from "../engine/references.ts";
import { callTextMethod } from "../engine/text-methods.ts";
import {
  exactValue,
  joinAllValues,
  type LibraryObject,
  listValue,
  noneValue,
  objectValue,
  type PassedArgument,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
} from "../engine/value.ts";
import { unknownName, unknownText } from "../unknown-text.ts";
import { toText } from "./builtins.ts";
import { catalogueEntry } from "./catalogue.ts";
import { formatTexts } from "./format.ts";
import { joinTexts } from "./names.ts";

/** The type of a buffer in memory, which is a reader. */
export const buffer = "bytes.Buffer";

/** Functions that read and write, by their dotted names. */
export const readerBuiltins: BuiltinTable = [
  // Files whose content may be known
  ["os.ReadFile io/ioutil.ReadFile go.embed", readFile],
  ["path/filepath.Walk path/filepath.WalkDir", walk],
  ["io/fs.WalkDir", (call) => walkFrom(call.positional[1] ?? unknownValue, call.positional[2], call)],
  // Readers and writers
  ["strings.Builder bytes.Buffer bytes.NewBuffer bytes.NewBufferString strings.NewReader bytes.NewReader", newBuffer],
  ["fmt.Fprint", (call) => writeTo(call, joinTexts(call.positional.slice(1), "", ""))],
  ["fmt.Fprintln", (call) => writeTo(call, joinTexts(call.positional.slice(1), " ", "\n"))],
  ["fmt.Fprintf", (call) => writeTo(call, formatTexts({ ...call, positional: call.positional.slice(1) }))],
  ["io.WriteString", (call) => writeTo(call, call.positional[1] ?? unknownValue)],
  ["io.Copy io.CopyN", (call) => writeTo(call, contentOf(call.positional[1] ?? unknownValue, call))],
  ["io.ReadAll io/ioutil.ReadAll", (call) => contentOf(call.positional[0] ?? unknownValue, call)],
];

function readFile(call: SortedCall): Value {
  const entry = catalogueEntry("os.ReadFile");
  const read = entry === undefined ? unknownValue : callLibrary(entry, call);
  return contentOfFile(call.positional[0], call.interpreter) ?? read;
}

/** Computes `filepath.Walk(root, visit)`: the function gets the paths of all files below the directory. */
function walk(call: SortedCall): Value {
  const entry = catalogueEntry("path/filepath.Walk");
  const [root = unknownValue, visit] = call.positional;
  if (entry !== undefined) callLibrary(entry, call);
  return walkFrom(root, visit, call);
}

/** Calls the function of `filepath.Walk` with files below the root. */
function walkFrom(root: Value, visit: Value | undefined, { span, interpreter }: SortedCall): Value {
  const paths = pathTexts(root).flatMap((text) => [
    textValue(text),
    textValue(joinPaths(text === "" ? "." : text, unknownText)),
  ]);
  const file = objectValue("io/fs.FileInfo", [], new Map([["name", textValue(unknownName)]]));
  if (visit !== undefined)
    callPassedFunctions({
      name: "",
      self: null,
      passed: [
        { name: null, value: visit },
        ...[joinAllValues(paths), file, noneValue].map((value): PassedArgument => ({ name: null, value })),
      ],
      span,
      interpreter,
    });
  return unknownValue;
}

/** Makes a buffer that holds a text. */
function newBuffer({ positional: [content] }: SortedCall): Value {
  return objectValue(
    buffer,
    content?.from,
    new Map([["parts", listValue(content === undefined ? [] : [toText(content)])]]),
  );
}

/** Calls a method of a buffer in memory, which is a list of what was written. */
export function callBuffer(object: LibraryObject, call: MethodCall): Value | undefined {
  const [parts] = object.fields.get("parts")?.alternatives ?? [];
  if (parts?.kind !== "list") return undefined;
  const own = { ...call, self: exactValue(parts) };
  if (/^(Write|ReadFrom)/.test(call.name)) {
    const [data = unknownValue] = call.positional;
    return callContainerMethod(parts, { ...own, name: "append", positional: [toText(contentOf(data, call))] });
  }
  if (call.name === "Reset") return callContainerMethod(parts, { ...own, name: "clear", positional: [] });
  return /^(String|Bytes|Text|Read\w*)$/.test(call.name) ? bufferText(object, call) : undefined;
}

/** Returns the text that was written to a buffer so far. */
function bufferText(object: LibraryObject, call: SortedCall): Value {
  const parts = object.fields.get("parts") ?? unknownValue;
  const empty = textValue("");
  return callTextMethod(
    { kind: "text", text: "", at: null },
    { ...call, name: "join", self: empty, positional: [parts] },
  );
}

/** Returns the data that a reader yields. */
export function contentOf(value: Value, call: SortedCall): Value {
  const results = behindReferences(value).alternatives.map((each): Value => {
    if (each.kind !== "object")
      return each.kind === "library"
        ? unknownValueFrom(value.from)
        : { ...value, alternatives: [each], mayBeUnknown: false };
    if (each.type === buffer) return bufferText(each, call);
    const content = each.type === "file" ? contentOfFile(each.fields.get("path"), call.interpreter) : undefined;
    return content ?? interpreterRead(each, call) ?? unknownValueFrom(value.from);
  });
  return results.length === 0 ? unknownValueFrom(value.from) : joinAllValues(results);
}

/** Emits a network effect for reading from a connection. */
function interpreterRead(object: LibraryObject, { span, interpreter }: SortedCall): Value | undefined {
  const entry = catalogueEntry(`${object.type}.Read`);
  return entry === undefined
    ? undefined
    : callLibrary(entry, { name: `${object.type}.Read`, self: exactValue(object), passed: [], span, interpreter });
}

/** Writes data to the writer that is the first argument, of any type. */
export function writeTo({ positional: [writer = unknownValue], span, interpreter }: SortedCall, data: Value): Value {
  const target = behindReferences(writer);
  if (target.alternatives.every(({ kind }) => kind === "library")) return unknownValue;
  return interpreter.call(attributeValue(target, "Write", interpreter), [{ name: null, value: data }], span);
}
