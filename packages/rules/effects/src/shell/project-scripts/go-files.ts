// Files of Go: which of them make a program, and how several of them are read as one.

/** The files of a package as one program: one `package` clause, all imports, then all declarations. */
export function joinGoFiles(texts: readonly string[]): string {
  const [first = "", other] = texts;
  if (other === undefined) return first;
  const imports: string[] = [];
  const bodies = texts.map((text) =>
    text.replace(packageClause, "").replaceAll(importDeclaration, (found) => {
      imports.push(found);
      return "";
    }),
  );
  return ["package main", ...new Set(imports), ...bodies].join("\n");
}

const packageClause = /^package[ \t]+\w+[^\n]*$/m;
const importDeclaration = /^import[ \t]*(?:\([^()]*\)|[\w.]*[ \t]*(?:"[^"\n]*"|`[^`\n]*`))[^\n]*$/gm;

/** Whether a file imports the package in a directory of the project: `"shop.example/app/internal/db"` is in `internal/db`. */
export function importsDirectory(text: string, directory: string): boolean {
  return [...text.matchAll(/"([\w./-]{1,300})"/g)].some(([, path = ""]) => path.endsWith(`/${directory}`));
}

/** The directory of a path; empty for the directory in which the command runs. */
export function directoryOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
