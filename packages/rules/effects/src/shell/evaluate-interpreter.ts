import { asPossible } from "../engine/paths.ts";
import { type KnownData, textsOfFile } from "../execution-state.ts";
import { appendOutput, type FileContent, type Flow, originsOf } from "../flow.ts";
import { unknownCode } from "../origins.ts";
import { unescapeGlob } from "../path.ts";
import { type Argument, literalText, unknownPart } from "./argument.ts";
import { dataOfDescriptor } from "./descriptors.ts";
import { withoutEmptySuffix } from "./edits-in-place.ts";
import { evaluateLaunched } from "./evaluate-launcher.ts";
import { evaluateOtherLanguage } from "./evaluate-other-language.ts";
import { evaluateProgram } from "./evaluate-program.ts";
import { evaluateProjectScripts } from "./evaluate-project-scripts.ts";
import { evaluateScriptCode } from "./evaluate-script-code.ts";
import { emitDecodedCode, evaluateScript, isComposed, isProgramFile, spanInCommand } from "./evaluate-shell.ts";
import {
  type Evaluation,
  emit,
  emitUnknown,
  noStreams,
  runForOneOf,
  type Shell,
  type Streams,
  spanBetween,
} from "./evaluation.ts";
import { findInterpreter, type Interpreter, pythonModules } from "./interpreters.ts";
import { programArguments } from "./program-arguments.ts";
import { projectConsole } from "./project-consoles.ts";
import { reportCodeFile } from "./report-command.ts";
import { hasOption, optionSet, type ParsedWords, separateOptions } from "./separate-options.ts";
import { copyState, type ShellState } from "./state.ts";
import { mayTakeValue } from "./subcommand-readings.ts";
import type { Span } from "./syntax.ts";
import { contentOfFile, contentOfProgram } from "./written-files.ts";

/** Emits the effects of an interpreter such as `python` or `perl`: of inline code (`-c`), of a code file, or of code from standard input. */
export function evaluateInterpreter(words: readonly Argument[], name: string, shell: Shell): void {
  const interpreter = findInterpreter(name);
  const own = interpreter?.script === "sed" ? withoutEmptySuffix(words) : words;
  if (interpreter !== undefined) runInterpreter(interpreter, own, name, shell);
}

/** Emits the effects of code that a command runs inside a project: `python manage.py shell -c CODE`. */
export function evaluateProjectConsole(words: readonly Argument[], name: string, shell: Shell): void {
  const { io, evaluation } = shell;
  const console = projectConsole(words);
  const [head] = words;
  if (console === undefined || head === undefined) return;
  runInterpreter(console.interpreter, console.words, name, shell);
  const texts = [...console.words.map(literalText), io.input?.text];
  if (texts.some((text) => text !== undefined && console.changesAllRows?.test(text)))
    emit(
      { kind: "database", change: "update", what: "the rows of a table", all: true },
      name,
      spanBetween(head, words.at(-1) ?? head),
      evaluation,
    );
}

/** Emits the effects of a call of an interpreter, or of a module of Python that interprets code. */
function runInterpreter(interpreter: Interpreter, words: readonly Argument[], name: string, shell: Shell): void {
  const { state, io, evaluation } = shell;
  const [head, ...rest] = words;
  if (head === undefined) return;
  const asModule = interpreter.module === undefined ? undefined : moduleWords(rest, interpreter.module, interpreter);
  if (asModule !== undefined) {
    emit({ kind: "execute", program: literalText(head) ?? name, from: [] }, name, head, evaluation);
    evaluateModule(asModule, name, head, shell);
    return;
  }
  const source = codeSource(rest, interpreter, state, io.input);
  const span = spanBetween(head, source.kind === "codes" || source.kind === "unknown" ? (words.at(-1) ?? head) : head);
  const passed = argumentsOfProgram(rest, interpreter);
  const call: InterpreterCall = { interpreter, name, span, head, state, io, evaluation, passed };
  if (source.kind !== "file")
    emit({ kind: "execute", program: literalText(head) ?? name, from: [] }, name, head, evaluation);
  for (const file of preloadedFiles(rest, interpreter))
    if (contentOfCodeFile(file, call).from.length > 1) evaluateCodeFile(file, call);
  if (source.kind === "unknown") emitUnreadCode(call);
  if (source.kind === "codes") for (const code of source.codes) evaluateInlineCode(code, call);
  if (source.kind === "input") evaluateInputCode(source.flow, call);
  if (source.kind === "file") {
    evaluateCodeFile(source.script, call);
    evaluateLaunched(name, rest.slice(rest.indexOf(source.script) + 1), shell);
  }
  if (io.input !== undefined && staysInteractive(rest, interpreter)) evaluateInputCode(io.input, call);
  evaluateProgram(name, words, shell);
}

