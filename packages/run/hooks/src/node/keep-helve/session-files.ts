// Evaluates files of the session that effects do not cover: files that programs load, that run in the background, or that run later.

import { existsSync } from "node:fs";
import type { Action, Step, Trajectory } from "@helve/core";
import { quotedShellWord } from "@helve/core/internal";
import type { CommandEffect, Effect, FileData, Origin } from "@helve/effects";
import { fileKey, textsOfFile } from "@helve/effects";
import type { CallEffects } from "@helve/predicates";
import { type Answer, strongest, unsure } from "./answer.ts";
import { answerOfFile } from "./answer-of-file.ts";
import type { ToolArgument } from "./argument-texts.ts";
import { runtimeKind } from "./code-programs.ts";
import { eachInside, inside, insideAny } from "./inside-code.ts";
import { filesNamedIn, runsLater } from "./later-files.ts";
import { filesOfWords, isConfiguration, keysOf, loadedFiles } from "./loaded-files.ts";
import { programOf } from "./own-code.ts";
import type { Calls, Reading } from "./reading.ts";
import { commandsInFile, compiled, isOfContainers, mayStart, mountsInFile, taskFiles } from "./task-files.ts";
import { fileNamed, isAtOrAbove, programName } from "./words.ts";

/** Evaluates files of the session that a program may load, except those whose effects are known. */
export async function filesItLoads(
  { commands, effects, files, written }: Calls & Pick<CallEffects, "written">,
  reading: Reading,
): Promise<readonly (Answer | undefined)[]> {
  const { places } = reading;
  const followed = new Set(effects.flatMap((effect) => (effect.kind === "execute" ? effect.from : [])).flatMap(pathOf));
  const loaded = new Map(
    commands.flatMap((command) =>
      loadedFiles(command, files, places)
        .filter((key) => !written.has(key) || !isItsOutput(key, command, effects))
        .map((key) => [key, programName(command.words[0])] as const),
    ),
  );
  const answers: Answer[] = [];
  for (const [key, program] of loaded) {
    if (followed.has(key)) continue;
    const answer = strongest([
      await codeOfFile(key, files, reading),
      // A configuration file may name commands. A runtime reads JSON only as data of its program.
      isConfiguration(key) && !(isJson.test(key) && runtimeKind(program) !== undefined)
        ? await commandsOfFile(key, files, { ...reading, onlyShells: true })
        : undefined,
    ]);
    if (answer === undefined || answer.truth === false) continue;
    answers.push(unsure(`${program} may run ${key}, which this session wrote: ${answer.reason}`));
  }
  return answers;
}

const isJson = /\.jsonc?$/;

/** Evaluates files of the session if the call runs a file that does not exist yet: that file may be a copy of one of them. */
export async function copiesItRuns(
  { effects, files }: Calls,
  reading: Reading,
): Promise<readonly (Answer | undefined)[]> {
  const { paths, places } = reading;
  const keys = keysOf(files);
  const missing = (keys.length === 0 ? [] : effects.flatMap(programOf)).find((target) => {
    const key = fileKey(target.path, { workingDirectory: places.cwd, home: places.home });
    return !files.has(key) && !existsSync(paths.realPath(target));
  });
  if (missing === undefined) return [];
  const answers: Answer[] = [];
  for (const key of keys.slice(-mostCopies)) {
    const answer = await codeOfFile(key, files, reading);
    if (answer !== undefined && answer.truth !== false)
      answers.push(unsure(`it runs ${missing.path}, which may be a copy of ${key}: ${answer.reason}`));
  }
  return answers;
}

/** The most files that a program is compared with. */
const mostCopies = 50;

/** Whether only a command itself writes a file: `sed -i s/a/b/ x.sh`. */
function isItsOutput(key: string, { start, end }: CommandEffect, effects: readonly Effect[]): boolean {
  const writes = effects.filter((effect) => effect.kind === "write" && effect.target?.path === key);
  return writes.length > 0 && writes.every((effect) => effect.start >= start && effect.end <= end);
}

