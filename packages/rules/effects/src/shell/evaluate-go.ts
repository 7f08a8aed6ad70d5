import { textsOfFile } from "../execution-state.ts";
import type { FileContent } from "../flow.ts";
import { languageNamed } from "../languages.ts";
import { type Argument, literalText } from "./argument.ts";
import { evaluateOtherLanguage } from "./evaluate-other-language.ts";
import { evaluateScriptCode } from "./evaluate-script-code.ts";
import { spanInCommand } from "./evaluate-shell.ts";
import { emitUnknown, runForOneOf, type Shell } from "./evaluation.ts";
import { directoryOf, importsDirectory, joinGoFiles } from "./project-scripts/go-files.ts";
import { optionSet, separateOptions } from "./separate-options.ts";
import { targetOf } from "./target.ts";
import { whileMissing } from "./written-files.ts";

const valued = optionSet(
  "-tags -ldflags -gcflags -asmflags -mod -modfile -overlay -o -exec -C -p -run -count -timeout",
);

/**
 * Emits the effects of the Go programs that `go run` compiles and runs, as far as the script itself or earlier code wrote them: of the
 * files of a package together, and of the packages that they import. A program that `go build` compiles runs next; `go test` runs
 * the tests of all packages.
 */
export function evaluateGo(words: readonly Argument[], shell: Shell): void {
  const { written, context } = shell.evaluation;
  const [head, subcommand, ...rest] = words;
  const name = literalText(subcommand) ?? "";
  const isRead = languageNamed("go", context.languages) !== undefined;
  if (head === undefined || written.size === 0 || !(isRead ? /^(run|build|install|test)$/ : /^run$/).test(name)) return;
  const { operands } = separateOptions(rest, valued, true);
  const files = [...written.keys()].filter((path) => path.endsWith(".go"));
  const place = operands[0] ?? head;
  if (!isRead) for (const path of filesToRun(operands, files, shell)) readAlone(path, place, shell);
  else if (name === "test") for (const each of packagesOf(files)) readTogether(each, place, shell);
  else {
    const main = filesToRun(operands, files, shell);
    for (const each of [main, ...packagesOf(files).filter((others) => isImported(others, main, files, shell))])
      readTogether(each, place, shell);
  }
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

/** Reads the files of a package as one program. For that time they are missing, so that the program does not run itself. */
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

function isUnknown(content: FileContent): boolean {
  return (
    textsOfFile(content).length === 0 && content.missing !== true && content.from.some(({ kind }) => kind !== "literal")
  );
}

function readAlone(path: string, place: Argument, shell: Shell): void {
  for (const text of textsOfFile(shell.evaluation.written.get(path))) evaluateScriptCode("go", text, place, shell);
}