/** Emits the effects of `python -m module …`: of a module that runs other code, of a file of the script, or of a program. */
function evaluateModule(words: readonly Argument[], name: string, head: Argument, shell: Shell): void {
  const { state, io, evaluation } = shell;
  const [first, ...rest] = words;
  const module = literalText(first);
  if (first === undefined || module === undefined) {
    emitUnknown(`it is unknown which module ${name} runs`, name, head, evaluation);
    return;
  }
  const interpreter = pythonModules.get(module);
  if (interpreter !== undefined) runInterpreter(interpreter, words, module, shell);
  else if (module === "runpy" && rest.length > 0) evaluateModule(rest, name, head, shell);
  else {
    const path = module.replaceAll(".", "/");
    for (const file of [`${path}.py`, `${path}/__main__.py`]) {
      const script: Argument = { ...first, value: { text: file, glob: false } };
      if (textsOfFile(contentOfFile(script.value, state, evaluation)).length === 0) continue;
      const call = { interpreter: findInterpreter("python") ?? noCode, name, span: first, head, state, io, evaluation };
      evaluateCodeFile(script, call);
    }
    evaluateProgram(moduleName(module), words, shell);
    evaluateProjectScripts(moduleName(module), words, shell);
  }
}

const noCode: Interpreter = { names: "", code: "" };

/** Longer scripts of `sed` and `awk` are not read. */
const maxScriptLength = 4000;

/** One call of an interpreter. */
interface InterpreterCall {
  readonly interpreter: Interpreter;
  readonly name: string;
  readonly head: Argument;
  readonly span: Span;
  readonly state: ShellState;
  readonly io: Streams;
  readonly evaluation: Evaluation;
  /** The words that the code gets, if their number is known. */
  readonly passed?: readonly KnownData[] | undefined;
}

/** The words that the code of an interpreter gets: those after the code, its file or `-`. `undefined` if their number is unknown. */
function argumentsOfProgram(
  words: readonly Argument[],
  { code, complete, module, ...interpreter }: Interpreter,
): readonly KnownData[] | undefined {
  const valued = valuedOptions({ code, module, ...interpreter });
  const { options, operands, hasUnknownWord } = separateOptions(words, valued, true);
  const isInline = options.some(({ name }) => optionSet(code).has(name));
  return hasUnknownWord ? undefined : programArguments(operands.slice(isInline ? 0 : 1));
}

/** Where an interpreter gets its code from. */
type CodeSource =
  | { readonly kind: "codes"; readonly codes: readonly (Argument | undefined)[] }
  | { readonly kind: "input"; readonly flow: Flow }
  | { readonly kind: "file"; readonly script: Argument }
  | { readonly kind: "unknown" | "nothing" };

/** The program name of a Python module: `python -m pip3` runs `pip`. */
function moduleName(module: string): string {
  return module.replace(/^pip[\d.]*$/, "pip");
}

/** The module of `python -m module …` and the words after it; `undefined` if no module is run. */
function moduleWords(
  rest: readonly Argument[],
  option: string,
  { code, valued }: Interpreter,
): readonly Argument[] | undefined {
  const parsed = separateOptions(rest, optionSet(`${code} ${valued ?? ""} ${option}`), true);
  const [first] = parsed.options.filter((each) => each.name === option || optionSet(code).has(each.name));
  if (first === undefined || first.name !== option || first.value === undefined) return;
  const at = rest.findIndex((word) => word === first.value || word === first.at);
  return [
    first.value,
    ...rest.slice(rest[at] === first.value ? at + 1 : at + (literalText(first.at) === option ? 2 : 1)),
  ];
}

