/** The file operations of `make` while it reads a makefile: `$(file …)` writes, and `include` reads further rules. */

/** Lists the paths that `$(file >path,text)` writes, unexpanded. */
export function pathsWrittenByMake(text: string): readonly string[] {
  return [...text.matchAll(/\$[({]file\s+>>?\s*([^,\n]*)/g)]
    .slice(0, mostFiles)
    .map(([, path = ""]) => path.replace(/[)}]\s*$/, "").trim());
}

/** Lists the paths after `include`, unexpanded. */
export function pathsIncludedByMake(text: string): readonly string[] {
  return [...text.matchAll(/^ *[-s]?include[ \t]+([^#\n]+)/gm)]
    .slice(0, mostFiles)
    .map(([, paths = ""]) => paths.trim());
}

/** Whether a text may be rules for `make`. */
export function mayBeMakefile(text: string): boolean {
  return /^\t|\$[({](?:shell|file|eval)\s|^[\w./%-]+\s*:(?!=|\/)/m.test(text);
}

/** More files than this are not read. */
const mostFiles = 50;
