/** Evaluates the commands of `cmd.exe`, such as `del` and `copy`. */
import { outputItems } from "../../engine/commands.ts";
import { setEnvironment } from "../../engine/environment.ts";
import { fileTargets } from "../../engine/file-targets.ts";
import type { CommandCall } from "../../engine/interpreter.ts";
import { contentOfFile } from "../../engine/known-content.ts";
import { runOwnCode, runProgramFile } from "../../engine/nested-code.ts";
import { joinPaths, parentPath } from "../../engine/path-texts.ts";
import { changeWorld, runOneOf } from "../../engine/paths.ts";
import { creates, deletes, lists, reads, replaces } from "../../engine/rows.ts";
import {
  exactText,
  joinAllValues,
  listValue,
  noneValue,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
} from "../../engine/value.ts";
import { nonLiteralOrigins } from "../../engine/value-origins.ts";
import { hasUnknownText } from "../../unknown-text.ts";
import { normalizeWindowsPath } from "../../windows-path.ts";
import { emitAnything, emitEffect, type ProgramCall, perform } from "../call.ts";
import { runSystemProgram } from "../commands.ts";
import { goBack, linesOf, remember } from "../file-cmdlets.ts";
import { libraryCall } from "../nested-code.ts";
import { copying, moving } from "../shared-effects.ts";
import { asContent, asPatterns, textOf } from "../values.ts";
import { closingParenthesis, segmentsOf, wordsOf } from "./split.ts";

/** Runs a line of a batch file after its variables are expanded, on every path that its text allows. */
export function callLine({ name, input, span, interpreter }: CommandCall): Value {
  const call: ProgramCall = { by: "cmd", input, inCaller: true, span, interpreter };
  const results: Value[] = [];
  const choices = name.alternatives.map((each) => (): boolean => {
    if (each.kind !== "text") runUnknown(name, call);
    else results.push(runLine(each.text, nonLiteralOrigins({ ...name, alternatives: [each] }), call));
    return true;
  });
  if (name.mayBeUnknown || choices.length === 0) choices.push(() => runUnknown(name, call));
  const [only, other] = choices;
  if (other === undefined) only?.();
  else runOneOf(interpreter, choices);
  return joinAllValues(results);
}

/** Reports that an unknown command runs, which can have any effect. */
function runUnknown(name: Value, call: ProgramCall): boolean {
  emitEffect(call, { kind: "execute", program: null, from: nonLiteralOrigins(name) });
  emitAnything(call, "it is unknown which command runs");
  return true;
}

