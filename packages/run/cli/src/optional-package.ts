import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { UsageError } from "./io.ts";

/**
 * Imports packages that users install beside `helve`, because most commands don't need them. The bundle does not contain them.
 *
 * @param purpose - what needs them: `helve chat`
 * @param specifiers - the modules, by the names of the result's members
 * @throws UsageError that names all packages that are missing, and how to install them
 *
 * @example
 * const { agent } = await optionalPackages<{ agent: typeof import("@helve/agent") }>("helve chat", { agent: "@helve/agent" });
 */
export async function optionalPackages<Modules extends object>(
  purpose: string,
  specifiers: { readonly [Key in keyof Modules]: string },
): Promise<Modules> {
  const entries = Object.entries<string>(specifiers);
  // A name in a variable: a bundler would include the package.
  const results = await Promise.allSettled(entries.map(([, specifier]) => import(/* @vite-ignore */ specifier)));
  const errors = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  const missing = new Set<string>();
  for (const error of errors) {
    const name = missingPackage(error);
    if (name === undefined) throw readable(purpose, error);
    missing.add(name);
  }
  if (missing.size > 0) {
    const names = [...missing].sort().join(" ");
    throw new UsageError(
      `${purpose} needs packages that are not installed beside helve. Install them where helve is installed (with --global, if it is):\n  npm install ${names}`,
    );
  }
  return Object.fromEntries(
    results.flatMap((result, index) => (result.status === "fulfilled" ? [[entries[index]?.[0], result.value]] : [])),
  );
}

/**
 * Imports a package of the user's project, or else the one beside this program.
 *
 * @param cwd - a folder of the project
 * @throws UsageError as {@link optionalPackages}
 */
export async function projectPackage<Module extends object>(
  purpose: string,
  specifier: string,
  cwd: string,
): Promise<Module> {
  const file = packageFile(specifier, join(cwd, "package.json"));
  const found = file === undefined ? specifier : pathToFileURL(file).href;
  return (await optionalPackages<{ found: Module }>(purpose, { found })).found;
}

/** The file of a module as a file sees it; `undefined` if it is not installed there. */
function packageFile(specifier: string, from: string): string | undefined {
  try {
    return createRequire(from).resolve(specifier);
  } catch {
    return undefined;
  }
}

/** Checks that an optional package has a supported version. */
function readable(purpose: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== "ERR_PACKAGE_PATH_NOT_EXPORTED") return error;
  return new UsageError(`${purpose} needs versions of the packages that belong to this version of helve: ${message}`);
}

/** The package that an import has not found; `undefined` for any other error. */
function missingPackage(error: unknown): string | undefined {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === "ERR_MODULE_NOT_FOUND" ? /Cannot find package '([^']+)'/.exec(message)?.[1] : undefined;
}
