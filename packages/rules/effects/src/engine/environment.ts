/** The environment that a program runs in: home directory, working directory, environment variables. */
import type { Origin } from "../effects.ts";
import { type KnownData, otherVariables } from "../execution-state.ts";
import { outermostNesting } from "../languages.ts";
import { variableConsequence } from "../persistent-variables.ts";
import { hasUnknownText, suppliedText, unknownName, unknownText } from "../unknown-text.ts";
import { isPassed } from "./arguments.ts";
import { emit, type Interpreter } from "./interpreter.ts";
import { setVariable } from "./scope.ts";
import { environmentPrefix } from "./state.ts";
import {
  exactText,
  joinValues,
  knownTexts,
  textValue,
  unknownValueFrom,
  type Value,
  withAddedOrigins,
} from "./value.ts";
import { nonLiteralOrigins, originsOf } from "./value-origins.ts";

/** The home directory by the program's environment; `~` when it is unknown. */
export function homeText(interpreter: Interpreter): string {
  return interpreter.context.home ?? "~";
}

/** The current working directory as `os.getcwd()` returns it; `.` when it is the unknown start directory. */
export function directoryText(interpreter: Interpreter): string {
  const startDirectory = interpreter.context.workingDirectory;
  if (interpreter.directory === null) return "\uFFFF";
  if (/^[/~]/.test(interpreter.directory)) return interpreter.directory;
  if (startDirectory !== undefined)
    return interpreter.directory === "" ? startDirectory : `${startDirectory}/${interpreter.directory}`;
  return ".";
}

/** The path of the program's own file (`__file__`): somewhere below the directory in which the program is started. */
export function programFile({ context }: Interpreter): string {
  return `${context.workingDirectory ?? "."}/${unknownText}/${unknownName}.py`;
}

const fromEnvironment = [{ kind: "environment" }] as const;

/**
 * The value of an environment variable. A default value counts as its value, since only the user who runs the program
 * can set another one, unless the program or a command around it may set variables.
 */
export function environmentValue(
  written: string | undefined,
  defaultValue: Value | undefined,
  interpreter: Interpreter,
): Value {
  const name = foldedName(written, interpreter);
  const knownValue = knownVariable(name, interpreter);
  const programValue = interpreter.moduleScope.names.get(environmentKey(name));
  const isAnySet = interpreter.moduleScope.names.has(environmentKey(undefined));
  if (programValue !== undefined && defaultValue === undefined && !isAnySet) return programValue;
  if (knownValue !== undefined) return programValue === undefined ? knownValue : joinValues(knownValue, programValue);
  const isUserSet = interpreter.nesting.depth === outermostNesting().depth && !isAnySet;
  const value = isUserSet ? userSetValue(defaultValue) : unknownValueFrom(fromEnvironment);
  return programValue === undefined ? value : joinValues(value, programValue);
}

/** Returns the value of a variable that only the user can set: its default, or text of the user. */
function userSetValue(defaultValue: Value | undefined): Value {
  if (defaultValue === undefined) return textValue(suppliedText, fromEnvironment);
  const isKnown = !defaultValue.mayBeUnknown && knownTexts(defaultValue).length > 0;
  return isKnown ? withAddedOrigins(defaultValue, fromEnvironment) : unknownValueFrom(fromEnvironment);
}

/** Returns the value of a variable that the context or every system defines. */
function knownVariable(name: string | undefined, interpreter: Interpreter): Value | undefined {
  const own = name === undefined ? undefined : interpreter.context.environment?.get(name);
  const usual = interpreter.dialect.usualEnvironment?.get(name ?? "");
  if (own === undefined && usual !== undefined) return textValue(usual);
  switch (name) {
    case "HOME":
    case "USERPROFILE":
      return textValue(homeText(interpreter));
    case "PWD":
      return textValue(directoryText(interpreter));
    case "TMPDIR":
    case "TEMP":
    case "TMP":
      return textValue("/tmp");
    default: {
      if (own === undefined) return undefined;
      return own.text === undefined ? unknownValueFrom(own.from) : textValue(own.text, own.from);
    }
  }
}

/**
 * Records that the program sets an environment variable, and emits what follows from that: programs load other code. `undefined` as its
 * name stands for any variable.
 */
