/** Finds Helve's own commands, however Helve is started: by name, package, script, link or runtime. */
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { CommandEffect, CommandWord } from "@helve/effects";
import { type Answer, unread, unsure } from "./answer.ts";
import type { ProtectedPaths } from "./protected-paths.ts";
import { isAtOrAbove } from "./words.ts";

/** Whether a Helve command may change what is allowed, or a runtime starts an unknown script. */
export function ownCommand(
  command: CommandEffect,
  paths: ProtectedPaths,
  path: string | undefined,
): Answer | undefined {
  if (command.elsewhere) return undefined;
  const [program, ...words] = command.words;
  if (program === undefined) return undefined;
  if (isOwnName(program.text ?? "") || isOwnProgram(program, paths, path)) return answerOf(words);
  if (isUnknownFile(program, command)) {
    const mayBeOwn = command.directory !== null || commandsOfHelve.test(words[0]?.text ?? "hook");
    return mayBeOwn ? unread(`it is not known which program ${program.text} is`) : undefined;
  }
  const name = runtimeName(program);
  if (name === undefined) return undefined;
  const at = scriptOf(words);
  const script = words[at];
  if (script === undefined) return undefined;
  if (script.text === null && !isKnownGlob(script)) return unread(`it starts ${name} with a script that is not known`);
  const isPath = script.isCode !== true && /[./\\]/.test(script.text ?? "/");
  if (isPath && script.target === null) {
    return unread(`it starts ${name} in a folder that is not known`);
  }
  if (!isOwnScript(script, paths)) return undefined;
  const isMain = /(?:^|\/)(?:main\.[jt]s|helve)$/.test(script.text ?? "");
  return isMain ? answerOf(words.slice(at + 1)) : { truth: true, reason: "it runs a file of Helve" };
}

/** Whether a program is a file that is not known: behind a link whose target is unknown, or in an unknown folder. */
function isUnknownFile({ text, target }: CommandWord, { directory }: CommandEffect): boolean {
  return text?.includes("/") === true && target === null && (directory !== null || !text.startsWith("/"));
}

/** The first words of the Helve commands that may change something. */
const commandsOfHelve = /^(?:hook|trust|allow|log|init|mcp|rules|fmt|check)$/;

/** Whether a Helve command only reads. */
export function isReadingCommand(command: CommandEffect, paths: ProtectedPaths): boolean {
  const [program, ...words] = command.words;
  if (program === undefined) return false;
  if (isOwnName(program.text ?? "")) return answerOf(words) === undefined;
  const script = words[0];
  const isScript = runtimeName(program) !== undefined && script !== undefined && isOwnScript(script, paths);
  return isScript && answerOf(words.slice(1)) === undefined;
}

/** JavaScript runtimes, and what runs TypeScript with them. */
const runtimes = /^(?:node|nodejs|bun|deno|tsx|ts-node|ts-node-esm|esno|jiti|vite-node|qjs)(?:[\d.]+)?$/;

/** The name of a JavaScript runtime without its folder and version; `undefined` for another program. */
function runtimeName({ text }: CommandWord): string | undefined {
  const name = nameOf(text ?? "").replace(/@.*$/s, "");
  return runtimes.test(name) ? name : undefined;
}

/** Whether the scripts that wildcards match are known. The output of `which` is unknown: it may name any script. */
function isKnownGlob({ target, pattern }: CommandWord): boolean {
  return target?.glob === true && /\w/.test(pattern.replace(/\.\w+$/, ""));
}

/** The index of the script among the words of a runtime; the number of words if there is no script. */
function scriptOf(words: readonly CommandWord[]): number {
  const at = words.findIndex(
    ({ text }, index) =>
      text === null || (!/^-./.test(text) && !/^(?:run|x|exec|watch|--)$/.test(text) && !takesValue(words[index - 1])),
  );
  return at === -1 ? words.length : at;
}

/** Whether an option of Node.js or Bun takes the next word as its value. */
function takesValue(option: CommandWord | undefined): boolean {
  return /^(?:-r|--require|--import|--loader|--experimental-loader|--preload|-C|--conditions|--env-file|--input-type|--config|-c|--tsconfig)$/.test(
    option?.text ?? "",
  );
}

/** Whether a word is the name of Helve, also as a package or a script. */
function isOwnName(text: string): boolean {
  return /^helve(?:@[\w.^~-]+|\.[cm]?js|\.exe|\.cmd|\.ps1)?$/i.test(nameOf(text)) && !/^@/.test(text);
}

/** Returns the last part of a path with either kind of slash. */
function nameOf(text: string): string {
  return basename(text.replaceAll("\\", "/"));
}

/** Whether a program is a file of Helve, by its path or by where `PATH` finds it. */
function isOwnProgram({ text, target }: CommandWord, paths: ProtectedPaths, path = ""): boolean {
  if (text === null || text === "") return false;
  if (text.includes("/")) return target !== null && isOwnScript({ target }, paths);
  const found = path.split(":").find((folder) => folder !== "" && existsSync(join(folder, text)));
  return found !== undefined && isScriptOfHelve(realpathSync(join(found, text)));
}

function isOwnScript({ target }: Pick<CommandWord, "target">, paths: ProtectedPaths): boolean {
  if (target === null) return false;
  if (isOwnName(target.path)) return true;
  if (target.glob) {
    const mayBeOwn = target.path.endsWith("/**") && isAtOrAbove(target.path.slice(0, -3), paths.program);
    return mayBeOwn || paths.kindOf(target) === "program" || /(?:^|\/)h[^/]*\/(?:dist|src)\//.test(target.path);
  }
  const real = paths.realPath(target);
  if (isScriptOfHelve(real) || isScriptOfHelve(target.path) || isCopy(real, paths)) return true;
  return paths.kindOf(target) === "program" && !isRuntime(real);
}

/** Whether a file of the disk, or `main.js` beside it, is the program of Helve under another path. */
function isCopy(path: string, paths: ProtectedPaths): boolean {
  const ownProgram = join(paths.program, "dist/main.js");
  return [path, join(dirname(path), "main.js")].some((file) => {
    try {
      return statSync(file).size === statSync(ownProgram).size && readFileSync(file).equals(readFileSync(ownProgram));
    } catch {
      return false;
    }
  });
}

function isScriptOfHelve(path: string): boolean {
  return /(?:^|\/)helve\/(?:dist|src)\/[\w.-]+\.[cm]?[jt]s$/.test(path);
}

function isRuntime(path: string): boolean {
  return path === process.execPath || runtimes.test(basename(path));
}

/** Evaluates a Helve command; returns `undefined` if it changes nothing. */
function answerOf(words: readonly CommandWord[]): Answer | undefined {
  const own = "it runs a command of Helve that may change what is allowed";
  if (words.some(({ text }) => text === null)) return unsure(own);
  const texts = words.map(({ text }) => text ?? "");
  const [name] = texts;
  if (name === undefined) return undefined;
  // Formatting keeps the meaning of a rule file.
  if (name === "fmt") return texts.includes("--check") ? undefined : unsure("it formats rule files of Helve");
  const writes = texts.some((text) => /^--(?:fix|purge|write|out|output|export|predicates)(?:=|$)|^-[oO]/.test(text));
  return readingCommands.test(name) && !writes ? undefined : { truth: true, reason: own };
}

/** The Helve commands that change nothing. */
const readingCommands = /^(?:try|check|explain|test|replay|log|help|--help|-h|--version|-V|completion|opentool)$/;