/** Finds where an interpreter gets its code from, by its options and operands. */
function codeSource(
  words: readonly Argument[],
  interpreter: Interpreter,
  state: ShellState,
  input: Flow | undefined,
): CodeSource {
  const { code, files, flags, complete, readsInput, harmful } = interpreter;
  const [codes, ends] = [optionSet(code), optionSet(complete)];
  const takesValue = valuedOptions(interpreter);
  const parsed = separateOptions(words, takesValue, true);
  const [script, next] = parsed.operands;
  // An option that is not listed may have taken the first operand as its value.
  const lastOption = parsed.options.at(-1);
  const unknownOption =
    lastOption !== undefined &&
    /^-(-\w|\w$)/.test(lastOption.name) &&
    !ends.has(lastOption.name) &&
    mayTakeValue(lastOption, optionSet(flags));
  const later = unknownOption ? separateOptions(parsed.operands.slice(1), takesValue, true) : undefined;
  const held = [parsed, later].flatMap((each) => (each === undefined ? [] : inlineCodes(each, codes)));
  const file = parsed.options.find(({ name }) => optionSet(files).has(name));
  if (parsed.hasUnknownWord || parsed.options.some((option) => moduleHoldsCode(option, interpreter)))
    return { kind: "unknown" };
  if (file?.value !== undefined) return { kind: "file", script: file.value };
  if (interpreter.codeOperands === true) held.push(...parsed.operands);
  if (held.length > 0) return { kind: "codes", codes: held };
  if (hasOption(parsed, ends)) return { kind: "nothing" };
  if (harmful !== undefined) return { kind: "codes", codes: [script] };
  if (
    script !== undefined &&
    (isPipe(script) || script.value === null) &&
    !(script.value === null && script.single === true)
  ) {
    const flow = script.flow ?? dataOfDescriptor(script.value?.text ?? "", state, input);
    return flow === undefined ? { kind: "unknown" } : { kind: "input", flow };
  }
  const waits = script === undefined || readsInput === true || (unknownOption && next === undefined);
  if (waits && input !== undefined) return { kind: "input", flow: input };
  return script === undefined ? { kind: "nothing" } : { kind: "file", script };
}

/** Whether an interpreter runs its standard input after its code. */
function staysInteractive(words: readonly Argument[], interpreter: Interpreter): boolean {
  if (interpreter.interactive === undefined) return false;
  return hasOption(separateOptions(words, valuedOptions(interpreter), true), optionSet(interpreter.interactive));
}

/** The options of an interpreter that take a value. */
function valuedOptions({ code, files, preloads, valued }: Interpreter): ReadonlySet<string> {
  return optionSet([code, files, preloads, valued].filter((each) => each).join(" "));
}

/** The files that options of an interpreter load before its own code: `node -r ./file.js`. */
function preloadedFiles(words: readonly Argument[], interpreter: Interpreter): readonly Argument[] {
  if (interpreter.preloads === undefined) return [];
  const preloads = optionSet(interpreter.preloads);
  const { options } = separateOptions(words, valuedOptions(interpreter), true);
  return options.flatMap(({ name, value }) => (preloads.has(name) && value !== undefined ? [value] : []));
}

/** Whether the value of a module option contains code besides the module's name: `perl '-Mstrict;system "x"'`. */
function moduleHoldsCode({ name, value }: ParsedWords["options"][number], { modules }: Interpreter): boolean {
  return optionSet(modules).has(name) && !/^-?[\w:.]+(=[\w,:.]*)?$/.test(literalText(value) ?? "");
}

/** Whether the operand for the code file is standard input or a pipe: `-`, `/dev/fd/3`. */
function isPipe({ value, single }: Argument): boolean {
  const text = value?.text ?? (single === true ? "" : unknownPart);
  return /^(-|\/dev\/(stdin|fd\/.*)|\/proc\/.*)$/.test(text);
}

/** The values of the options for inline code: `-e`. */
function inlineCodes(parsed: ParsedWords, codes: ReadonlySet<string>): readonly (Argument | undefined)[] {
  return parsed.options.filter(({ name }) => codes.has(name)).map(({ value }) => value);
}

/** Emits that an interpreter runs code that is not analyzed. */
function emitUnreadCode({ name, span, evaluation }: InterpreterCall): void {
  emitUnknown(`${name} runs code that is not analyzed`, name, span, evaluation);
}

/** Emits the effects of inline code: `python -c '…'`. */
function evaluateInlineCode(code: Argument | undefined, call: InterpreterCall): void {
  const { interpreter, name, span, evaluation } = call;
  const { harmful } = interpreter;
  const text = literalText(code);
  if (text !== undefined) emitDecodedCode(code?.flow, name, span, evaluation);
  if (code === undefined) emitUnreadCode(call);
  else if (harmful !== undefined) {
    // Unknown parts within a known script count as data: `s/$x/y/`.
    const known = text ?? (code.value === null ? code.known : unescapeGlob(code.value.text));
    const isKnown = known !== undefined && known !== unknownPart && known.length <= maxScriptLength;
    if (isKnown && !harmful.test(withoutTexts(known, interpreter))) return;
    if (text === undefined || known === undefined || !isKnown) emitUnreadCode(call);
    else evaluateCodeText(known, code, call);
  } else if (text === undefined) {
    const from = originsOf(code.flow);
    emit({ kind: "execute", program: null, from }, name, span, evaluation);
    emitUnreadCode(call);
  } else evaluateCodeText(text, code, call);
}

