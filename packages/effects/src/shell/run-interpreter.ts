import { unescapeGlob } from "../path.ts";
import { type Argument, gap, literalOf } from "./argument.ts";
import { type Flow, originsOf, pour } from "./flow.ts";
import { type Interpreter, interpreterOf } from "./interpreters.ts";
import { type GivenWords, hasOption, optionSet, readWords } from "./options.ts";
import { doubt, noStreams, note, type Run, type Streams, spanOf } from "./run.ts";
import { runOtherLanguage } from "./run-other-language.ts";
import { runProgram } from "./run-program.ts";
import { noteHidden, placeIn, runText } from "./run-shell.ts";
import { copyState, type ShellState } from "./state.ts";
import type { Span } from "./syntax.ts";
import { flowFrom } from "./written.ts";

/** Runs an interpreter: the code that its words hold, a file of code, or what it reads. */
export function runInterpreter(
  words: readonly Argument[],
  name: string,
  state: ShellState,
  io: Streams,
  run: Run,
): void {
  const [head, ...rest] = words;
  const interpreter = interpreterOf(name);
  if (head === undefined || interpreter === undefined) return;
  const { module } = interpreter;
  const asModule = module === undefined ? undefined : moduleWords(rest, module, interpreter);
  if (asModule !== undefined) {
    note({ kind: "execute", program: literalOf(head) ?? name, from: [] }, name, head, run);
    const [first] = asModule;
    if (literalOf(first) === undefined) doubt(`it is not known which module ${name} runs`, name, head, run);
    else runProgram(moduleName(literalOf(first) ?? ""), asModule, state, io, run);
    return;
  }
  const use = usedCode(rest, interpreter, io.input);
  const span = spanOf(head, use.kind === "codes" || use.kind === "unknown" ? (words.at(-1) ?? head) : head);
  const again: Running = { interpreter, name, span, head, state, io, run };
  if (use.kind !== "file") note({ kind: "execute", program: literalOf(head) ?? name, from: [] }, name, head, run);
  if (use.kind === "unknown") runUnread(again);
  if (use.kind === "codes") for (const code of use.codes) runHeld(code, again);
  if (use.kind === "input") runRead(use.flow, again);
  if (use.kind === "file") runFile(use.script, again);
  runProgram(name, words, state, io, run);
}

/** Longer scripts of `sed` and `awk` are not read. */
const longestScript = 4000;

/** What an interpreter was called for. */
interface Running {
  readonly interpreter: Interpreter;
  readonly name: string;
  readonly head: Argument;
  readonly span: Span;
  readonly state: ShellState;
  readonly io: Streams;
  readonly run: Run;
}

type Use =
  | { readonly kind: "codes"; readonly codes: readonly (Argument | undefined)[] }
  | { readonly kind: "input"; readonly flow: Flow }
  | { readonly kind: "file"; readonly script: Argument }
  | { readonly kind: "unknown" | "nothing" };

/** Modules that are programs of the same name without a version. */
function moduleName(module: string): string {
  return module.replace(/^pip[\d.]*$/, "pip");
}

/** The module and what follows it, when one is run. */
function moduleWords(
  rest: readonly Argument[],
  option: string,
  { code, valued }: Interpreter,
): readonly Argument[] | undefined {
  const given = readWords(rest, optionSet(`${code} ${valued ?? ""} ${option}`), true);
  const [first] = given.options.filter((each) => each.name === option || optionSet(code).has(each.name));
  if (first === undefined || first.name !== option || first.value === undefined) return;
  const at = rest.findIndex((word) => word === first.value || word === first.at);
  return [
    first.value,
    ...rest.slice(rest[at] === first.value ? at + 1 : at + (literalOf(first.at) === option ? 2 : 1)),
  ];
}

/** Tells which code an interpreter runs. */
function usedCode(words: readonly Argument[], interpreter: Interpreter, input: Flow | undefined): Use {
  const { code, files, valued, complete, readsInput, harmful } = interpreter;
  const [codes, ends] = [optionSet(code), optionSet(complete)];
  const takesValue = optionSet([code, files, valued].filter((each) => each).join(" "));
  const given = readWords(words, takesValue, true);
  const [script, next] = given.operands;
  // A long option that is not listed may have taken the first operand as its value.
  const stranger = given.options.some(
    ({ name, value }) => /^--\w/.test(name) && value === undefined && !ends.has(name),
  );
  const later = stranger ? readWords(given.operands.slice(1), takesValue, true) : undefined;
  const held = [given, later].flatMap((each) => (each === undefined ? [] : codesOf(each, codes)));
  const file = given.options.find(({ name }) => optionSet(files).has(name));
  if (given.open || given.options.some((option) => isOddModule(option, interpreter))) return { kind: "unknown" };
  if (file?.value !== undefined) return { kind: "file", script: file.value };
  if (held.length > 0) return { kind: "codes", codes: held };
  if (hasOption(given, ends)) return { kind: "nothing" };
  if (harmful !== undefined) return { kind: "codes", codes: [script] };
  if (
    script !== undefined &&
    (isPipe(script) || script.value === null) &&
    !(script.value === null && script.single === true)
  ) {
    const flow = script.flow ?? input;
    return flow === undefined ? { kind: "unknown" } : { kind: "input", flow };
  }
  const waits = script === undefined || readsInput === true || (stranger && next === undefined);
  if (waits && input !== undefined) return { kind: "input", flow: input };
  return script === undefined ? { kind: "nothing" } : { kind: "file", script };
}