export function setEnvironment(name: string | undefined, value: Value, interpreter: Interpreter): void {
  const { start, end } = interpreter.statement;
  for (const text of knownTexts(value)) {
    const consequence = name === undefined ? undefined : variableConsequence(name, text);
    if (consequence !== undefined) emit(interpreter, { ...consequence, by: name ?? "", start, end });
  }
  setVariable(interpreter.moduleScope, environmentKey(foldedName(name, interpreter)), value, interpreter);
}

/** Returns the name of an environment variable in the system's spelling. */
function foldedName(name: string | undefined, { dialect }: Interpreter): string | undefined {
  return dialect.foldsCase ? name?.toUpperCase() : name;
}

/** The environment of a process that the program starts. */
export function childEnvironment(passed: Value | undefined, interpreter: Interpreter): ReadonlyMap<string, KnownData> {
  const own = passed === undefined || !isPassed(passed) ? undefined : passed.alternatives[0];
  const isComplete = own?.kind === "dict" && own.more === null && passed?.alternatives.length === 1;
  const environment = new Map(isComplete ? [] : interpreter.context.environment);
  const isReplaced = passed !== undefined && isPassed(passed) && !keepsEnvironment(passed);
  if (isReplaced || interpreter.moduleScope.names.has(environmentKey(undefined)))
    environment.set(otherVariables, { from: [{ kind: "unknown" }] });
  if (!isComplete) for (const [name, data] of changedEnvironment(interpreter)) environment.set(name, data);
  if (own?.kind === "dict") for (const [name, value] of own.entries) environment.set(name, knownData(value));
  return environment;
}

/** Whether a process has the environment of the program, apart from known variables: `{**os.environ, "A": "1"}`. */
function keepsEnvironment({ alternatives: [own, other], from, mayBeUnknown }: Value): boolean {
  if (own === undefined || other !== undefined || mayBeUnknown) return false;
  if (own.kind === "library" || own.kind === "object") return from.some(isWholeEnvironment);
  return own.kind === "dict" && own.more?.from.some(isWholeEnvironment) === true;
}

/** Whether a value comes from all variables of the environment, not from a named one. */
function isWholeEnvironment(origin: Origin): boolean {
  return origin.kind === "environment" && origin.all === true;
}

/** Returns the variables that the program sets for a child process and that may contain code. */
export function assignedVariables(passed: Value | undefined, interpreter: Interpreter): ReadonlyMap<string, KnownData> {
  const own = passed === undefined || !isPassed(passed) ? undefined : passed.alternatives[0];
  const assigned = changedEnvironment(interpreter);
  if (own?.kind === "dict") for (const [name, value] of own.entries) assigned.set(name, knownData(value));
  return assigned;
}

/** The environment variables that the program has set. */
export function changedEnvironment({ moduleScope }: Interpreter): Map<string, KnownData> {
  const environment = new Map<string, KnownData>();
  for (const [key, value] of moduleScope.names) {
    const [, name] = /^os\.environ\[(.+)\]$/s.exec(key) ?? [];
    if (name !== undefined) environment.set(name, knownData(value));
  }
  return environment;
}

/** The text of a value if all of it is known, and the origins of its data. */
function knownData(value: Value): KnownData {
  const text = exactText(value);
  if (text === undefined || hasUnknownText(text)) return { from: originsOf(value) };
  return { from: nonLiteralOrigins(value), text };
}

/** The key under which a variable is stored in the module's scope; no Python name contains a bracket. */
function environmentKey(name: string | undefined): string {
  return `${environmentPrefix}${name ?? ""}]`;
}

/** Replaces a leading `~` with the home directory, as `os.path.expanduser` does. */
export function expandUser(text: string, interpreter: Interpreter): string {
  return text === "~" || text.startsWith("~/") ? homeText(interpreter) + text.slice(1) : text;
}

/** Replaces `$HOME`, `$PWD` and `$TMPDIR` in a text; other variables become unknown text. */
export function expandVariables(text: string, interpreter: Interpreter): string {
  return text.replaceAll(/\$(?:\{(\w+)\}|(\w+))/g, (all, braced, bare) => {
    const value = { HOME: homeText(interpreter), PWD: directoryText(interpreter), TMPDIR: "/tmp" }[
      String(braced ?? bare)
    ];
    return value ?? (all === "" ? all : "\uFFFF");
  });
}
