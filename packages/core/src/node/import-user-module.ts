import { pathToFileURL } from "node:url";
import { errorJson } from "../error.ts";

/**
 * Imports a module that a user wrote.
 *
 * @param path - absolute
 * @param failure - creates the error if the module can't be loaded; `problem` is the end of its message: `can't be loaded: …`
 */
export async function importUserModule(
  path: string,
  failure: (problem: string, cause: unknown) => unknown,
): Promise<Readonly<Record<string, unknown>>> {
  try {
    return await import(/* @vite-ignore */ pathToFileURL(path).href);
  } catch (error) {
    throw failure(`can't be loaded: ${errorJson(error).message}`, error);
  }
}
