/** Tells which commands have known effects: shell builtins and programs of the catalogue. */
import { type Argument, literalText } from "./argument.ts";
import { isBuiltin } from "./builtins.ts";
import { catalogueProgram } from "./catalogue.ts";
import { isDatabaseClient } from "./evaluate-database-client.ts";
import { findInterpreter, shellNames } from "./interpreters.ts";
import { findWrapper } from "./wrappers.ts";

/** Whether a name belongs to a shell builtin, or to a program whose effects are known. */
export function isKnownCommand(name: string): boolean {
  return (
    isBuiltin(name) ||
    name === "find" ||
    shellNames.has(name) ||
    findWrapper(name, []) !== undefined ||
    findInterpreter(name) !== undefined ||
    isDatabaseClient(name) ||
    catalogueProgram(name) !== undefined
  );
}

/** The name of the program that a word calls; `""` if it is unknown. */
export function commandName(word: Argument | undefined): string {
  return programName(literalText(word) ?? "");
}

/**
 * The program's name without its directory and version: `/opt/x/rm` is `rm`, `rimraf@5` is `rimraf`, `C:\\Program Files\\Git\\bin\\Git.exe` is
 * `git`.
 */
export function programName(text: string): string {
  const own = text.slice(text.lastIndexOf("/") + 1);
  const name = /^(?:[A-Za-z]:|\\\\|\.{1,2}\\).*\\|\\.*\.exe$/is.test(text) ? own.slice(own.lastIndexOf("\\") + 1) : own;
  if (/\.exe$/i.test(name)) return name.slice(0, -4).toLowerCase();
  return name.replace(/(?<=\w)@[\w.^~-]+$/, "");
}
