/** Evaluates the scripts of a project that a command runs: `npm run build`, `make all`, `just clean`, the hooks of `git commit`. */
import { quotedShellWord } from "@helve/core/internal";
import { textsOfFile } from "../execution-state.ts";

import { type FileContent, originsOf } from "../flow.ts";

import type { Value } from "../word-value.ts";
import { type Argument, literalText } from "./argument.ts";
import { evaluateOtherLanguage } from "./evaluate-other-language.ts";
import { evaluateScriptCode } from "./evaluate-script-code.ts";
import { evaluateProgramFile, evaluateScript } from "./evaluate-shell.ts";
import { evaluateBuiltInRules, evaluateSourceFiles, isStandardInput } from "./evaluate-source-files.ts";
import { type Evaluation, emit, emitUnknown, type Shell, type Streams, spend } from "./evaluation.ts";
import { gitSubcommand } from "./git-aliases.ts";
import { packageFolders } from "./package-folders.ts";
import { cmakeCommands } from "./project-scripts/cmake-commands.ts";
import { linesOfJustRecipe } from "./project-scripts/justfile.ts";
import { mayBeMakefile } from "./project-scripts/make-files.ts";
import { filesIncludedByMake, linesOfMakeTarget, type RecipeLines } from "./project-scripts/makefile.ts";
import { lifecycleOf, scriptsOfPackage } from "./project-scripts/package-scripts.ts";
import { codeLoadedBy, type ProjectCode } from "./project-scripts/project-files.ts";
import { compilers } from "./project-scripts/source-files.ts";
import { optionSet, separateOptions } from "./separate-options.ts";
import { alter, copyState, inDirectory, type ShellState } from "./state.ts";
import { targetOf } from "./target.ts";
import { dataWrittenTo, isWritten, whileMissing } from "./written-files.ts";

