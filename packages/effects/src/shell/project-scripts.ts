// Evaluates the scripts of a project that a command runs: `npm run build`, `make all`, `just clean`, the hooks of `git commit`.
import { textsOfFile } from "../execution-state.ts";
import { type Argument, literalText } from "./argument.ts";
import { evaluateOtherLanguage } from "./evaluate-other-language.ts";
import { evaluateScriptCode } from "./evaluate-script-code.ts";
import { evaluateProgramFile, evaluateScript } from "./evaluate-shell.ts";
import { type Evaluation, emit, emitUnknown, type Streams } from "./evaluation.ts";
import { originsOf } from "./flow.ts";
import { gitSubcommand } from "./git-aliases.ts";
import { linesOfJustRecipe } from "./project-scripts/justfile.ts";
import { linesOfMakeTarget, type RecipeLines } from "./project-scripts/makefile.ts";
import { lifecycleOf, scriptsOfPackage } from "./project-scripts/package-scripts.ts";
import { optionSet, separateOptions } from "./separate-options.ts";
import { changeDirectory, copyState, type ShellState } from "./state.ts";
import { targetOf } from "./target.ts";
import type { Value } from "./value.ts";
import { dataWrittenTo } from "./written-files.ts";

/** Emits the effects of the scripts that a command runs, as far as the script itself or earlier code wrote them. */
export function evaluateProjectScripts(
  name: string,
  words: readonly Argument[],
  state: ShellState,
  io: Streams,
  evaluation: Evaluation,
): void {
  if (evaluation.written.size === 0 && evaluation.settings.size === 0) return;
  const [head, ...rest] = words;
  if (head === undefined) return;
  const run: Run = { name, head, rest, state, io, evaluation };
  if (/^(npm|pnpm|yarn|bun)$/.test(name)) runPackageScripts(run);
  if (/^(g|b|mingw32-)?make$/.test(name)) runMakeTargets(run);
  if (name === "just") runJustRecipes(run);
  if (name === "git") runGitHooks(words, run);
  if (/^(pytest|py\.test|tox|nox)$/.test(name)) runPythonFiles(run);
  if (compilers.test(name)) runSourceFiles(run);
  if (name === "go" && literalText(rest[0]) === "generate") runGoGenerate(run);
}

/** A command that may run scripts of the project. */
interface Run {
  readonly name: string;
  readonly head: Argument;
  readonly rest: readonly Argument[];
  readonly state: ShellState;
  readonly io: Streams;
  readonly evaluation: Evaluation;
}

/** `npm run x`, `npm test`, `yarn x`, and the scripts that npm runs around an installation. */
function runPackageScripts(run: Run): void {
  const { name, rest, state, evaluation } = run;
  const { operands, options } = separateOptions(
    rest,
    optionSet("--prefix -C --dir --cwd --filter -F -w --workspace"),
    true,
  );
  const place = options.find((option) => /^(--prefix|-C|--dir|--cwd)$/.test(option.name))?.value;
  const within = place === undefined ? state : changeDirectory(state, literalText(place) ?? null);
  const [first, second] = operands.map(literalText);
  const isRun = /^(run|run-script|rum|urn)$/.test(first ?? "");
  const script = isRun ? second : first;
  if (script === undefined) return;
  const further = operands.slice(isRun ? 2 : 1);
  const names = isRun || name !== "npm" ? [...lifecycleOf(isRun ? "" : script), script] : lifecycleOf(script);
  for (const text of textsOf(["package.json"], within, run))
    for (const each of scriptsOfPackage(text, names)) runLine(withWords(each, further, run), within, run);
  for (const each of names) {
    const text = evaluation.settings.get(`npm script ${each}`);
    if (text === null) emitUnknown(`it is unknown what the script ${each} runs`, name, run.head, evaluation);
    else if (text !== undefined) runLine(withWords(text, further, run), within, run);
  }
}

/** A script with further arguments, which the package manager adds to its end. */
function withWords(text: string, words: readonly Argument[], { name, head, evaluation }: Run): string {
  const texts = words.map(literalText);
  if (texts.includes(undefined)) emitUnknown(`it is unknown which arguments ${name} adds`, name, head, evaluation);
  const quoted = texts.map((each) => `'${(each ?? "").replaceAll("'", "'\\''")}'`);
  return [text, ...quoted].join(" ");
}

/** `make -C dir target X=1`. */
function runMakeTargets(run: Run): void {
  const { rest, state } = run;
  const parsed = separateOptions(rest, optionSet("-C --directory -f --file --makefile -j? -l? -o -W -I"), true);
  const valueFor = (names: string): Argument | undefined =>
    parsed.options.find((option) => optionSet(names).has(option.name))?.value;
  const place = valueFor("-C --directory");
  const within = place === undefined ? state : changeDirectory(state, literalText(place) ?? null);
  const file = valueFor("-f --file --makefile");
  const files = file === undefined ? ["GNUmakefile", "makefile", "Makefile"] : [literalText(file) ?? ""];
  const texts = parsed.operands.flatMap((word) => literalText(word) ?? []);
  const variables = texts.filter((each) => each.includes("="));
  const targets = texts.filter((each) => !each.includes("="));
  for (const text of textsOf(files, within, run)) runLines(linesOfMakeTarget(text, targets, variables), within, run);
}

