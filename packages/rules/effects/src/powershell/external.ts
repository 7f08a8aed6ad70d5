/** Evaluates programs that are not part of Windows, such as `git`, with the catalogue of the shell's programs. */
import { outputItems } from "../engine/commands.ts";
import { fileTargets } from "../engine/file-targets.ts";
import { runProcess } from "../engine/processes.ts";
import { listValue, textValue, unknownValueFrom, type Value } from "../engine/value.ts";
import { normalizeWindowsPath } from "../windows-path.ts";
import type { ProgramCall } from "./call.ts";
import { runBatchFile } from "./hosts.ts";
import { libraryCall } from "./nested-code.ts";
import { asWord, mapAlternatives } from "./values.ts";

/** Windows programs that do the same as a program in the shell's catalogue, by name. */
const sameProgram: ReadonlyMap<string, string> = new Map([
  ["py", "python3"],
  ["python", "python3"],
]);

const scriptsOfPrograms = /^(?:npm|npx|yarn|pnpm|tsc|gradlew|mvnw|mvn|code|az|gcloud)\.cmd$|gradlew\.bat$/i;

/** Runs a program that is no part of Windows as the shell reader does. @returns what it prints */
export function runExternal(name: string, args: readonly Value[], call: ProgramCall): Value {
  const path = textValue(name);
  const output = unknownValueFrom([{ kind: "output", by: name }]);
  if (/\.(?:bat|cmd)$/i.test(name) && !scriptsOfPrograms.test(name)) return runBatchFile(path, args, call);
  // A file that earlier code wrote keeps its ending, so that the shell reader finds it.
  const isWritten = fileTargets(path, call.interpreter).some(
    (target) => target !== null && call.interpreter.writtenFiles.has(target.path),
  );
  const shown = shellPath(name);
  const program = isWritten ? shown : shown.replace(/\.(?:exe|cmd|com)$/i, "");
  const words: Value[] = [textValue(sameProgram.get(program.toLowerCase()) ?? knownProgram(program))];
  let more: Value | null = null;
  for (const arg of args) {
    const { items, more: others } = outputItems(arg);
    words.push(...items.map(shellWord));
    if (others?.mayBeUnknown === true && items.length === 0 && others.alternatives.length === 0) words.push(arg);
    else if (others !== null) more = shellWord(others);
  }
  const library = libraryCall({ ...call, by: program });
  runProcess(listValue(words, more), { input: call.input ?? undefined }, library);
  return printed(library.result ?? output);
}

/**
 * A program with its name in lower case, because case never matters on Windows. Paths other than the paths of installed programs keep their
 * letters: earlier code may have written them.
 */
function knownProgram(program: string): string {
  if (!/^[\w.-]+$/.test(program) && !installedPrograms.test(program)) return program;
  return program.replace(/[\w.-]+$/, (name) => (name === "Rscript" || name === "R" ? name : name.toLowerCase()));
}

const installedPrograms = /^\/?[a-z]:\/(?:windows|program ?files(?: \(x86\))?|programdata)\//i;

/** Converts the output of a program to lines. */
function printed(result: Value): Value {
  const [only] = result.alternatives;
  const path = only?.kind === "object" && only.type === "filenames" ? only.fields.get("path") : undefined;
  return path === undefined ? unknownValueFrom(result.from) : listValue([], path, result.from);
}

/** Writes a path for a Unix shell, with `/`. */
function shellWord(value: Value): Value {
  return mapAlternatives(asWord(value), (each, single) =>
    each.kind === "text" ? { ...single, alternatives: [{ ...each, text: shellPath(each.text) }] } : single,
  );
}

/** A path of Windows with slashes, so that the shell reader understands it; other text is unchanged. */
function shellPath(text: string): string {
  const isPath =
    /^(?:[A-Za-z]:[\\/]|\\\\|~[\\/]|\.{1,2}\\|[\w.-]+\\)[^"'<>|\r\n;()]*$/.test(text) &&
    !/\\[nrt"'](?:\W|$)/.test(text);
  return isPath ? normalizeWindowsPath(text) : text;
}