/** Whether the name of a module that is loaded first holds more than a name: `perl '-Mstrict;system "x"'`. */
function isOddModule({ name, value }: GivenWords["options"][number], { modules }: Interpreter): boolean {
  return optionSet(modules).has(name) && !/^-?[\w:.]+(=[\w,:.]*)?$/.test(literalOf(value) ?? "");
}

/** Whether what stands for a file of code is what the interpreter reads, or another program writes. */
function isPipe({ value, single }: Argument): boolean {
  const text = value?.text ?? (single === true ? "" : gap);
  return /^(-|\/dev\/(stdin|fd\/.*)|\/proc\/.*)$/.test(text);
}

function codesOf(given: GivenWords, codes: ReadonlySet<string>): readonly (Argument | undefined)[] {
  return given.options.filter(({ name }) => codes.has(name)).map(({ value }) => value);
}

function runUnread({ name, span, run }: Running): void {
  doubt(`${name} runs code that is not read`, name, span, run);
}

/** Runs code that stands in a word. */
function runHeld(code: Argument | undefined, running: Running): void {
  const { interpreter, name, span, state, io, run } = running;
  const { harmful, harmless, language } = interpreter;
  const text = literalOf(code);
  if (text !== undefined) noteHidden(code?.flow, name, span, run);
  if (code === undefined) runUnread(running);
  else if (harmful !== undefined) {
    // Gaps in a script that is otherwise there are data: `s/$x/y/`.
    const known = text ?? (code.value === null ? code.known : unescapeGlob(code.value.text));
    const isKnown = known !== undefined && known !== gap && known.length <= longestScript;
    if (!isKnown || harmful.test(withoutTexts(known, interpreter))) runUnread(running);
  } else if (text === undefined) {
    const from = originsOf(code.flow);
    note({ kind: "execute", program: null, from }, name, span, run);
    runUnread(running);
  } else if (language === "python") runOtherLanguage("python", text, code, name, run);
  else if (language === "shell") runText(text, code, copyState(state), name, io, run);
  else if (harmless?.some((each) => each.test(text)) !== true) runUnread(running);
}

/** Code without its texts; with them, where a quote may stand in a pattern. */
function withoutTexts(code: string, { strings }: Interpreter): string {
  return strings === undefined || /\/[^/\n]*"[^/\n]*\//.test(code) ? code : code.replaceAll(strings, '""');
}

/** Runs code that an interpreter reads. */
function runRead(flow: Flow, { interpreter, name, head, state, io, run }: Running): void {
  const { language } = interpreter;
  const from = originsOf(flow);
  const isHidden = from.some(({ kind }) => kind === "encoded");
  if (flow.text === undefined || isHidden) note({ kind: "execute", program: null, from }, name, head, run);
  const { text } = flow;
  if (text !== undefined && language === "python")
    runOtherLanguage("python", text, placeIn(text, head, run), name, run);
  else if (text !== undefined && language === "shell") {
    runText(text, placeIn(text, head, run), copyState(state), name, { input: undefined, output: undefined }, run);
  } else if (text !== undefined && language === "crontab") runCrontab(text, placeIn(text, head, run), state, run);
  else doubt(`it is not known what ${name} reads and runs`, name, head, run);
  pour(io.output, { from: [{ kind: "output", by: name }] });
}

/** Runs a file of code: one that the script itself wrote, or one that is not read. */
function runFile(script: Argument, running: Running): void {
  const { interpreter, name, head, state, run } = running;
  const span = spanOf(head, script);
  const { from, text } = flowFrom(script.value, state, run);
  note({ kind: "execute", program: literalOf(head) ?? name, from }, name, span, run);
  const isMade = text !== undefined || from.some(({ kind }) => kind !== "file") || isPipe(script);
  if (interpreter.harmful !== undefined && isMade) runUnread(running);
  if (text === undefined) return;
  const place = placeIn(text, span, run);
  if (interpreter.language === "python") runOtherLanguage("python", text, place, name, run);
  if (interpreter.language === "shell")
    runText(text, place, copyState(state), name, { input: undefined, output: undefined }, run);
  if (interpreter.language === "crontab") runCrontab(text, place, state, run);
}

/** Runs the commands of a table of `cron`, whose lines begin with five times, or with `@daily` and its like. */
function runCrontab(text: string, span: Span, state: ShellState, run: Run): void {
  for (const line of text.split("\n")) {
    const [, command] = /^\s*(?:@\w+|(?:[^\s#]\S*\s+){4}\S+)\s+(\S.*)$/.exec(line) ?? [];
    if (command !== undefined) runText(command, span, copyState(state), "cron", noStreams, { ...run, certain: false });
  }
}