/** `just recipe`. */
function runJustRecipes(run: Run): void {
  const { operands } = separateOptions(run.rest, optionSet("-f --justfile -d --working-directory --set"), true);
  const names = operands.flatMap((word) => literalText(word) ?? []);
  for (const text of textsOf(["justfile", "Justfile", ".justfile"], run.state, run))
    runLines(linesOfJustRecipe(text, names), run.state, run);
}

/** `pytest tests/test_a.py`, which also runs `conftest.py`. */
function runPythonFiles(run: Run): void {
  const { name, head, rest, state, evaluation } = run;
  const named = rest.flatMap((word) => /^[^:]*\.py/.exec(literalText(word) ?? "")?.[0] ?? []);
  for (const file of ["conftest.py", "tests/conftest.py", "noxfile.py", ...named])
    for (const text of textsOf([file], state, run))
      evaluateOtherLanguage("python", text, head, name, state, evaluation);
}

/** The language of source files, by their endings. */
const sourceLanguages: ReadonlyMap<string, string> = new Map([
  ["c", "c"],
  ["cc", "c"],
  ["cpp", "c"],
  ["cxx", "c"],
  ["rs", "rust"],
  ["java", "java"],
  ["kt", "java"],
]);

/** Programs that compile source files or run them. */
const compilers = /^(gcc|g\+\+|clang|clang\+\+|cc|c\+\+|tcc|rustc|javac|java|kotlinc)(-\d+)?$/;

/** `gcc a.c`, `java A.java`: whoever compiles a program runs it next. */
function runSourceFiles({ rest, head, state, io, evaluation }: Run): void {
  for (const word of rest) {
    const file = literalText(word) ?? "";
    const language = sourceLanguages.get(/\.(\w+)$/.exec(file)?.[1] ?? "");
    const data = language === undefined ? undefined : dataWrittenTo({ text: file, glob: false }, state, evaluation);
    for (const text of textsOfFile(data))
      evaluateScriptCode(language ?? "", text, head, state, { ...io, output: undefined }, evaluation);
  }
}

/** `go generate`: the commands in comments of the Go files. */
function runGoGenerate({ name, head, state, io, evaluation }: Run): void {
  for (const [path, data] of evaluation.written)
    for (const text of path.endsWith(".go") ? textsOfFile(data) : [])
      for (const [, command = ""] of text.matchAll(/^\/\/go:generate (.+)$/gm))
        evaluateScript(command, head, copyState(state), name, io, evaluation);
}

/** The hooks that each subcommand of git runs. */
const hooks: ReadonlyMap<string, readonly string[]> = new Map([
  ["commit", ["pre-commit", "prepare-commit-msg", "commit-msg", "post-commit"]],
  ["merge", ["pre-merge-commit", "post-merge"]],
  ["pull", ["post-merge"]],
  ["push", ["pre-push"]],
  ["checkout", ["post-checkout"]],
  ["switch", ["post-checkout"]],
  ["rebase", ["pre-rebase", "post-rewrite", "post-checkout"]],
  ["am", ["applypatch-msg", "pre-applypatch", "post-applypatch"]],
]);

function runGitHooks(words: readonly Argument[], { head, state, io, evaluation }: Run): void {
  const own = evaluation.settings.get("git config core.hookspath");
  const directories = own === undefined || own === null ? [".git/hooks"] : [".git/hooks", own];
  for (const hook of hooks.get(literalText(gitSubcommand(words)[0]) ?? "") ?? [])
    for (const directory of directories) {
      const value: Value = {
        text: `${directory}/${hook}`,
        glob: false,
        ...(directory.startsWith("~/") && { home: true }),
      };
      const written = dataWrittenTo(value, state, evaluation);
      if (written !== undefined)
        evaluateProgramFile(
          { target: targetOf(value, state), written },
          hook,
          [{ ...head, value }],
          state,
          io,
          evaluation,
        );
    }
}

/** The texts of the first of several files that the script or earlier code wrote; its origins are emitted. */
function textsOf(names: readonly string[], state: ShellState, { name, head, evaluation }: Run): readonly string[] {
  for (const text of names) {
    const value: Value = { text, glob: false };
    const written = dataWrittenTo(value, state, evaluation);
    if (written === undefined) continue;
    const from = [{ kind: "file" as const, target: targetOf(value, state) }, ...originsOf(written)];
    if (from.some(({ kind }) => kind === "network" || kind === "encoded"))
      emit({ kind: "execute", program: null, from }, name, head, evaluation);
    return textsOfFile(written);
  }
  return [];
}

/** Evaluates the lines of recipes. */
function runLines({ lines, isComplete }: RecipeLines, state: ShellState, run: Run): void {
  for (const line of lines) runLine(line, state, run);
  if (!isComplete) emitUnknown(`what ${run.name} runs is too much to be analyzed`, run.name, run.head, run.evaluation);
}

/** Evaluates a line of a script in a shell of its own. */
function runLine(line: string, state: ShellState, { name, head, io, evaluation }: Run): void {
  evaluateScript(line, head, copyState(state), name, io, evaluation);
}
