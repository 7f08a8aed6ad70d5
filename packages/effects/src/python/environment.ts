import { outermostNesting } from "../languages.ts";
import type { Interpreter } from "./interpreter.ts";
import {
  joinValues,
  knownTexts,
  suppliedText,
  textValue,
  unknownName,
  unknownText,
  unknownValueFrom,
  type Value,
  withAddedOrigins,
} from "./value.ts";

/** The home directory as a text; `~` when it is not known. */
export function homeText(interpreter: Interpreter): string {
  return interpreter.context.home ?? "~";
}

/** Where the program runs now, as a text; `.` when it is not known or where it began. */
export function directoryText(interpreter: Interpreter): string {
  const startDirectory = interpreter.context.workingDirectory;
  if (interpreter.directory === null) return "\uFFFF";
  if (/^[/~]/.test(interpreter.directory)) return interpreter.directory;
  if (startDirectory !== undefined)
    return interpreter.directory === "" ? startDirectory : `${startDirectory}/${interpreter.directory}`;
  return ".";
}

/** The program's own file: it lies somewhere beneath the directory in which it is started. */
export function programFile({ context }: Interpreter): string {
  return `${context.workingDirectory ?? "."}/${unknownText}/${unknownName}.py`;
}

const fromEnvironment = [{ kind: "environment" }] as const;

/**
 * A variable of the environment. With a value to fall back on it is that one: who sets it to something else is who runs
 * the program, unless the program itself does, or a command around it may.
 */
export function environmentValue(
  name: string | undefined,
  defaultValue: Value | undefined,
  interpreter: Interpreter,
): Value {
  const knownValue = knownVariable(name, interpreter);
  const programValue = interpreter.moduleScope.names.get(environmentKey(name));
  if (knownValue !== undefined) return programValue === undefined ? knownValue : joinValues(knownValue, programValue);
  const isUserSet =
    interpreter.nesting.depth === outermostNesting().depth &&
    !interpreter.moduleScope.names.has(environmentKey(undefined));
  const value = isUserSet ? userSetValue(defaultValue) : unknownValueFrom(fromEnvironment);
  return programValue === undefined ? value : joinValues(value, programValue);
}

function userSetValue(defaultValue: Value | undefined): Value {
  if (defaultValue === undefined) return textValue(suppliedText, fromEnvironment);
  const isKnown = !defaultValue.mayBeUnknown && knownTexts(defaultValue).length > 0;
  return isKnown ? withAddedOrigins(defaultValue, fromEnvironment) : unknownValueFrom(fromEnvironment);
}

function knownVariable(name: string | undefined, interpreter: Interpreter): Value | undefined {
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
      const { environment = {} } = interpreter.context;
      const value = name !== undefined && Object.hasOwn(environment, name) ? environment[name] : undefined;
      return value === undefined ? undefined : textValue(value, fromEnvironment);
    }
  }
}

/** The program sets a variable of the environment, or one of a name that is not known. */
export function setEnvironment(name: string | undefined, value: Value, interpreter: Interpreter): void {
  const { names } = interpreter.moduleScope;
  const before = names.get(environmentKey(name));
  names.set(environmentKey(name), before === undefined ? value : joinValues(before, value));
}

/** Under which a variable is kept among the names of the module; no name of Python's has a bracket. */
function environmentKey(name: string | undefined): string {
  return `os.environ[${name ?? ""}]`;
}

/** A path in which `~` at its beginning is the home directory, as `os.path.expanduser` gives it. */
export function expandUser(text: string, interpreter: Interpreter): string {
  return text === "~" || text.startsWith("~/") ? homeText(interpreter) + text.slice(1) : text;
}

/** A text with the variables of the environment that are known. */
export function expandVariables(text: string, interpreter: Interpreter): string {
  return text.replaceAll(/\$(?:\{(\w+)\}|(\w+))/g, (all, braced, bare) => {
    const value = { HOME: homeText(interpreter), PWD: directoryText(interpreter), TMPDIR: "/tmp" }[
      String(braced ?? bare)
    ];
    return value ?? (all === "" ? all : "\uFFFF");
  });
}
