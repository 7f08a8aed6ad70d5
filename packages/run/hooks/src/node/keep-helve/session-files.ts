/** Evaluates files of the session that effects do not cover: files that programs load. */
import { existsSync } from "node:fs";
import type { CommandEffect, Effect, FileData, Origin } from "@helve/effects";
import { fileKey, joinPath, textsOfFile } from "@helve/effects";
import type { CallEffects } from "@helve/predicates";
import { type Answer, strongest, unsure } from "./answer.ts";
import { answerOfFile } from "./answer-of-file.ts";
import type { ToolArgument } from "./argument-texts.ts";
import { leavesCodeAlone, runtimeKind } from "./code-programs.ts";
import { conventionalFiles } from "./conventional-files.ts";
import { copiedFiles } from "./copied-files.ts";
import { inside, insideAny } from "./inside-code.ts";
import { filesNamedIn } from "./later-files.ts";
import { filesOfWords, isConfiguration, keysOf, loadedFiles } from "./loaded-files.ts";
import { manifestReader } from "./manifest-programs.ts";
import { withToolSettings } from "./manifest-settings.ts";
import { programOf } from "./own-code.ts";
import type { Calls, Reading } from "./reading.ts";
import { startedProgram } from "./started-program.ts";
import { commandsInFile, compiled, isOfContainers, mountsInFile, taskFiles } from "./task-files.ts";
import { mayStart } from "./unread-code.ts";
import { fileNamed, isAtOrAbove, programName } from "./words.ts";

/** Judges files of the session that a program may load. */
export async function filesItLoads(
  { commands, effects, files, written }: Calls & Pick<CallEffects, "written">,
  reading: Reading,
): Promise<readonly (Answer | undefined)[]> {
  const { places, fileText, depth } = reading;
  const followed = new Set(effects.flatMap((effect) => (effect.kind === "execute" ? effect.from : [])).flatMap(pathOf));
  const ofManifests = manifestReader(files, { places, fileText });
  const loaded = new Map(
    commands.flatMap((command) =>
      [...loadedFiles(command, files, places), ...ofManifests(command)]
        .filter((key) => !written.has(key) || !isItsOutput(key, command, effects))
        .map((key) => [key, programName(command.words[0])] as const),
    ),
  );
  const conventional = commands.flatMap((command) => {
    const keys = depth > 0 ? [] : keysOf(files).filter((key) => !written.has(key) || wasThere(key, command, effects));
    return conventionalFiles(command, keys);
  });
  const answers: Answer[] = [];
  for (const [key, program] of new Map([...conventional.map((key) => [key, "a program"] as const), ...loaded])) {
    // A reader of Python follows no notebook.
    if (followed.has(key) && !key.endsWith(".ipynb")) continue;
    const code = await codeOfFile(key, files, reading);
    const isSetting = !loaded.has(key) && isConfiguration(key);
    const answer = strongest([
      // Settings in a format of their own are no code that can't be read.
      isSetting && code?.isUnread === true ? undefined : code,
      // A configuration file may name commands. A runtime reads JSON only as data of its program.
      isConfiguration(key) && !(isJson.test(key) && runtimeKind(program) !== undefined)
        ? await commandsOfFile(key, files, { ...reading, onlyShells: true })
        : undefined,
    ]);
    if (answer === undefined || answer.truth === false) continue;
    answers.push(unsure(`${program} may run ${key}, which this session wrote: ${answer.reason}`));
  }
  for (const command of commands) {
    // A program that gets a text may run the commands and the files that the text names.
    const { input: text = "", isModeled, elsewhere, words } = command;
    const name = programName(words[0]);
    if (text === "" || isModeled || elsewhere || (leavesCodeAlone(name, command) && !hasConsole.test(name))) continue;
    const given = new Map(files).set(standardInput, { text, from: [] });
    const answer = await commandsOfFile(standardInput, given, { ...reading, onlyShells: !hasConsole.test(name) });
    if (answer !== undefined && answer.truth !== false)
      answers.push(unsure(`${name} may run what its standard input says: ${answer.reason}`));
  }
  return answers;
}

const standardInput = "standard input";

/** Programs with commands of their own, one of which starts a shell. */
const hasConsole =
  /^(?:sftp|l?ftp|ncftp|smbclient|cadaver|telnet|mail|mailx|mutt|gdb|lldb|psql|mysql|sqlite3|ed|ex|vi|vim)$/;

const isJson = /\.jsonc?$/;

/** Judges files of the session when a call runs a missing file, which may become a copy of one of them. */
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

