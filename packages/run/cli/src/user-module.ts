import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { isAbsolute, join, resolve } from "node:path";
import { importUserModule } from "@helve/core/internal/node";
import { UsageError } from "./io.ts";

/**
 * Imports what a user names as `file.js#export` or `package#export`, from the directory where the command was called. Without a name it is the
 * default export.
 *
 * @param option - for messages
 * @throws UsageError if there is no such module or export; what the module throws
 */
export async function userModule(option: string, named: string, cwd: string): Promise<unknown> {
  const [specifier = "", name = ""] = named.split(/#(.*)/s);
  let path: string;
  try {
    path =
      /^[./~]|^[A-Za-z]:|\.[cm]?[jt]sx?$/.test(specifier) || existsSync(resolve(cwd, specifier))
        ? resolve(cwd, specifier)
        : createRequire(join(cwd, "package.json")).resolve(specifier);
  } catch (error) {
    throw new UsageError(`${option} ${named}: ${(error as Error).message.split("\n")[0]}`);
  }
  if (isAbsolute(path) && !existsSync(path)) throw new UsageError(`${option} ${named}: there is no file ${path}`);
  const module = await importUserModule(path, (problem) => new UsageError(`${option} ${named}: the module ${problem}`));
  const exported = name === "" ? "default" : name;
  if (Object.hasOwn(module, exported)) return module[exported];
  const names = Object.keys(module);
  const has = `it has: ${names.join(", ") || "none"}`;
  if (name !== "") throw new UsageError(`${option} ${named}: the module has no export ${JSON.stringify(name)}; ${has}`);
  throw new UsageError(
    `${option} ${named}: name an export after "#", as in ${specifier}#${names[0] ?? "tools"}; ${has}`,
  );
}
