// Functions that read, write, delete and move files.
import { unknownName, unknownText } from "../unknown-text.ts";
import { emit, emitConsequences, emitWrite, type NamedCall } from "./interpreter.ts";
import { anyName, contentValue, filesOf, recordWrite, targetsOf } from "./targets.ts";
import {
  exactText,
  fieldOf,
  isSet,
  joinedOrigins,
  listValue,
  textsOf,
  textValue,
  unknownFrom,
  unknownValue,
  type Value,
} from "./value.ts";

/** `fs.readFile(path)`; `fs.open(path, "w")` writes. */
export function reads(call: NamedCall): Value {
  const { name, args, interpreter } = call;
  const isOpen = /\.open(Sync)?$/.test(name);
  if (isOpen && (/[wa+]/.test(exactText(args[1]) ?? "") || isSet(args[1], "write"))) {
    writes("replace", { ...call, args: args.slice(0, 1) });
    return unknownValue;
  }
  if (isStandardInput(args[0])) {
    const { text, from = [] } = interpreter.context.standardInput ?? {};
    return text === undefined ? unknownFrom([{ kind: "input" }, ...from]) : textValue(text, from);
  }
  emitFiles("read", call);
  return contentValue(args[0], interpreter);
}

/** Whether a path is the standard input: the descriptor 0, or a file that stands for it. */
function isStandardInput(path: Value | undefined): boolean {
  const [only, other] = path?.alternatives ?? [];
  if (only?.kind === "number" && only.number === 0 && other === undefined) return true;
  return /^\/(?:dev\/(?:stdin|fd\/0)|proc\/self\/fd\/0)$/.test(exactText(path) ?? "");
}

/** `fs.readdir(path)`, `glob(pattern)`. @returns the names, or the paths that match */
export function lists(call: NamedCall): Value {
  const isGlob = /glob/i.test(call.name);
  const [first] = call.args;
  if (!isGlob) {
    emitFiles("list", call);
    return listValue([anyName]);
  }
  const patterns = textsOf(first).map((text) => textValue(text.replaceAll(/\*+|\{[^}]*\}|\?/g, unknownText)));
  emitFiles("list", { ...call, args: [patterns[0] ?? unknownValue] });
  return listValue(patterns);
}

/** `fs.rm(path)`. */
export function deletes(call: NamedCall): undefined {
  const isWhole = /rimraf|del|trash|remove|emptyDir|shelljs/.test(call.name) && !call.name.startsWith("Deno.");
  const [first, second] = call.args;
  const isOption = call.name === "shelljs.rm" && second !== undefined;
  emitFiles("delete", isOption ? { ...call, args: [second] } : call, isWhole || isSet(second, "recursive") || isOption);
  for (const target of targetsOf(first, call.interpreter, "entry"))
    if (target !== null && !target.glob) call.interpreter.files.set(target.path, { from: [], missing: true });
}

/** `fs.truncate(path)`. */
export function truncates(call: NamedCall): undefined {
  emitFiles("destroy", call);
}

/** `fs.writeFile(path, data)`. */
export function writes(mode: "create" | "replace" | "append", call: NamedCall): undefined {
  const { name: by, args, span, interpreter } = call;
  const [path, data, options] = args;
  const isStream = /createWriteStream/.test(by);
  const flag = exactText(fieldOf(options ?? data, "flag") ?? fieldOf(data, "flags"));
  const isAppend = flag?.startsWith("a") === true || (by.startsWith("Deno.") && isSet(options, "append"));
  const from = data === undefined || isStream ? [] : joinedOrigins([data]);
  for (const { target, namedByUser } of filesOf(path, interpreter)) {
    recordWrite(target, isStream ? unknownValue : data, isAppend || mode === "append", interpreter);
    emitWrite(interpreter, target, { by, mode: isAppend ? "append" : mode, from, namedByUser }, span);
  }
}

