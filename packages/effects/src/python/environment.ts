import { outermostNesting } from "../languages.ts";
import type { Run } from "./interpreter.ts";
import { givenHole, hole, join, nameHole, textsOf, textValue, unknownFrom, type Value, withOrigins } from "./value.ts";

/** The home directory as a text; `~` when it is not known. */
export function homeText(run: Run): string {
  return run.options.home ?? "~";
}

/** Where the program runs now, as a text; `.` when it is not known or where it began. */
export function directoryText(run: Run): string {
  const begin = run.options.workingDirectory;
  if (run.directory === null) return "\uFFFF";
  if (/^[/~]/.test(run.directory)) return run.directory;
  if (begin !== undefined) return run.directory === "" ? begin : `${begin}/${run.directory}`;
  return ".";
}

/** The program's own file: it lies somewhere beneath the directory in which it is started. */
export function ownFile({ options }: Run): string {
  return `${options.workingDirectory ?? "."}/${hole}/${nameHole}.py`;
}

const fromEnvironment = [{ kind: "environment" }] as const;

/**
 * A variable of the environment. With a value to fall back on it is that one: who sets it to something else is who runs
 * the program, unless the program itself does, or a command around it may.
 */
export function environmentValue(name: string | undefined, fallback: Value | undefined, run: Run): Value {
  const usual = usualValue(name, run);
  const own = run.module.names.get(variableName(name));
  if (usual !== undefined) return own === undefined ? usual : join(usual, own);
  const settled = run.nesting.depth === outermostNesting().depth && !run.module.names.has(variableName(undefined));
  const value = settled ? settledValue(fallback) : unknownFrom(fromEnvironment);
  return own === undefined ? value : join(value, own);
}

function settledValue(fallback: Value | undefined): Value {
  if (fallback === undefined) return textValue(givenHole, fromEnvironment);
  const known = !fallback.open && textsOf(fallback).length > 0;
  return known ? withOrigins(fallback, fromEnvironment) : unknownFrom(fromEnvironment);
}

function usualValue(name: string | undefined, run: Run): Value | undefined {
  switch (name) {
    case "HOME":
    case "USERPROFILE":
      return textValue(homeText(run));
    case "PWD":
      return textValue(directoryText(run));
    case "TMPDIR":
    case "TEMP":
    case "TMP":
      return textValue("/tmp");
    default: {
      const { environment = {} } = run.options;
      const value = name !== undefined && Object.hasOwn(environment, name) ? environment[name] : undefined;
      return value === undefined ? undefined : textValue(value, fromEnvironment);
    }
  }
}

/** The program sets a variable of the environment, or one of a name that is not known. */
export function setEnvironment(name: string | undefined, value: Value, run: Run): void {
  const { names } = run.module;
  const before = names.get(variableName(name));
  names.set(variableName(name), before === undefined ? value : join(before, value));
}

/** Under which a variable is kept among the names of the module; no name of Python's has a bracket. */
function variableName(name: string | undefined): string {
  return `os.environ[${name ?? ""}]`;
}

/** A path in which `~` at its beginning is the home directory, as `os.path.expanduser` gives it. */
export function expandUser(text: string, run: Run): string {
  return text === "~" || text.startsWith("~/") ? homeText(run) + text.slice(1) : text;
}

/** A text with the variables of the environment that are known. */
export function expandVariables(text: string, run: Run): string {
  return text.replaceAll(/\$(?:\{(\w+)\}|(\w+))/g, (all, braced, bare) => {
    const known = { HOME: homeText(run), PWD: directoryText(run), TMPDIR: "/tmp" }[String(braced ?? bare)];
    return known ?? (all === "" ? all : "\uFFFF");
  });
}