/** Judges the copies of files of the session that a call starts in the place of other files. */
export async function copiesItStarts(
  { effects, files }: Calls,
  reading: Reading,
): Promise<readonly (Answer | undefined)[]> {
  const { cwd, home } = reading.places;
  const copies = copiedFiles(effects, files, reading.places);
  const answers: (Answer | undefined)[] = [];
  for (const { path } of copies.size === 0 ? [] : effects.flatMap(programOf)) {
    const key = fileKey(path, { workingDirectory: cwd, home });
    const text = copies.get(key);
    const answer = text && (await codeOfFile(key, new Map(files).set(key, { text, from: [] }), reading));
    if (answer && answer.truth !== false)
      answers.push(unsure(`it runs ${path}, which may be a copy of a file of this session: ${answer.reason}`));
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

/** Whether a file that the call writes may be there when a command starts: its own output is not. */
function wasThere(key: string, { start }: CommandEffect, effects: readonly Effect[]): boolean {
  const writes = effects.filter((effect) => effect.kind === "write" && effect.target?.path === key);
  return writes.length === 0 || writes.some((effect) => effect.start < start);
}

/** Judges task files that a program loads by name, such as `Taskfile.yml`. */
export async function filesOfTasks(
  { commands, files }: Calls,
  reading: Reading,
): Promise<readonly (Answer | undefined)[]> {
  const answers: Answer[] = [];
  const keys = files.size === 0 ? [] : keysOf(files);
  const read = new Set<string>();
  for (const command of keys.length === 0 ? [] : commands) {
    const started = startedProgram(command.words).name;
    const name = started === "" ? programName(command.words[0]) : started;
    if (command.elsewhere) continue;
    for (const file of taskFiles(name, keys, () => filesOfWords(command, keys, reading.places))) {
      const { key, reads, namesModules } = file;
      if (read.has(`${name} ${key} ${reads}`)) continue;
      read.add(`${name} ${key} ${reads}`);
      const add = (answer: Answer | undefined): void => {
        if (answer !== undefined && answer.truth !== false)
          answers.push(unsure(`${name} loads ${key}, which this session wrote: ${answer.reason}`));
      };
      const mount = mountsInFile(key, files.get(key)).find((path) => isKept(path, reading));
      add(mount === undefined ? undefined : unsure(`it gives containers ${mount}, which has protected files`));
      if (isOfContainers(name)) continue;
      const settings = withToolSettings(key, files, reads);
      if (reads === "code" || (reads === "starting code" && textsOfFile(files.get(key)).some(mayStart)))
        add(await codeOfFile(key, files, reading));
      add(
        reads === "names" || reads === "build settings"
          ? await filesNamedBy(key, settings, { ...reading, namesModules })
          : await commandsOfFile(key, settings, { ...reading, namesModules }),
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

/** Judges the commands in a file and the programs that it names. */
export async function commandsOfFile(
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

/** Judges the programs of the session that a file names. */
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

/** Whether an answer does not say that a file can't be read. */
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

/** Returns the path of an origin that is one file. */
function pathOf(origin: Origin): readonly string[] {
  return origin.kind === "file" && origin.target?.glob === false ? [origin.target.path] : [];
}

/** Evaluates a file of the session as a program. */
export function codeOfFile(key: string, files: Calls["files"], reading: Reading): Promise<Answer | undefined> {
  return answerOfFile(key, wholeFile(key, files.get(key), reading), {
    inside: (language, code) => inside(language, code, { ...reading, countsUnknown: true }),
    insideAny: (code) => insideAny(code, reading),
  });
}

/** Judges the files of the session that a tool's arguments name. */
export async function filesOfArguments(
  tool: string,
  texts: readonly ToolArgument[],
  files: Calls["files"],
  reading: Reading,
): Promise<readonly (Answer | undefined)[]> {
  const { cwd, home } = reading.places;
  const paths = texts.flatMap(({ text }) => (text.length > longestPath ? [] : pathsIn(text.trim())));
  const folders = ["", ...paths.slice(0, mostFolders).map((path) => `${path}/`)];
  const named = new Set(
    paths
      .slice(0, mostFolders)
      .flatMap((path) =>
        folders.map((folder) => fileKey(joinPath(cwd, folder + path) ?? path, { workingDirectory: cwd, home })),
      ),
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
const mostFolders = 30;

/** Lists the paths that a text may mean: without a scheme, in the workspace, as a module. */
function pathsIn(text: string): readonly string[] {
  const path = text.replace(/^file:(?:\/\/)?/, "").replace(/^\$\{[\w:]*\}\//, "");
  return [...new Set([text, path, ...(/^[\w.]+$/.test(path) ? [`${path.replaceAll(".", "/")}.py`] : [])])];
}

/** Returns a file's content from the session's steps, or else from the disk. */
function wholeFile(key: string, data: FileData | undefined, { paths, fileText }: Reading): FileData | undefined {
  if (data === undefined || data.missing === true || textsOfFile(data).length > 0) return data;
  return { ...data, text: fileText(paths.realPath(fileNamed(key))) };
}