/** Evaluates files that a program loads by their well-known names or by its arguments, and that name commands or other files. */
export async function filesOfTasks(
  { commands, files }: Calls,
  reading: Reading,
): Promise<readonly (Answer | undefined)[]> {
  const answers: Answer[] = [];
  const keys = files.size === 0 ? [] : keysOf(files);
  const read = new Set<string>();
  for (const command of keys.length === 0 ? [] : commands) {
    const name = programName(command.words[0]);
    if (command.elsewhere) continue;
    for (const file of taskFiles(name, keys, () => filesOfWords(command, keys, reading.places))) {
      const { key, reads, namesModules } = file;
      if (read.has(`${name} ${key}`)) continue;
      read.add(`${name} ${key}`);
      const add = (answer: Answer | undefined): void => {
        if (answer !== undefined && answer.truth !== false)
          answers.push(unsure(`${name} loads ${key}, which this session wrote: ${answer.reason}`));
      };
      const mount = mountsInFile(key, files.get(key)).find((path) => isKept(path, reading));
      add(mount === undefined ? undefined : unsure(`it gives containers ${mount}, which has protected files`));
      if (isOfContainers(name)) continue;
      if (reads === "code" || (reads === "starting code" && textsOfFile(files.get(key)).some(mayStart)))
        add(await codeOfFile(key, files, reading));
      add(
        reads === "names"
          ? await filesNamedBy(key, withToolSettings(key, files), reading)
          : await commandsOfFile(key, files, { ...reading, namesModules }),
      );
    }
  }
  return answers;
}

interface FileReading extends Reading {
  /** Whether only commands count that name a shell or a runtime. */
  readonly onlyShells?: boolean;
  /** Whether a name in the file may be a module of Python. */
  readonly namesModules?: boolean;
}

/** Evaluates the commands in a file, and the programs of the session that the file names. */
async function commandsOfFile(
  key: string,
  files: Calls["files"],
  { onlyShells = false, namesModules = false, ...reading }: FileReading,
): Promise<Answer | undefined> {
  const data = files.get(key);
  const answers: (Answer | undefined)[] = [];
  for (const line of commandsInFile(data, onlyShells)) {
    const answer = await inside("shell", line, { ...reading, countsUnknown: true });
    // A text without code that no shell can read is prose.
    if (substitutes.test(line) || mayBeRead(answer)) answers.push(answer);
  }
  answers.push(await filesNamedBy(key, files, { ...reading, namesModules }));
  return strongest(answers);
}

/** The files, with only the fields of a manifest that are settings of tools: other programs run its scripts and its main file. */
function withToolSettings(key: string, files: Calls["files"]): Calls["files"] {
  const data = files.get(key);
  if (data === undefined || !/(?:^|\/)package\.json$/.test(key)) return files;
  const texts = textsOfFile(data).map((text) => {
    try {
      const fields = Object.entries(Object(JSON.parse(text)));
      return JSON.stringify(fields.filter(([name]) => !ofPackages.test(name)));
    } catch {
      return text;
    }
  });
  return new Map(files).set(key, { ...data, text: texts.join("\n") });
}

/** The fields of a manifest that the package manager and runtimes read. */
const ofPackages =
  /^(?:name|version|description|keywords|main|module|browser|types|typings|bin|man|files|exports|imports|scripts|workspaces|\w*[dD]ependencies\w*|type|sideEffects)$/;

/** What the programs of the session do that a file names. */
async function filesNamedBy(
  key: string,
  files: Calls["files"],
  { namesModules = false, ...reading }: FileReading,
): Promise<Answer | undefined> {
  const answers: (Answer | undefined)[] = [];
  for (const other of filesNamedIn(key, files, namesModules).filter(isProgram))
    answers.push(await codeOfFile(other, files, reading));
  return strongest(answers);
}

