import { textsOfFile } from "../execution-state.ts";
import type { FileContent } from "../flow.ts";
import type { Value } from "../word-value.ts";
import { type Argument, literalText } from "./argument.ts";
import { evaluateOtherLanguage } from "./evaluate-other-language.ts";
import { spanInCommand } from "./evaluate-shell.ts";
import { emitUnknown, runForOneOf, type Shell } from "./evaluation.ts";
import { optionSet, separateOptions } from "./separate-options.ts";
import { targetOf } from "./target.ts";
import { whileMissing } from "./written-files.ts";

const valued = optionSet(
  "-tags -ldflags -gcflags -asmflags -mod -modfile -overlay -o -exec -C -p -run -count -timeout",
);

/**
 * Emits the effects of Go programs that `go run` compiles and runs, if the script itself or earlier code wrote them: all files of a package
 * together, and the packages that they import. A program that `go build` compiles is evaluated when it runs; `go test` runs the tests of all
 * packages.
 */
export function evaluateGo(words: readonly Argument[], shell: Shell): void {
  const { written } = shell.evaluation;
  // `go -C directory run …`
  const [head, subcommand, ...rest] =
    literalText(words[1]) === "-C" ? [...words.slice(0, 1), ...words.slice(3)] : words;
  const name = literalText(subcommand) ?? "";
  if (head === undefined || written.size === 0 || !/^(run|build|install|test|tool)$/.test(name)) return;
  const { operands } = separateOptions(rest, valued, true);
  const files = [...written.keys()].filter((path) => path.endsWith(".go"));
  const place = operands[0] ?? head;
  // With `-C`, paths of packages begin in another directory.
  const isElsewhere = rest.length < words.length - 2;
  const isUnknownPlace =
    name === "run" && (isElsewhere || operands.some(({ value }) => value === null || mayBeAny(value)));
  const isTool = name === "tool" && operands.length > 0;
  if (name === "test" || isUnknownPlace || isTool)
    for (const each of packagesOf(files)) readTogether(each, place, shell);
  else if (name !== "tool") {
    const main = filesToRun(operands, files, shell);
    for (const each of [main, ...packagesOf(files).filter((others) => isImported(others, main, files, shell))])
      readTogether(each, place, shell);
  }
}

/** Whether an operand names packages by a pattern. */
function mayBeAny({ text, glob }: Value): boolean {
  return glob || text.includes("...");
}

/** The files that the operands name, or those in the directory that they name. */
function filesToRun(operands: readonly Argument[], files: readonly string[], { state }: Shell): readonly string[] {
  const paths = (words: readonly Argument[]): readonly string[] =>
    words.flatMap(({ value }) => (value === null ? [] : (targetOf(value, state)?.path ?? [])));
  const named = operands.filter((word) => literalText(word)?.endsWith(".go"));
  if (named.length > 0) return paths(named);
  const [own = targetOf({ text: ".", glob: false }, state)?.path] = paths(operands.slice(0, 1));
  return files.filter((path) => directoryOf(path) === own && !path.endsWith("_test.go"));
}

/** The files by their directories. */
function packagesOf(files: readonly string[]): readonly (readonly string[])[] {
  const packages = new Map<string, string[]>();
  for (const path of files) packages.set(directoryOf(path), [...(packages.get(directoryOf(path)) ?? []), path]);
  return [...packages.values()];
}

/** Whether a Go file outside of the main package is imported by it. */
function isImported(
  [first = ""]: readonly string[],
  main: readonly string[],
  files: readonly string[],
  { evaluation: { written } }: Shell,
): boolean {
  const directory = directoryOf(first);
  if (directory === "" || main.includes(first)) return false;
  return files.some((path) => textsOfFile(written.get(path)).some((text) => importsDirectory(text, directory)));
}

/** Reads the files of a package as one program. Meanwhile the files count as missing, so that the program does not run itself. */
function readTogether(files: readonly string[], place: Argument, { state, io, evaluation }: Shell): void {
  const { written } = evaluation;
  const paths = files.filter((path) => written.has(path));
  const contents = paths.flatMap((path) => written.get(path) ?? []);
  if (contents.some(isUnknown))
    emitUnknown("it is unknown what the program contains that go runs", "go", place, evaluation);
  const texts = contents.map(textsOfFile).filter(({ length }) => length > 0);
  const programs =
    texts.every(({ length }) => length === 1) && texts.length > 0 ? [joinGoFiles(texts.flat())] : texts.flat();
  whileMissing(paths, evaluation, () =>
    runForOneOf(programs, evaluation, (text) =>
      evaluateOtherLanguage(
        "go",
        { text, span: spanInCommand(text, place, evaluation), by: "go", input: io.input },
        state,
        evaluation,
      ),
    ),
  );
}

/** Whether the content of a file is not known. */
function isUnknown(content: FileContent): boolean {
  return (
    textsOfFile(content).length === 0 && content.missing !== true && content.from.some(({ kind }) => kind !== "literal")
  );
}

/** The files of a package as one program: one `package` clause, all imports, then all declarations. */
function joinGoFiles(texts: readonly string[]): string {
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
function importsDirectory(text: string, directory: string): boolean {
  return [...text.matchAll(/"([\w./-]{1,300})"/g)].some(([, path = ""]) => path.endsWith(`/${directory}`));
}

/** The directory of a path; empty for the directory in which the command runs. */
function directoryOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