/** Emits the effects of the scripts that a command runs, as far as the script itself or earlier code wrote them. */
export function evaluateProjectScripts(
  name: string,
  words: readonly Argument[],
  { state, io, evaluation }: Shell,
): void {
  if (evaluation.written.size === 0 && evaluation.settings.size === 0 && io.input === undefined) return;
  const [head, ...rest] = words;
  if (head === undefined) return;
  const run: Run = { name, head, rest, state, io, evaluation };
  if (/^(npm|pnpm|yarn|bun)$/.test(name)) runPackageScripts(run);
  if (/^(g|b|mingw32-)?make$/.test(name)) runMakeTargets(run);
  if (name === "just") runJustRecipes(run);
  if (name === "git") runGitHooks(words, run);
  loadProjectCode(run);
  if (compilers.test(name)) evaluateSourceFiles(name, words, { state, io, evaluation });
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

/** Evaluates `npm run x`, `npm test`, `yarn x`, and the scripts that npm runs around an installation. */
function runPackageScripts(run: Run): void {
  const { name, rest, state, evaluation } = run;
  const { operands, options } = separateOptions(
    rest,
    optionSet("--prefix -C --dir --cwd --filter -F -w --workspace"),
    true,
  );
  const place = options.find((option) => /^(--prefix|-C|--dir|--cwd)$/.test(option.name))?.value;
  const within = place === undefined ? state : inDirectory(state, literalText(place) ?? null);
  const [first, second] = operands.map(literalText);
  const isRun = /^(run|run-script|rum|urn)$/.test(first ?? "");
  const script = isRun ? second : first;
  if (script === undefined) return;
  const further = operands.slice(isRun ? 2 : 1);
  const names = isRun || name !== "npm" ? [...lifecycleOf(isRun ? "" : script), script] : lifecycleOf(script);
  for (const folder of [within, ...packageFolders(rest, state, evaluation)])
    for (const text of textsOf(["package.json"], folder, run))
      for (const each of scriptsOfPackage(text, names)) runLine(withWords(each, further, run), folder, run);
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
  const quoted = texts.map((each = "") => quotedShellWord(each));
  return [text, ...quoted].join(" ");
}

/** Evaluates `make -C dir target X=1`. */
function runMakeTargets(run: Run): void {
  const { rest, state } = run;
  const parsed = separateOptions(rest, optionSet("-C --directory -f --file --makefile -j? -l? -o -W -I"), true);
  const valueFor = (names: string): Argument | undefined =>
    parsed.options.find((option) => optionSet(names).has(option.name))?.value;
  const place = valueFor("-C --directory");
  const within = place === undefined ? state : inDirectory(state, literalText(place) ?? null);
  const file = valueFor("-f --file --makefile");
  const files = file === undefined ? ["GNUmakefile", "makefile", "Makefile"] : [literalText(file) ?? ""];
  const texts = parsed.operands.flatMap((word) => literalText(word) ?? []);
  const variables = texts.filter((each) => each.includes("="));
  const targets = texts.filter((each) => !each.includes("="));
  evaluateBuiltInRules(targets, run.head, { ...run, state: within });
  for (const text of textsOf(files, within, run)) {
    const started = copyState(within);
    if (variables.length > 0 || /^\s*(?:override\s+)?(?:un)?export\b|^\s*\.EXPORT_ALL_VARIABLES\b/m.test(text))
      alter(started, "environment", run.evaluation.machine);
    runLines(linesOfMakeTarget(withIncludedRules(text, variables, within, run), targets, variables), started, run);
  }
}

/** Adds the makefiles that a makefile includes. */
function withIncludedRules(text: string, variables: readonly string[], state: ShellState, run: Run): string {
  const { written } = run.evaluation;
  const included = filesIncludedByMake(text, variables).flatMap((path) => {
    if (!/[$*?%]/.test(path)) return textsOf([path], state, run);
    return [...written.values()].flatMap(textsOfFile).filter((each) => each !== text && mayBeMakefile(each));
  });
  return [text, ...new Set(included)].join("\n");
}

/** Evaluates `just recipe`. */
function runJustRecipes(run: Run): void {
  const { operands, options } = separateOptions(
    run.rest,
    optionSet("-f --justfile -d --working-directory --set"),
    true,
  );
  const names = operands.flatMap((word) => literalText(word) ?? []);
  const file = options.find(({ name }) => name === "-f" || name === "--justfile")?.value;
  if (file !== undefined && isStandardInput(file))
    emitUnknown("it is unknown which recipes just reads from its standard input", "just", file, run.evaluation);
  const files = file === undefined ? ["justfile", "Justfile", ".justfile"] : [literalText(file) ?? ""];
  for (const text of textsOf(files, run.state, run)) runLines(linesOfJustRecipe(text, names), run.state, run);
}

/** More files than this are not read. */
const maxLoadedFiles = 50;

/** Files of the project that a program loads by itself: `pytest` loads `conftest.py` and tests, `vite build` its configuration. */
function loadProjectCode(run: Run): void {
  const { name, head, rest, evaluation } = run;
  const words = rest.flatMap((word) => literalText(word) ?? []).filter((word) => !word.startsWith("-"));
  const texts = (files: RegExp): readonly string[] =>
    [...evaluation.written].flatMap(([path, content]) => (files.test(path) ? textsOfFile(content) : []));
  const loaded = codeLoadedBy(name, subcommandOf(rest), texts);
  if (loaded.length === 0) return;
  let count = 0;
  for (const { files, language, chosen } of loaded) {
    const paths = [...evaluation.written.keys()].filter((path) => files.test(path));
    for (const path of chosen === "all"
      ? paths
      : chosen === "by part"
        ? chosenAmong(paths, words)
        : namedAmong(paths, run)) {
      if (++count > maxLoadedFiles || !spend(1, evaluation)) {
        emitUnknown(`${name} loads too many files to be analyzed`, name, head, evaluation);
        return;
      }
      loadFile(path, language, run);
    }
  }
}

/** The first word that is no option, no value of an option for a folder, and no version: `run` of `cargo +nightly -C a run`. */
function subcommandOf(words: readonly Argument[]): string | undefined {
  const texts = words.map((word) => literalText(word) ?? "");
  return texts.find((text, index) => !/^[-+]/.test(text) && !placeOption.test(texts[index - 1] ?? ""));
}

const placeOption = /^(-C|-Z|--(prefix|dir|directory|cwd|project|manifest-path|config))$/;

/** Evaluates the code of a file that a program loads. For that time the file is missing, so that the code does not load itself. */
function loadFile(path: string, language: ProjectCode["language"], run: Run): void {
  const { written } = run.evaluation;
  const content = written.get(path);
  if (content === undefined) return;
  emitUnknownContent(path, content, run);
  whileMissing([path], run.evaluation, () => {
    for (const text of textsOfFile(content)) loadCode(language, text, run);
  });
}

/** Selects files by path fragments; all files without any. */
function chosenAmong(paths: readonly string[], words: readonly string[]): readonly string[] {
  const parts = words.map((word) => word.replace(/::.*$/, "").replace(/^\.\//, "")).filter((part) => part !== "");
  const chosen = paths.filter((path) => parts.some((part) => path.includes(part)));
  const areFiles = parts.some((part) => /\.\w+$/.test(part));
  return chosen.length > 0 || areFiles ? chosen : paths;
}

/** The files that arguments name: by their paths, also without an ending, or as modules (`--app=shop.main:api`). */
function namedAmong(paths: readonly string[], { rest, state }: Run): readonly string[] {
  const named = new Set<string>();
  for (const word of rest) {
    const text = (literalText(word) ?? "").replace(/^--?[\w-]+=/, "").replace(/:.*$/s, "");
    for (const each of [text, text.replaceAll(".", "/")]) {
      const path = each === "" ? undefined : targetOf({ text: each, glob: false }, state)?.path;
      if (path !== undefined) named.add(path);
    }
  }
  return paths.filter((path) => named.has(path) || named.has(path.replace(/(\/(__init__|__main__|index))?\.\w+$/, "")));
}

/** Evaluates code of a language. */
function loadCode(language: ProjectCode["language"], text: string, run: Run): void {
  const { name, head, state, io, evaluation } = run;
  if (language === "cmake") for (const command of cmakeCommands(text)) runLine(command, state, run);
  else if (language === "javascript" || language === "python")
    evaluateOtherLanguage(language, { text, span: head, by: name }, state, evaluation);
  else evaluateScriptCode(language, text, head, { state, io: { ...io, output: undefined }, evaluation });
}

/** Evaluates `go generate`: the commands in comments of the Go files. */
function runGoGenerate(run: Run): void {
  const { name, head, state, io, evaluation } = run;
  for (const [path, data] of evaluation.written) {
    if (path.endsWith(".go")) emitUnknownContent(path, data, run);
    for (const text of path.endsWith(".go") ? textsOfFile(data) : [])
      for (const [, command = ""] of text.matchAll(/^\/\/go:generate (.+)$/gm))
        evaluateScript(command, head, name, { state: copyState(state), io, evaluation });
  }
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

/** Evaluates the hooks in `.git/hooks` that a git command runs. */
function runGitHooks(words: readonly Argument[], { head, state, io, evaluation }: Run): void {
  const own = evaluation.settings.get("git config core.hookspath");
  const directories = own === undefined || own === null ? [".git/hooks"] : [".git/hooks", own];
  for (const hook of hooks.get(literalText(gitSubcommand(words)[0]) ?? "") ?? [])
    for (const directory of directories) {
      const value: Value = {
        text: `${directory}/${hook}`,
        glob: false,
        home: directory.startsWith("~/") ? true : undefined,
      };
      const written = dataWrittenTo(value, state, evaluation);
      // git checks out no files into the directory of its hooks.
      const [origin, ...others] = written?.from ?? [];
      const isOfGit = origin?.kind === "output" && origin.by === "git" && others.length === 0;
      if (written !== undefined && !isOfGit)
        evaluateProgramFile({ target: targetOf(value, state), written }, hook, [{ ...head, value }], {
          state,
          io,
          evaluation,
        });
    }
}

/** Returns the texts of the first of several files that earlier code wrote, and emits their origins. */
function textsOf(names: readonly string[], state: ShellState, run: Run): readonly string[] {
  const { name, head, evaluation } = run;
  for (const text of names) {
    const value: Value = { text, glob: false };
    const written = dataWrittenTo(value, state, evaluation);
    if (written === undefined) continue;
    const from = [{ kind: "file" as const, target: targetOf(value, state) }, ...originsOf(written)];
    if (from.some(({ kind }) => kind === "network" || kind === "encoded"))
      emit({ kind: "execute", program: null, from }, name, head, evaluation);
    if (isWritten(value, state, evaluation)) emitUnknownContent(text, written, run);
    return textsOfFile(written);
  }
  return [];
}

/** Emits that a program loads a file with unknown content. */
function emitUnknownContent(path: string, content: FileContent, { name, head, evaluation }: Run): void {
  if (textsOfFile(content).length === 0 && content.from.some(({ kind }) => kind === "unknown"))
    emitUnknown(`it is unknown what ${path} holds, which ${name} runs`, name, head, evaluation);
}

/** Evaluates the lines of recipes. */
function runLines({ lines, isComplete }: RecipeLines, state: ShellState, run: Run): void {
  for (const line of lines) runLine(line, state, run);
  if (!isComplete) emitUnknown(`what ${run.name} runs is too much to be analyzed`, run.name, run.head, run.evaluation);
}

/** Evaluates a line in a new shell. */
function runLine(line: string, state: ShellState, { name, head, io, evaluation }: Run): void {
  evaluateScript(line, head, name, { state: copyState(state), io, evaluation });
}
