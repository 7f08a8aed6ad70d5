/** Chooses and loads the TypeScript compiler of a project. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Compiler } from "./compiler.ts";
import { ExtractError } from "./extract-error.ts";
import { typescript6 } from "./typescript6.ts";
import { type ProjectFiles, typescript7 } from "./typescript7.ts";

/** A package that contains a TypeScript compiler. */
export type CompilerPackage = "typescript" | "@typescript/typescript6";

/**
 * Opens files with the compiler that their project has installed, or else the one beside this package.
 *
 * @throws ExtractError if not found
 */
export async function openCompiler(project: ProjectFiles, wanted?: CompilerPackage): Promise<Compiler> {
  const packages: readonly CompilerPackage[] =
    wanted === undefined ? ["typescript", "@typescript/typescript6"] : [wanted];
  for (const from of [pathToFileURL(join(project.cwd, "_")).href, import.meta.url]) {
    for (const name of packages) {
      const compiler = await compilerOf(name, from, project);
      if (compiler !== undefined) return compiler;
    }
  }
  const message = `no TypeScript compiler is installed: npm install --save-dev ${wanted ?? "typescript"}`;
  throw new ExtractError([{ code: "compiler", message }]);
}

/** Opens the files with one package, if it is installed and has an API. */
async function compilerOf(name: CompilerPackage, from: string, project: ProjectFiles): Promise<Compiler | undefined> {
  const require = createRequire(from);
  const load = async (id: string): Promise<unknown> => {
    try {
      return await import(pathToFileURL(require.resolve(id)).href);
    } catch {
      return undefined;
    }
  };
  const modern = name === "typescript" ? await load("typescript/unstable/sync") : undefined;
  if (modern !== undefined) return typescript7(modern as Parameters<typeof typescript7>[0], project);
  const classic = Object((await load(name)) ?? {});
  const api = classic.default ?? classic;
  return typeof api.createProgram === "function" ? typescript6(api, project) : undefined;
}