/** Emits the effects of code whose text is known, by its language. */
function evaluateCodeText(
  text: string,
  place: Span,
  call: InterpreterCall,
  input: Flow | undefined = call.io.input,
): void {
  const { interpreter, name, state, io, evaluation, passed } = call;
  const { language, harmless, script } = interpreter;
  if (language === "shell") evaluateScript(text, place, name, { state: copyState(state), io, evaluation });
  else if (language === "crontab") evaluateCrontab(text, place, state, evaluation);
  else if (harmless?.some((each) => each.test(text)) === true) return;
  else if (language !== undefined)
    evaluateOtherLanguage(
      language,
      { text, span: place, by: name, input, programArguments: passed },
      state,
      evaluation,
    );
  else if (
    script === undefined ||
    !evaluateScriptCode(script, text, place, { state, io: { ...io, input }, evaluation })
  )
    emitUnreadCode(call);
}

/** Removes string literals from code. */
function withoutTexts(code: string, { strings }: Interpreter): string {
  return strings === undefined || /\/[^/\n]*"[^/\n]*\//.test(code) ? code : code.replaceAll(strings, '""');
}

/** Emits the effects of code from standard input: `echo … | python`. */
function evaluateInputCode(flow: Flow, call: InterpreterCall): void {
  const { interpreter, name, head, io, evaluation } = call;
  const from = originsOf(flow);
  const isHidden = from.some(({ kind }) => kind === "encoded");
  if (flow.text === undefined || isHidden) emit({ kind: "execute", program: null, from }, name, head, evaluation);
  const { text } = flow;
  if (text !== undefined && (interpreter.language ?? interpreter.script) !== undefined)
    evaluateCodeText(text, spanInCommand(text, head, evaluation), { ...call, io: noStreams });
  else if (text !== undefined) emitUnknown(`${name} runs code that is not analyzed`, name, head, evaluation);
  else if (!isProgramFile(flow)) emitUnknown(unknownCode(name, from), name, head, evaluation);
  appendOutput(io.output, { from: [{ kind: "output", by: name }] });
}

/** The content of a code file, whose name may lack its ending. */
function contentOfCodeFile(
  { value }: Argument,
  { interpreter: { endings = [] }, state, evaluation }: InterpreterCall,
): FileContent {
  const content = contentOfProgram(value, state, evaluation);
  // Besides the file itself, what the script wrote to it is an origin.
  const isWritten = ({ from }: FileContent): boolean => from.length > 1;
  if (value === null || value.glob || isWritten(content)) return content;
  const others = endings.map((ending) => contentOfProgram({ ...value, text: value.text + ending }, state, evaluation));
  return others.find(isWritten) ?? content;
}

/** Emits the effects of a code file. Its code is known only if the script itself wrote it. */
function evaluateCodeFile(script: Argument, call: InterpreterCall): void {
  const { interpreter, name, head, evaluation } = call;
  const span = spanBetween(head, script);
  const content = contentOfCodeFile(script, call);
  const { from } = content;
  const texts = textsOfFile(content);
  emit({ kind: "execute", program: literalText(head) ?? name, from }, name, span, evaluation);
  const isMade = texts.length > 0 || from.some(({ kind }) => kind !== "file") || isPipe(script);
  if (interpreter.harmful !== undefined && isMade) emitUnreadCode(call);
  if (texts.length === 0 && isComposed(from))
    emitUnknown(`it is unknown what the program that ${name} runs holds`, name, span, evaluation);
  runForOneOf(texts, evaluation, (text) => {
    const place = spanInCommand(text, span, evaluation);
    reportCodeFile(text, { name, words: [head, script] }, { state: call.state, evaluation });
    if (interpreter.language !== undefined || interpreter.harmful === undefined)
      evaluateCodeText(text, place, { ...call, io: { input: call.io.input, output: undefined } });
  });
}

/** Emits the effects of the commands in a crontab, whose lines begin with five time fields, or with a word such as `@daily`. */
function evaluateCrontab(text: string, span: Span, state: ShellState, evaluation: Evaluation): void {
  for (const line of text.split("\n")) {
    const [, command] = /^\s*(?:@\w+|(?:[^\s#]\S*\s+){4}\S+)\s+(\S.*)$/.exec(line) ?? [];
    if (command !== undefined)
      asPossible(evaluation.machine, () =>
        evaluateScript(command, span, "cron", { state: copyState(state), io: noStreams, evaluation }),
      );
  }
}
