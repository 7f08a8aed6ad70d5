import { bind } from "./bind.ts";
import { findCmdlet } from "./cmdlets.ts";
import { type Call, type Evaluation, emit, emitUnknown, spend } from "./evaluation.ts";
import { runExternal } from "./external.ts";
import { runBlock, runCode } from "./nested-code.ts";
import type { Argument, Command, ScriptBlock } from "./syntax.ts";
import { nothing, originsOf, textOf, unknownValue, type Value } from "./value.ts";
import { runWindowsProgram } from "./windows-programs.ts";

/** Evaluates a command of a pipeline. */
export function runCommand(command: Command, input: Value | undefined, evaluation: Evaluation): Value {
  const name = evaluation.evaluateExpression(command.name, evaluation);
  const args = command.args.map((arg) => argumentValue(arg, evaluation));
  const text = textOf(name);
  const call: Call = { by: text ?? command.call, span: command, input, evaluation };
  if (name.block !== undefined) return runBlock(name.block, evaluation, { input, ...blockArguments(args) });
  if (name.type === "scriptblock" || (command.call === "." && name.from.some(({ kind }) => kind === "network")))
    return runCode(call, name);
  if (text === undefined || text === "") {
    emit(call, { kind: "execute", program: null, from: name.from });
    emitUnknown(call, "it is unknown which command runs");
    return unknownValue;
  }
  if (command.call === "" && command.name.kind === "text" && !command.name.bare) return name;
  return runProgram(text, args, call);
}

function argumentValue(arg: Argument, evaluation: Evaluation): Value {
  if (arg.kind === "value") {
    const value = evaluation.evaluateExpression(arg.value, evaluation);
    return arg.value.kind === "variable" && arg.value.isSplat ? { ...value, isSplat: true } : value;
  }
  const colonValue = arg.value && evaluation.evaluateExpression(arg.value, evaluation);
  return { text: arg.text, parameter: arg.text.slice(1), from: [], colonValue };
}

/** The arguments of a block or a function, in order and by name. */
function blockArguments(args: readonly Value[]): {
  readonly args: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
} {
  const named = new Map<string, Value>();
  const free: Value[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at];
    if (arg?.isSplat === true && arg.fields !== undefined)
      for (const [name, value] of arg.fields) named.set(name, value);
    else if (arg?.parameter === undefined) free.push(arg ?? unknownValue);
    else named.set(arg.parameter.toLowerCase(), arg.colonValue ?? args[++at] ?? { text: "True", from: [] });
  }
  return { args: free, named };
}

/** Runs a function, a cmdlet, a script or a program by its name. */
export function runProgram(name: string, args: readonly Value[], outer: Call): Value {
  const call: Call = { ...outer, by: name };
  if (!spend(1, call)) return unknownValue;
  const { evaluation } = call;
  const key = name.toLowerCase().replace(/^[\w.]+\\(?=[a-z]+-[a-z]+$)/, "");
  const own = evaluation.functions.get(key);
  if (own !== undefined) return callFunction(key, own, args, call);
  const aliased = evaluation.variables.get(`alias:${key}`);
  if (aliased?.text !== undefined && aliased.text.toLowerCase() !== key && evaluation.calls.size < 20) {
    evaluation.calls.add(key);
    const result = runProgram(aliased.text, args, call);
    evaluation.calls.delete(key);
    return result;
  }
  const cmdlet = findCmdlet(key);
  if (cmdlet !== undefined) {
    const bound = bind(cmdlet, args, call);
    if (cmdNames.has(key) && args.some(({ text }) => /^\/[a-z?]$/i.test(text ?? ""))) {
      return runProgram("cmd", [{ text: "/c", from: [] }, { text: name, from: [] }, ...args], outer);
    }
    const isUnix = unixNames.has(key) && bound.rest.some(({ parameter }) => parameter !== undefined);
    if (!isUnix) return bound.has("whatif") ? onlyReads(() => cmdlet.run(bound), evaluation) : cmdlet.run(bound);
  }
  if (/^[a-z]+-[a-z]\w*$/.test(key) && cmdlet === undefined) return unlistedCmdlet(key, args, call);
  return runSystemProgram(name, args, call);
}

/** Runs a program that is no command of PowerShell. */
export function runSystemProgram(name: string, args: readonly Value[], call: Call): Value {
  return runWindowsProgram(name, args, call) ?? runExternal(name, args, call);
}

/** Aliases that are commands of `cmd.exe`, too; with its options they are those commands. */
const cmdNames: ReadonlySet<string> = new Set("del erase rd rmdir md copy move ren dir type".split(" "));

/** Aliases that are programs on other systems; with options that PowerShell does not have they are those programs. */
const unixNames: ReadonlySet<string> = new Set(
  "rm cp mv ls cat curl wget kill ps sleep sort tee mkdir rmdir echo diff pwd man mount clear date".split(" "),
);

function callFunction(key: string, body: ScriptBlock, args: readonly Value[], call: Call): Value {
  const { evaluation, input } = call;
  if (evaluation.calls.has(`function ${key}`)) return unknownValue;
  evaluation.calls.add(`function ${key}`);
  const result = runBlock(body, evaluation, { input, ...blockArguments(args) });
  evaluation.calls.delete(`function ${key}`);
  evaluation.calls.add(`called ${key}`);
  return result;
}

/** Adds only what a command with `-WhatIf` reads. */
function onlyReads(run: () => Value, evaluation: Evaluation): Value {
  const { length } = evaluation.effects;
  const result = run();
  const added = evaluation.effects.splice(length);
  evaluation.effects.push(...added.filter(({ kind }) => kind === "read" || kind === "list"));
  return result;
}

const readingVerbs =
  /^(?:get|test|find|select|measure|format|convertto|convertfrom|compare|group|sort|where|show|resolve|search|write|out|wait|read|join|split|trace|ping|tee)-/;

function unlistedCmdlet(key: string, args: readonly Value[], call: Call): Value {
  for (const { block } of args)
    if (block !== undefined) runBlock(block, call.evaluation, { input: call.input ?? nothing });
  if (readingVerbs.test(key)) return { from: originsOf(call.input, { from: [{ kind: "output", by: call.by }] }) };
  emitUnknown(call, `the command ${call.by} is not known`);
  return unknownValue;
}