const substitutes = /[$`]/;

function mayBeRead(answer: Answer | undefined): boolean {
  return answer?.truth !== "unknown" || !/can't be read/.test(answer.reason);
}

/** Whether a file may be a program that its name starts. What a compiled program does is not followed. */
function isProgram(key: string): boolean {
  return !compiled.test(key);
}

/** Whether a folder has protected files, or is the home directory. */
function isKept(path: string, { paths, places: { home } }: Reading): boolean {
  const target = fileNamed(path.replace(/^\$\{?HOME\}?/, "~"));
  return paths.kindOf(target) !== undefined || isAtOrAbove(paths.realPath(target), home);
}

function pathOf(origin: Origin): readonly string[] {
  return origin.kind === "file" && origin.target?.glob === false ? [origin.target.path] : [];
}

/** Evaluates a file of the session as a program. */
function codeOfFile(key: string, files: Calls["files"], reading: Reading): Promise<Answer | undefined> {
  return answerOfFile(key, wholeFile(key, files.get(key), reading), {
    inside: (language, code) => inside(language, code, { ...reading, countsUnknown: true }),
    insideAny: (code) => insideAny(code, reading),
  });
}

/** Evaluates the files of the session that a tool's arguments name: the tool may run them. */
export async function filesOfArguments(
  tool: string,
  texts: readonly ToolArgument[],
  files: Calls["files"],
  reading: Reading,
): Promise<readonly (Answer | undefined)[]> {
  const { cwd: workingDirectory, home } = reading.places;
  const named = new Set(
    texts.flatMap(({ text }) => (text.length > longestPath ? [] : fileKey(text.trim(), { workingDirectory, home }))),
  );
  const answers: Answer[] = [];
  for (const key of keysOf(files)) {
    if (!named.has(key)) continue;
    const answer = await codeOfFile(key, files, reading);
    if (answer !== undefined && answer.truth !== false)
      answers.push(unsure(`${tool} may run ${key}, which this session wrote: ${answer.reason}`));
  }
  return answers;
}

const longestPath = 4096;

/** The contents of a file: from the steps of the session if they are known, else from the disk. */
function wholeFile(key: string, data: FileData | undefined, { paths, fileText }: Reading): FileData | undefined {
  if (data === undefined || data.missing === true || textsOfFile(data).length > 0) return data;
  return { ...data, text: fileText(paths.realPath(fileNamed(key))) };
}

/** Evaluates files that a later program will run, if the call writes them or writes the file that names them. */
export async function filesForLater(
  { written, files }: Pick<CallEffects, "written"> & Pick<Calls, "files">,
  reading: Reading,
): Promise<readonly (Answer | undefined)[]> {
  if (reading.depth > 0 || written.size === 0) return [];
  const answers: Answer[] = [];
  for (const later of [...files.keys()].filter(runsLater)) {
    for (const key of filesNamedIn(later, files)) {
      if (!written.has(later) && !written.has(key)) continue;
      const answer = await codeOfFile(key, files, reading);
      if (answer !== undefined && answer.truth !== false)
        answers.push(unsure(`${later} may run ${key} later, which this session wrote: ${answer.reason}`));
    }
  }
  return answers;
}

/** Evaluates code that is still running, with the files that the call writes. Effects that it had before are not counted again. */
export async function whatRuns(
  action: Action,
  {
    written,
    earlierFiles,
    files,
    running,
  }: Pick<CallEffects, "written" | "earlierFiles" | "running"> & Pick<Calls, "files">,
  reading: Reading,
): Promise<readonly (Answer | undefined)[]> {
  const changed = [...files.keys()].filter((key) => written.has(key) || !earlierFiles.has(key));
  if (reading.depth > 0 || changed.length === 0) return [];
  const { trajectory } = reading.decision;
  const step: Step = { action, observation: { parts: [], isError: false }, ran: false, inFlight: true };
  const earlier = { ...reading, countsUnknown: true };
  const later = { ...earlier, decision: { ...reading.decision, trajectory: withStep(trajectory, step) } };
  const names = changed.map((key) => key.replace(/^.*\//s, ""));
  const answers: Answer[] = [];
  for (const { language, code, directory } of running) {
    const place =
      language === "shell" && typeof directory === "string" && directory !== ""
        ? `cd ${quotedShellWord(directory)}; `
        : "";
    const now = (await eachInside(language, place + code, later)).filter(({ truth }) => truth !== false);
    if (now.length === 0) continue;
    const isNamed = names.some((name) => name !== "" && code.includes(name));
    const before = isNamed ? [] : await eachInside(language, place + code, earlier);
    const found = now.find(({ reason }) => before.every((other) => other.reason !== reason));
    if (found !== undefined) answers.push(unsure(`code that still runs may run what it writes: ${found.reason}`));
  }
  return answers;
}

/** A trajectory with a step more, which keeps what is known of the others. */
function withStep(trajectory: Trajectory, step: Step): Trajectory {
  return Object.assign([...trajectory, step], { history: trajectory.history });
}
