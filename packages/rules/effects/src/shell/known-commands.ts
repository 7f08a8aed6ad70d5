import { type Argument, literalText } from "./argument.ts";
import { isBuiltin } from "./builtins.ts";
import { catalogueProgram } from "./catalogue.ts";
import { isDatabaseClient } from "./evaluate-database-client.ts";
import { findInterpreter, shellNames } from "./interpreters.ts";
import { findWrapper } from "./wrappers.ts";

/** Whether a name is a builtin, or a program whose effects are known. */
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

/** The program's name without its directory and version: `/opt/x/rm` is `rm`, `rimraf@5` is `rimraf`. */
export function programName(text: string): string {
  return text.slice(text.lastIndexOf("/") + 1).replace(/(?<=\w)@[\w.^~-]+$|\.exe$/, "");
}
