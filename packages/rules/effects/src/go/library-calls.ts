/** Calls of Go's libraries that no row of the catalogue describes: commands, buffers, writers, environment, flags, callbacks. */
import { callLibrary, fillReferences } from "../engine/call-library.ts";
import { callPassedFunctions } from "../engine/callbacks.ts";
import { lookUpMember } from "../engine/class-members.ts";
import { changeDirectory, setEnvironmentVariable } from "../engine/computed-functions.ts";
import { environmentValue, homeText } from "../engine/environment.ts";
import { type Builtin, builtinMap, type MethodCall, type SortedCall } from "../engine/interpreter.ts";
import { iteratedItems } from "../engine/iteration.ts";
import { behindReferences, newReference, setReferenced } from "../engine/references.ts";
import {
  type Alternative,
  dictValue,
  exactText,
  exactValue,
  joinAllValues,
  joinValues,
  knownTexts,
  type LibraryObject,
  listValue,
  noneValue,
  objectValue,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
} from "../engine/value.ts";
import { suppliedText } from "../unknown-text.ts";
import { languageBuiltins, toText } from "./builtins.ts";
import { catalogueEntry } from "./catalogue.ts";
import { pureFunctions } from "./names.ts";
import { buffer, callBuffer, contentOf, readerBuiltins, writeTo } from "./readers.ts";

const languageNames = builtinMap(languageBuiltins);

/** Library functions of Go whose result is computed, by their dotted names. */
export const builtins: ReadonlyMap<string, Builtin> = builtinMap([
  ...languageBuiltins,
  ...pureFunctions,
  ...readerBuiltins,
  // Environment
  [
    "os.Getenv os.LookupEnv",
    ({ positional: [name], interpreter }) => environmentValue(exactText(name), undefined, interpreter),
  ],
  ["os.Setenv testing.T.Setenv", setEnvironmentVariable],
  ["os.Environ", () => allVariables],
  ["os.Chdir", changeDirectory],
  [
    "os/user.Current",
    ({ interpreter }) => objectValue("os/user.User", [], new Map([["HomeDir", textValue(homeText(interpreter))]])),
  ],
  // Arguments of the program
  ...["String", "Int", "Bool", "Duration", "Float64", "StringSlice", "StringP", "IntP", "BoolP"].flatMap(
    (kind): [string, Builtin][] => [
      [`flag.${kind}`, (call) => newFlag(call, kind)],
      [`flag.${kind}Var`, (call) => setFlag(call, kind)],
    ],
  ),
  ["flag.Arg", () => suppliedArgument],
  ["flag.Args", () => listValue([], suppliedArgument)],
]);

const suppliedArgument = textValue(suppliedText, [{ kind: "input" }]);
const allVariables = listValue([], unknownValueFrom([{ kind: "environment", all: true }]), [
  { kind: "environment", all: true },
]);

/** Calls a function of a library: arguments that are references to objects count as the objects. */
export function callFunction(given: SortedCall): Value | undefined {
  const [directory, ...others] = given.passed;
  if (/\.(MkdirTemp|CreateTemp|TempDir|TempFile)$/.test(given.name) && exactText(directory?.value) === "")
    return callRow(given.name, { ...given, passed: [{ name: null, value: textValue("/tmp") }, ...others] });
  const builtin = builtins.get(given.name);
  const call = languageNames.has(given.name) ? given : withTexts(given);
  const result = builtin?.(call);
  if (result !== undefined || builtin !== undefined) return result;
  if (call.name === "database/sql.Open" && /^sqlite/.test(exactText(call.positional[0]) ?? ""))
    return callRow("go.openSqlite", call);
  if (catalogueEntry(call.name) !== undefined) return callRow(call.name, call);
  return callUnlisted(call);
}

/** An unlisted function may set the variables whose addresses it gets, and call the functions in a map: `template.FuncMap{…}`. */
function callUnlisted(call: SortedCall): undefined {
  fillReferences(call);
  const held = call.passed.flatMap(({ value }) =>
    value.alternatives.flatMap((each) => (each.kind === "dict" ? [...each.entries.values()] : [])),
  );
  callPassedFunctions({ ...call, name: "", passed: held.map((value) => ({ name: null, value })) });
}

/** The call with texts in place of lists of codes: `[]byte("x")`. */
function withTexts<Made extends SortedCall>(call: Made): Made {
  const isCodes = (each: Alternative): boolean =>
    each.kind === "list" && each.items[0]?.alternatives[0]?.kind === "number";
  const text = (value: Value): Value => (value.alternatives.some(isCodes) ? toText(value) : value);
  if (!call.passed.some(({ value }) => value.alternatives.some(isCodes))) return call;
  return {
    ...call,
    passed: call.passed.map(({ name, value }) => ({ name, value: text(value) })),
    positional: call.positional.map(text),
  };
}

