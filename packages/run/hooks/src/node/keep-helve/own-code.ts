/** Finds code of the session whose content no step shows completely, because it was edited or generated. */
import type { Action } from "@helve/core";
import type { CommandEffect, Effect, FileData, Target } from "@helve/effects";
import { dataOfDirectory, fileKey, textsOfFile } from "@helve/effects";
import { type CallEffects, effectsOfCall } from "@helve/predicates";
import { isMachineCode } from "../file-text.ts";
import { type Answer, unread } from "./answer.ts";
import type { Reading } from "./reading.ts";

/** The effects of a call, with the session's files as they are on the disk. */
export interface CallReading extends CallEffects {
  /** Code of the session that the call runs and that can't be read. */
  readonly unreadCode?: Answer;
}

/** Reads a call, with files of the session taken from the disk where its steps don't show them. */
export function readCall(action: Action, reading: Reading): CallReading {
  const { policy, decision, fileText } = reading;
  const read = effectsOfCall(action, policy, decision);
  if (!mayRunFiles(read.commands, read.effects)) return read;
  const { cwd, home } = reading.places;
  const keyOf = (path: string): string => fileKey(path, { workingDirectory: cwd, home });
  const isOwn = (key: string): boolean => isUnknown(dataOfSession(key, read.earlierFiles));
  const texts = new Set([...read.earlierFiles.values()].flatMap(textsOfFile));
  const ownText = (path: string): string | undefined => {
    const text = fileText(path);
    return text !== undefined && (isOwn(keyOf(path)) || texts.has(text)) ? text : undefined;
  };
  const whole = read.earlierFiles.size === 0 ? read : effectsOfCall(action, policy, decision, { fileText: ownText });
  const known = new Set(read.effects.map((effect) => (effect.kind === "anything" ? effect.reason : "")));
  const found = whole.effects.find((effect) => effect.kind === "anything" && !known.has(effect.reason));
  if (found?.kind === "anything") {
    return { ...whole, unreadCode: unread(`it runs a file that the session has changed: ${found.reason}`) };
  }
  const isUnknownProgram = (target: Target, { written, effects }: CallEffects): boolean => {
    const key = keyOf(target.path);
    const data = written.get(key);
    if (data !== undefined) return isUnknown(data) && !isCompiled(key, effects);
    const isOfSession = isOwn(key) && textsOfFile(whole.earlierFiles.get(key)).length === 0;
    return isOfSession && !isMachineCode(reading.paths.realPath(target));
  };
  const programs = whole.effects.flatMap(programOf).filter((target) => isUnknownProgram(target, whole));
  // A copy of a file of the project is known by the disk.
  const onDisk = programs.length === 0 ? whole : effectsOfCall(action, policy, decision, { fileText });
  const program = programs.find((target) => isUnknownProgram(target, onDisk));
  if (program === undefined) return whole;
  const reason = `it runs ${program.path}, which this session wrote, and it is not known what it holds`;
  return { ...whole, unreadCode: unread(reason) };
}

/** Whether a call may run a file. git may: it runs the hooks of its repository. */
export function mayRunFiles(commands: readonly CommandEffect[], effects: readonly Effect[]): boolean {
  const runs = commands.some(
    ({ isModeled, words: [program] }) => !isModeled || /^(?:.*\/)?git$/.test(program?.text ?? ""),
  );
  return runs || effects.some(({ kind }) => kind === "execute");
}

/** Returns the contents that the session gave a file. */
function dataOfSession(key: string, files: CallEffects["earlierFiles"]): FileData | undefined {
  const data = files.get(key);
  if (data !== undefined) return data;
  const folder = dataOfDirectory(key, files);
  const isOwn = folder?.from.some(
    (origin) => origin.kind === "file" && origin.target !== null && files.has(origin.target.path),
  );
  return isOwn === true ? folder : undefined;
}

function isUnknown(data: FileData | undefined): boolean {
  return data !== undefined && data.missing !== true && textsOfFile(data).length === 0;
}

/** Returns the file that an effect runs. */
export function programOf(effect: Effect): readonly Target[] {
  const [first] = effect.kind === "execute" ? effect.from : [];
  return first?.kind === "file" && first.target?.glob === false ? [first.target] : [];
}

/** Whether a compiler creates a file, so that its program is not evaluated. */
function isCompiled(key: string, effects: readonly Effect[]): boolean {
  const writes = effects.filter((effect) => effect.kind === "write" && effect.target?.path === key);
  return writes.length > 0 && writes.every(({ by }) => compilers.test(by));
}

const compilers =
  /^(?:.*-)?(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+|tcc|gfortran|gdc|gnat\w*|ghc|nvcc|fpc|ld|as|go|rustc)(?:-?[\d.]+)?$/;
