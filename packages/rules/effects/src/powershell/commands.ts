/** Calls of commands: functions, blocks of code, aliases, cmdlets, scripts and programs. */
import { callLibrary } from "../engine/call-library.ts";
import type { CommandCall, PassedWord } from "../engine/interpreter.ts";
import { asPossible, runOneOf } from "../engine/paths.ts";
import { lookUp } from "../engine/scope.ts";
import {
  type Alternative,
  exactText,
  joinAllValues,
  knownTexts,
  noneValue,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
} from "../engine/value.ts";
import { nonLiteralOrigins, originsOf } from "../engine/value-origins.ts";
import { hasUnknownText } from "../unknown-text.ts";
import { type Bound, bind, type Cmdlet, plainWords } from "./bind.ts";
import { blocksOf, callBlock, callForEach } from "./blocks.ts";
import { emitAnything, emitEffect, type ProgramCall } from "./call.ts";
import { findCmdlet } from "./catalogue.ts";
import { runExternal } from "./external.ts";
import { runCode, runScriptFile } from "./nested-code.ts";
import { runWindowsProgram } from "./windows-programs.ts";

/** Calls a command of PowerShell on every path that its name allows. */
export function callCommand(call: CommandCall): Value {
  const { name, input, inCaller, span, interpreter } = call;
  const outer: ProgramCall = { by: inCaller ? "." : "&", input, inCaller, span, interpreter };
  const results: Value[] = [];
  const choices = name.alternatives.map((alternative) => (): boolean => {
    const from = { ...name, alternatives: [alternative], mayBeUnknown: false };
    results.push(callAlternative(alternative, from, call.words, outer));
    return true;
  });
  if (name.mayBeUnknown || choices.length === 0)
    choices.push(() => results.push(callUnknown(name, call.words, outer)) > 0);
  const [only, other] = choices;
  if (other === undefined) only?.();
  else runOneOf(interpreter, choices);
  return joinAllValues(results);
}

/** Calls one of the values that the name of a command may have. */
function callAlternative(
  alternative: Alternative,
  value: Value,
  words: readonly PassedWord[],
  call: ProgramCall,
): Value {
  const { input, inCaller, interpreter } = call;
  switch (alternative.kind) {
    case "function":
      return callBlock(alternative, { words, input, inCaller }, interpreter);
    case "partial":
      return joinAllValues(
        blocksOf(alternative.callee).map((each) => callBlock(each, { words, input, isClosure: true }, interpreter)),
      );
    case "text":
    case "path":
      return hasUnknownText(alternative.text) || alternative.text === ""
        ? callUnknown(value, words, call)
        : runNamed(alternative.text, words, call);
    case "object":
      return alternative.type === "scriptblock" ? runCode(value, words, call) : callUnknown(value, words, call);
    default:
      return callUnknown(value, words, call);
  }
}

/** Reports the call of a command whose name is unknown. */
function callUnknown(name: Value, words: readonly PassedWord[], call: ProgramCall): Value {
  if (call.inCaller && name.from.some(({ kind }) => kind === "network")) return runCode(name, words, call);
  emitEffect(call, { kind: "execute", program: null, from: nonLiteralOrigins(name) });
  emitAnything(call, "it is unknown which command runs");
  return unknownValue;
}

const mostAliases = 20;