/** Runs one line, or several commands if a variable expands to them. */
function runLine(line: string, from: Value["from"], call: ProgramCall): Value {
  const isBlock = /^[\s@]*\(/.test(line) && closingParenthesis(line.trimStart()) !== -1;
  if (segmentsOf(line).length > 1 || /^[\s@]*(?:if|for)\b/i.test(line) || isBlock) return runAgain(line, call);
  const words: Value[] = [];
  const outputs: { readonly isAppended: boolean; readonly to: Value }[] = [];
  let { input } = call;
  const all = wordsOf(line.replace(/^[\s@]+/, ""));
  for (let at = 0; at < all.length; at++) {
    const { text = "", isRedirect = false } = all[at] ?? {};
    const next = textValue(all[at + 1]?.text ?? "", from);
    if (!isRedirect) words.push(textValue(text, hasUnknownText(text) ? from : []));
    else if (text === "<") input = fileInput(next, call);
    else outputs.push({ isAppended: text === ">>", to: next });
    if (isRedirect) at++;
  }
  const output = words.length === 0 ? (input ?? noneValue) : runWords(words, line, { ...call, input });
  for (const { isAppended, to } of outputs) {
    const mode = isAppended ? "append" : "replace";
    const own = { ...call, by: isAppended ? ">>" : ">" };
    perform(own, [{ kind: "write", target: "to", mode, from: "output" }], { to, output: asContent(output) });
  }
  return outputs.length > 0 ? noneValue : output;
}

/** Runs a text as code after expanding its variables again (`call`). */
function runAgain(text: string, call: ProgramCall): Value {
  if (hasUnknownText(text)) {
    runUnknown(unknownValueFrom([{ kind: "environment" }]), call);
    return unknownValue;
  }
  const library = libraryCall(call);
  runOwnCode(textValue(text), true, library);
  return library.result ?? noneValue;
}

/** Reads the file of `< file`. */
function fileInput(path: Value, outer: ProgramCall): Value {
  const call = { ...outer, by: "<" };
  const data = perform(call, [reads("path")], { path });
  return contentOfFile(path, call.interpreter) ?? data;
}

/** Runs a command of cmd that is split into words. */
function runWords(words: readonly Value[], line: string, outer: ProgramCall): Value {
  const [head = noneValue, ...args] = words;
  const whole = exactText(head);
  if (whole === undefined) {
    runUnknown(head, outer);
    return unknownValue;
  }
  // `cd..`, `del/q` and `echo.` need no space.
  const [, glued, rest] =
    /^(cd|chdir|del|erase|rd|rmdir|md|mkdir|dir|copy|move|type|echo|ren|start|call|set)([./\\(:+[\]].*)$/i.exec(
      whole,
    ) ?? [];
  const name = (glued ?? whole).toLowerCase();
  const call: ProgramCall = { ...outer, by: name };
  const all = rest === undefined ? args : [textValue(rest), ...args];
  const builtin = builtins.get(name);
  if (builtin === undefined) return runProgram(whole, all, { ...call, by: whole });
  const isFlag = (value: Value): boolean => /^\/[a-z?:-]/i.test(textOf(value) ?? "");
  const flags = all.filter(isFlag).flatMap((value) => (textOf(value) ?? "").toLowerCase().split(/(?=\/)/));
  return builtin({ call, line, all, flags, named: all.filter((value) => !isFlag(value)) }) ?? noneValue;
}

/** The words of a built-in command. */
interface Builtin {
  readonly call: ProgramCall;
  readonly line: string;
  readonly all: readonly Value[];
  readonly flags: readonly string[];
  readonly named: readonly Value[];
}

type Run = (words: Builtin) => Value | undefined;

const remove: Run = ({ call, flags, named }) => {
  const recursive = flags.includes("/s") ? textValue("/s") : null;
  return perform(call, [deletes("files", { recursive: "recursive" })], { files: files(named), recursive });
};
const create: Run = ({ call, named }) => perform(call, [creates("path")], { path: listValue(named) });
const transfer =
  (effects: typeof copying): Run =>
  ({ call, named }) => {
    const sources = named.length > 1 ? named.slice(0, -1) : named;
    const [first = noneValue, dst = noneValue] = named;
    if (isNull(first)) return perform(call, [replaces("dst", "data")], { dst, data: textValue("") });
    return perform(call, effects, { src: files(sources), dst: named.length > 1 ? named.at(-1) : textValue(".") });
  };
const rename: Run = ({ call, named: [path = unknownValue, name = unknownValue] }) => {
  const [from, to] = [textOf(path), textOf(name)].map((text) => text && normalizeWindowsPath(text));
  const dst = from === undefined || to === undefined ? unknownValue : textValue(joinPaths(parentPath(from), to));
  return perform(call, moving, { src: files([path]), dst });
};
const go: Run = ({ call, named: [to] }) => {
  if (call.by === "pushd") remember(call);
  if (to === undefined) return textValue(".");
  const [target = null] = fileTargets(to, call.interpreter);
  changeWorld(call.interpreter, { directory: target === null || target.glob ? null : target.path });
  return undefined;
};
const ignore: Run = () => undefined;

/** The built-in commands. */
const builtins: ReadonlyMap<string, Run> = new Map<string, Run>([
  ...["del", "erase", "rd", "rmdir"].map((name) => [name, remove] as const),
  ...["md", "mkdir"].map((name) => [name, create] as const),
  ["copy", transfer(copying)],
  ["move", transfer(moving)],
  ...["ren", "rename"].map((name) => [name, rename] as const),
  ...["cd", "chdir", "pushd"].map((name) => [name, go] as const),
  ["popd", ({ call }) => goBack({ call })],
  ["type", ({ call, named }) => fileContents(named, call)],
  [
    "dir",
    ({ call, flags, named }) => {
      const recursive = flags.includes("/s") ? textValue("/s") : null;
      const path = named.length === 0 ? textValue(".") : files(named);
      perform(call, [lists("path", { recursive: "recursive" })], { path, recursive });
      return unknownValueFrom([{ kind: "output", by: "dir" }]);
    },
  ],
  ["echo", ({ line }) => echoed(line)],
  ["set", setVariable],
  ["call", launch],
  ["start", launch],
  ...["setlocal", "endlocal", "rem", "title", "verify", "path", "break"].map((name) => [name, ignore] as const),
]);

/** Creates file values from patterns, in which `[` is an ordinary letter. */
function files(values: readonly Value[]): Value {
  return asPatterns(
    listValue(
      values.map((value) => {
        const text = exactText(value);
        return text === undefined ? value : textValue(text.replaceAll(/[[\]]/g, "?"), value.from);
      }),
    ),
  );
}

/** Whether a word is the device that holds nothing. */
function isNull(word: Value): boolean {
  return /^nul:?$/i.test(textOf(word) ?? "");
}

/** Reads files, as `type` does, and returns their content. */
function fileContents(named: readonly Value[], call: ProgramCall): Value {
  if (named.length > 0 && named.every(isNull)) return noneValue;
  const data = perform(call, [reads("path")], { path: files(named) });
  const [only = noneValue, other] = named;
  const content = other === undefined ? contentOfFile(only, call.interpreter) : undefined;
  return content === undefined ? data : linesOf(content);
}

/** Returns what `echo` prints. */
function echoed(line: string): Value {
  const text = line
    .replace(/^[\s@]*echo[.:(/]?\s?/i, "")
    .replace(/\s*(?<=[\s)"]|^)[12]?>.*$|(?<!\d)>.*$|\s+\d?>.*$/s, "")
    .replaceAll(/\^(.)/g, "$1");
  return textValue(text, hasUnknownText(text) ? [{ kind: "environment" }] : []);
}

/** Evaluates `set NAME=value`, `set /a NAME=1+1`, `set /p NAME=prompt`. */
function setVariable({ line, call }: Builtin): Value | undefined {
  const command = line.replace(/(?<!\^)[<>].*$/s, "");
  const [, flag, name, value = ""] = /^[\s@]*set\s+(\/[ap]\s+)?"?([^=\s"][^="]*)=(.*?)"?\s*$/is.exec(command) ?? [];
  if (name === undefined) return unknownValueFrom([{ kind: "environment" }]);
  const text = value.replaceAll(/\^(.)/g, "$1");
  const data =
    flag === undefined
      ? textValue(text, hasUnknownText(text) ? [{ kind: "environment" }] : [])
      : /\/a/i.test(flag)
        ? computed(text)
        : typed(call);
  setEnvironment(name.trim().toUpperCase(), data, call.interpreter);
  return undefined;
}

/** Computes a sum or product in `set /a`. */
function computed(text: string): Value {
  const [, a = "", operator = "+", b = "0"] = /^\s*(-?\d+)\s*(?:([-+*/])\s*(-?\d+)\s*)?$/.exec(text) ?? [];
  if (a === "") return unknownValueFrom([{ kind: "environment" }]);
  const [x, y] = [Number(a), Number(b)];
  const result = operator === "+" ? x + y : operator === "-" ? x - y : operator === "*" ? x * y : Math.trunc(x / y);
  return textValue(String(result));
}

/** Returns the first line of the input (`set /p`). */
function typed({ input }: ProgramCall): Value {
  if (input === null) return unknownValueFrom([{ kind: "input" }]);
  const { items, more } = outputItems(linesOf(input));
  return more === null && items[0] !== undefined ? items[0] : unknownValueFrom(nonLiteralOrigins(input));
}

/** Runs `call command` and `start program`. */
function launch({ all, line, call }: Builtin): Value | undefined {
  const { interpreter } = call;
  if (call.by === "call") {
    if (hasUnknownText(line)) return runWords(all, line.replace(/^[\s@]*call\s*/i, ""), call);
    return runAgain(line.replace(/^[\s@]*call\s*/i, ""), call);
  }
  const texts = all.map(textOf);
  let from = 0;
  let directory: Value | undefined;
  // The first word in quotes is the title of the window.
  for (;;) {
    const text = texts[from];
    if (/^\/d$/i.test(text ?? "")) directory = all[++from];
    else if (
      text !== "" &&
      !/^\/(?:b|i|min|max|wait|low|normal|high|realtime|separate|shared|abovenormal|belownormal)$/i.test(text ?? "-")
    )
      break;
    if (++from > all.length) break;
  }
  const program = all[from];
  const text = textOf(program);
  if (program === undefined || /^(?:https?|mailto|ms-settings):/i.test(text ?? "")) return undefined;
  if (text === undefined) {
    runUnknown(program, call);
    return undefined;
  }
  const { directory: before } = interpreter;
  if (directory !== undefined)
    changeWorld(interpreter, { directory: fileTargets(directory, interpreter)[0]?.path ?? null });
  const result = runWords(all.slice(from), texts.slice(from).join(" "), call);
  if (directory !== undefined) changeWorld(interpreter, { directory: before });
  return result;
}

/** Runs a batch file that earlier code wrote in this process, or another program. */
function runProgram(name: string, args: readonly Value[], call: ProgramCall): Value {
  const { interpreter, span } = call;
  const paths = [name, ...(/\.\w+$/.test(name) ? [] : [`${name}.cmd`, `${name}.bat`])];
  const [target] = paths
    .flatMap((path) => fileTargets(textValue(path), interpreter))
    .filter((each) => each !== null && /\.(?:bat|cmd)$/i.test(each.path) && interpreter.writtenFiles.has(each.path));
  if (target === undefined) return runSystemProgram(name, args, call);
  emitEffect(call, { kind: "execute", program: name, from: [{ kind: "file", target }] });
  runProgramFile(target, name, span, interpreter);
  return unknownValueFrom([{ kind: "output", by: name }]);
}