/** `fs.mkdir(path)`. */
export function creates({ name: by, args, span, interpreter }: NamedCall): Value | undefined {
  const path = temporaryPath(by, args[0]);
  for (const { target, namedByUser } of filesOf(path ?? args[0], interpreter))
    emitWrite(interpreter, target, { by, mode: "create", from: [], namedByUser }, span);
  return path;
}

/** The path of a new directory with a name of its own: `fs.mkdtemp("/tmp/a-")`; `undefined` for other functions. */
function temporaryPath(name: string, argument: Value | undefined): Value | undefined {
  if (name.startsWith("Deno.makeTempDir")) {
    const parent = textsOf(fieldOf(argument, "dir") ?? textValue("/tmp"))[0] ?? unknownText;
    return textValue(`${parent}/${unknownName}`, joinedOrigins(argument === undefined ? [] : [argument]));
  }
  if (!/^fs\.mkdtemp(Sync)?$/.test(name) || argument === undefined) return;
  return textValue(`${textsOf(argument)[0] ?? unknownText}${unknownName}`, joinedOrigins([argument]));
}

/** `fs.rename(from, to)`. */
export function moves({ name: by, args, span, interpreter }: NamedCall): undefined {
  for (const target of targetsOf(args[0], interpreter, "entry"))
    for (const to of targetsOf(args[1], interpreter)) {
      emit(interpreter, { kind: "move", by, target, to, recursive: true }, span);
      recordWrite(to, contentValue(args[0], interpreter), false, interpreter);
      emitConsequences(interpreter, to, by, span);
    }
}

/** `fs.copyFile(from, to)`. */
export function copies(call: NamedCall): undefined {
  const content = reads({ ...call, args: call.args.slice(0, 1) });
  writes("replace", { ...call, args: [call.args[1] ?? unknownValue, content] });
}

/** `fs.symlink(target, path)`. */
export function links({ name: by, args, span, interpreter }: NamedCall): undefined {
  const [to = null, ...others] = targetsOf(args[0], interpreter);
  for (const target of targetsOf(args[1], interpreter, "entry")) {
    emitWrite(interpreter, target, { by, mode: "create", from: [{ kind: "file", target: to }] }, span);
    if (target === null || target.glob || target.path === to?.path) continue;
    interpreter.links.set(target.path, to === null || to.glob || others.length > 0 ? null : to.path);
  }
}

/** `fs.chmod(path, mode)`, `fs.chown(path, user, group)`. */
export function permits({ name: by, args, span, interpreter }: NamedCall): undefined {
  const change = by.includes("chown") ? ("owner" as const) : ("mode" as const);
  const mode = modeOf(args[1]);
  const grants =
    change === "owner"
      ? false
      : mode === undefined
        ? ("unknown" as const)
        : (mode & 0o002) !== 0 || (mode & 0o6000) !== 0;
  const value = change === "owner" ? (exactText(args[1]) ?? null) : (mode?.toString(8) ?? null);
  for (const target of targetsOf(args[0], interpreter))
    emit(interpreter, { kind: "permission", by, target, recursive: false, change, value, grants }, span);
}

/** The mode of a number such as `0o755`, or of a text such as `"755"`. */
function modeOf(value: Value | undefined): number | undefined {
  const [only, other] = value?.alternatives ?? [];
  if (other !== undefined) return;
  if (only?.kind === "number") return only.number;
  return only?.kind === "text" && /^[0-7]{3,5}$/.test(only.text) ? Number.parseInt(only.text, 8) : undefined;
}

function emitFiles(
  kind: "read" | "list" | "delete" | "destroy",
  { name: by, args, span, interpreter }: NamedCall,
  recursive = false,
): void {
  for (const { target, namedByUser } of filesOf(args[0], interpreter, kind === "delete" ? "entry" : "content"))
    emit(interpreter, { kind, by, target, recursive, namedByUser }, span);
}