/** Runs a function, a cmdlet, a script or a program by its name. */
export function runNamed(name: string, words: readonly PassedWord[], outer: ProgramCall, depth = 0): Value {
  const call: ProgramCall = { ...outer, by: name };
  const { interpreter, input, inCaller } = call;
  const key = name.toLowerCase().replace(/^[\w.]+\\(?=[a-z]+-[a-z]+$)/, "");
  const own = blocksOf(lookUp(interpreter.scope, `function:${key}`));
  if (own.length > 0) {
    const results: Value[] = [];
    const choices = own.map((each) => () => results.push(callBlock(each, { words, input, inCaller }, interpreter)) > 0);
    if (choices.length === 1) choices[0]?.();
    else runOneOf(interpreter, choices);
    return joinAllValues(results);
  }
  const aliased = lookUp(interpreter.scope, `alias:${key}`);
  const named = aliased === undefined ? [] : knownTexts(aliased).filter((text) => text.toLowerCase() !== key);
  if (named.length > 0 && depth < mostAliases)
    return joinAllValues(named.map((text) => runNamed(text, words, call, depth + 1)));
  const cmdlet = findCmdlet(key);
  const ran = cmdlet && runCmdlet(key, cmdlet, words, call);
  if (ran !== undefined) return ran;
  if (key.endsWith(".ps1"))
    return runScriptFile(textValue(name), words, call) ?? unknownValueFrom([{ kind: "output", by: name }]);
  return /^[a-z]+-[a-z]\w*$/.test(key) && cmdlet === undefined
    ? runUnlisted(key, words, call)
    : runSystemProgram(name, plainWords(words), call);
}

/** Aliases that are commands of `cmd.exe`, too; with its options they are those commands. */
const cmdNames: ReadonlySet<string> = new Set("del erase rd rmdir md copy move ren dir type".split(" "));

/** Aliases that are programs on other systems; with options that PowerShell does not have they are those programs. */
const unixNames: ReadonlySet<string> = new Set(
  "rm cp mv ls cat curl wget kill ps sleep sort tee mkdir rmdir echo diff pwd man mount clear date".split(" "),
);

/** Runs a cmdlet; `undefined` if the words belong to a program with the same name. */
function runCmdlet(key: string, cmdlet: Cmdlet, words: readonly PassedWord[], call: ProgramCall): Value | undefined {
  if (cmdNames.has(key) && words.some(({ value }) => /^\/[a-z?]$/i.test(exactText(value ?? unknownValue) ?? "")))
    return runSystemProgram("cmd", [textValue("/c"), textValue(key), ...plainWords(words)], { ...call, by: "cmd" });
  const bound = bind(cmdlet, words, call);
  if (unixNames.has(key) && bound.rest.some(({ name }) => name !== null)) return undefined;
  const run = (): Value => (cmdlet.run === undefined ? runRow(cmdlet, bound) : cmdlet.run(bound));
  const isDry = bound.has("whatif");
  if (isDry && bound.value("whatif")?.mayBeUnknown === false) return noneValue;
  return isDry ? asPossible(call.interpreter, run) : run();
}

/** Runs a cmdlet that a row of the catalogue describes. Its data comes from what it reads, or from its input. */
function runRow(cmdlet: Cmdlet, { call, named }: Bound): Value {
  const passed = [...named].map(([name, value]) => ({ name, value }));
  const { by, span, interpreter } = call;
  return callLibrary({ ...cmdlet, parameters: undefined }, { name: by, self: null, passed, span, interpreter });
}

const readingVerbs =
  /^(?:get|test|find|select|measure|format|convertto|convertfrom|compare|group|sort|where|show|resolve|search|write|out|wait|read|join|split|trace|ping|tee)-/;

/** Evaluates an unlisted cmdlet by its verb: `Get-X` only reads. */
function runUnlisted(key: string, words: readonly PassedWord[], call: ProgramCall): Value {
  for (const { value } of words)
    for (const block of blocksOf(value ?? undefined))
      callForEach(block, call.input ?? unknownValue, call.span, call.interpreter);
  if (readingVerbs.test(key))
    return unknownValueFrom([...(call.input === null ? [] : originsOf(call.input)), { kind: "output", by: call.by }]);
  emitAnything(call, `the command ${call.by} is not known`);
  return unknownValue;
}

/** Runs a program that is no command of PowerShell. */
export function runSystemProgram(name: string, args: readonly Value[], call: ProgramCall): Value {
  return runWindowsProgram(name, args, call) ?? runExternal(name, args, call);
}
