import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { isAbsolute, join, resolve } from "node:path";
import { importUserModule } from "@helve/core/internal/node";
import { UsageError } from "./io.ts";

/**
 * Imports what a user names as `./file.js#export` or `package#export`, from the directory where the command was called.
 *
 * @param option - for messages
 * @throws UsageError if there is no such module or export; what the module throws
 */
export async function userModule(option: string, named: string, cwd: string): Promise<unknown> {
  const [specifier = "", name = ""] = named.split(/#(.*)/s);
  let path: string;
  try {
    path = /^[./~]|^[A-Za-z]:/.test(specifier)
      ? resolve(cwd, specifier)
      : createRequire(join(cwd, "package.json")).resolve(specifier);
  } catch (error) {
    const isFile = /\.[cm]?[jt]sx?$/.test(specifier) || existsSync(resolve(cwd, specifier));
    const hint = isFile ? ` (the path of a file begins with "./": ./${named})` : "";
    throw new UsageError(`${option} ${named}: ${(error as Error).message.split("\n")[0]}${hint}`);
  }
  if (isAbsolute(path) && !existsSync(path)) throw new UsageError(`${option} ${named}: there is no file ${path}`);
  const module = await importUserModule(path, (problem) => new UsageError(`${option} ${named}: the module ${problem}`));
  if (name !== "" && Object.hasOwn(module, name)) return module[name];
  const names = Object.keys(module);
  const has = `it has: ${names.join(", ") || "none"}`;
  if (name !== "") throw new UsageError(`${option} ${named}: the module has no export ${JSON.stringify(name)}; ${has}`);
  throw new UsageError(
    `${option} ${named}: name an export after "#", as in ${specifier}#${names[0] ?? "tools"}; ${has}`,
  );
}
