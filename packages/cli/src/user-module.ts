import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
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
    throw new UsageError(`${option} ${named}: ${(error as Error).message.split("\n")[0]}`);
  }
  let module: Readonly<Record<string, unknown>>;
  try {
    module = await import(/* @vite-ignore */ pathToFileURL(path).href);
  } catch (error) {
    throw new UsageError(`${option} ${named}: the module can't be loaded: ${(error as Error).message}`);
  }
  if (name !== "" && Object.hasOwn(module, name)) return module[name];
  const names = Object.keys(module).join(", ");
  throw new UsageError(
    `${option} ${named}: the module has no export ${JSON.stringify(name)}; it has: ${names || "none"}`,
  );
}