/** Returns the catalogue row of a call with its arguments. */
function callRow(name: string, call: SortedCall): Value | undefined {
  const entry = catalogueEntry(name);
  if (entry === undefined) return undefined;
  const passed =
    entry.fills === undefined
      ? call.passed.map((each) => ({ ...each, value: behindReferences(each.value) }))
      : call.passed;
  const result = callLibrary(entry, { ...call, passed });
  callPassedFunctions({ ...call, passed }, entry);
  return result;
}

/** Calls a method of an object of a library, or a method that the program defines for a type without fields. */
export function callMethod(object: Alternative | null, given: MethodCall): Value | undefined {
  const call = withTexts(given);
  const { name } = call;
  if (object === null) return callUnlisted(call);
  if (object.kind !== "object") return object.kind === "instance" ? undefined : callOwnMethod(object, call);
  const method = `${object.type}.${name}`;
  if (object.type === buffer) return callBuffer(object, call);
  if (object.type === "error") return name === "Error" ? object.fields.get("text") : undefined;
  if (/^os\/exec\.Cmd\.(Run|Start|Output|CombinedOutput|StdoutPipe)$/.test(method)) return runCommand(object, call);
  if (name === "Name" && object.fields.has("name")) return object.fields.get("name");
  if (name === "Name" && object.type === "file") return object.fields.get("path");
  if (/^file\.(Read|ReadString|Scan|Text|ReadAll|Decode|Bytes)$/.test(method) || method === "response.Body.Read") {
    const content = contentOf(exactValue(object), call);
    fillReferences(call);
    return content;
  }
  const [, kind, isSet] =
    /^(String|Int|Bool|Duration|Float64|StringSlice)(Var)?P?$/.exec(
      /(^|\.)flag\.|pflag|cobra/.test(object.type) ? (name.split(".").at(-1) ?? "") : "",
    ) ?? [];
  if (kind !== undefined) return isSet === undefined ? newFlag(call, kind) : setFlag(call, kind);
  const entry = catalogueEntry(method);
  return entry === undefined ? callUnlisted(call) : callRow(method, { ...call, name: method });
}

/** Calls a method that the program defines for a type without fields. */
function callOwnMethod(
  { kind }: Alternative,
  { self, name, passed, span, interpreter }: MethodCall,
): Value | undefined {
  if (kind === "library" || kind === "class" || kind === "unresolved") return undefined;
  const methods = interpreter.classes.flatMap((each) => lookUpMember(each, name) ?? []);
  if (methods.length === 0) return undefined;
  return interpreter.call(joinAllValues(methods), [{ name: null, value: self }, ...passed], span);
}

/** Runs a command; its environment is a list of `NAME=value`, and its output goes to writers. */
function runCommand(object: LibraryObject, call: MethodCall): Value | undefined {
  const entry = catalogueEntry("os/exec.Cmd.Run");
  if (entry === undefined) return undefined;
  const fields = new Map([...object.fields].map(([name, value]) => [name, behindReferences(value)]));
  const { Env: variables, Stdin: input, Args: words, Path: program } = Object.fromEntries(fields);
  if (variables !== undefined) fields.set("Env", environmentOf(variables));
  if (input !== undefined) fields.set("Stdin", contentOf(input, call));
  if (program !== undefined && words === undefined) fields.set("Args", listValue([program]));
  const command = exactValue({ ...object, fields });
  const output = callLibrary(entry, {
    ...call,
    name: `os/exec.Cmd.${call.name}`,
    self: { ...command, from: call.self.from },
  });
  for (const name of ["Stdout", "Stderr"]) {
    const writer = fields.get(name);
    if (writer?.alternatives.some(({ kind }) => kind === "object" || kind === "instance"))
      writeTo({ ...call, positional: [writer] }, unknownValueFrom(output.from));
  }
  return output;
}

/** Reads a list like `["PATH=/bin"]` as a dictionary of environment variables. */
function environmentOf(variables: Value): Value {
  const { items, more } = iteratedItems(variables);
  const entries = [...items, ...(more === null ? [] : [more])].flatMap((item) =>
    knownTexts(item).map((text): [string, Value] => {
      const at = text.indexOf("=");
      return [text.slice(0, at), textValue(text.slice(at + 1), item.from)];
    }),
  );
  return dictValue(new Map(entries), more, variables.from);
}

/** Computes `flag.String(name, value, usage)`: the user supplies the value. */
function newFlag({ positional: [, value = unknownValue] }: SortedCall, kind: string): Value {
  return newReference(flagValue(value, kind));
}

/** Evaluates `flag.StringVar(&variable, name, value, usage)`. */
function setFlag(
  { positional: [variable = unknownValue, , value = unknownValue], interpreter }: SortedCall,
  kind: string,
): Value {
  for (const each of variable.alternatives)
    if (each.kind === "reference") setReferenced(each, flagValue(value, kind), interpreter);
  return noneValue;
}

/** Returns the value of a flag of the program: its default, or what the caller of the program supplies. */
function flagValue(value: Value, kind: string): Value {
  if (!kind.startsWith("String")) return joinValues(value, unknownValue);
  return joinValues(value, kind.includes("Slice") ? listValue([], suppliedArgument) : suppliedArgument);
}
