/** Evaluates the source files that a compiler reads, as if the compiled program ran next: `gcc a.c`. */
import { textsOfFile } from "../execution-state.ts";
import type { Value } from "../word-value.ts";
import { type Argument, literalText } from "./argument.ts";
import { evaluateScriptCode } from "./evaluate-script-code.ts";
import { emitUnknown, type Shell } from "./evaluation.ts";
import { valuesOfOption } from "./option-values.ts";
import {
  languageOfCompiler,
  languagesOfOption,
  sourceLanguages,
  withIncluded,
} from "./project-scripts/source-files.ts";
import { dataWrittenTo, isWritten } from "./written-files.ts";

/** Emits the effects of the programs in the files and in the standard input of a compiler, if the script itself or earlier code wrote them. */
export function evaluateSourceFiles(name: string, words: readonly Argument[], shell: Shell): void {
  const [head, ...rest] = words;
  if (head === undefined) return;
  const given = valuesOfOption("-x", rest).flatMap((word) => languagesOfOption.get(literalText(word) ?? "") ?? []);
  const other = given.at(-1) ?? languageOfCompiler(name);
  const files = rest.flatMap((word) => literalText(word) ?? []);
  const sources = files.filter((file) => languageOf(file) !== undefined);
  for (const file of files) readSource(file, { language: languageOf(file) ?? other, by: name, head }, shell);
  const { input } = shell.io;
  if (input === undefined || (sources.length > 0 && !rest.some(isStandardInput))) return;
  if (input.text !== undefined) readText(input.text, { language: other, by: name, head }, shell);
  else if (input.from.some(({ kind }) => kind === "unknown"))
    emitUnknown(`it is unknown which program ${name} reads from its standard input`, name, head, shell.evaluation);
}

/** The endings of sources that `make` compiles without a rule: `make x` compiles `x.c`, and `make x.o` does, too. */
const builtIn = ["c", "cc", "cpp", "cxx", "s", "S", "m"];

/** Emits the effects of the sources that `make` compiles by its own rules. */
export function evaluateBuiltInRules(targets: readonly string[], head: Argument, shell: Shell): void {
  for (const target of targets)
    for (const ending of builtIn) {
      const file = `${target.replace(/\.o$/, "")}.${ending}`;
      readSource(file, { language: languageOf(file) ?? "", by: "make", head }, shell);
    }
}

/** Whether a word names the standard input. */
export function isStandardInput(word: Argument): boolean {
  return /^(-|\/dev\/(stdin|fd\/0)|\/proc\/self\/fd\/0)$/.test(literalText(word) ?? "");
}

/** Returns the language of a source file by its ending. */
function languageOf(file: string): string | undefined {
  return sourceLanguages.get(/\.(\w+)$/.exec(file)?.[1] ?? "");
}

/** The language of a source, and the command that compiles it. */
interface Source {
  readonly language: string;
  readonly by: string;
  readonly head: Argument;
}

/** Evaluates a script file that was written in this session and is now run. */
function readSource(file: string, source: Source, shell: Shell): void {
  const { state, evaluation } = shell;
  const value: Value = { text: file, glob: false };
  const data = dataWrittenTo(value, state, evaluation);
  if (data === undefined) return;
  const texts = textsOfFile(data);
  const isUnknown = texts.length === 0 && data.from.some(({ kind }) => kind === "unknown");
  if (isUnknown && isWritten(value, state, evaluation))
    emitUnknown(`it is unknown what ${file} holds, which ${source.by} runs`, source.by, source.head, evaluation);
  for (const text of texts) readText(withIncluded(file, text, state, evaluation), source, shell);
}

/** Evaluates a text as code of this language. */
function readText(text: string, { language, head }: Source, { state, io, evaluation }: Shell): void {
  evaluateScriptCode(language, text, head, { state, io: { ...io, output: undefined }, evaluation });
}
