/** Evaluates programs of Perl, Ruby, Lua, AWK and sed by the calls in them. */
import type { Origin } from "../effects.ts";
import { appendOutput, type Flow } from "../flow.ts";
import { joinOrigins } from "../origins.ts";
import { addressOf } from "./address.ts";
import type { Argument } from "./argument.ts";
import { evaluateCommand } from "./evaluate-command.ts";
import { evaluateScript } from "./evaluate-shell.ts";
import { type Evaluation, emit, emitUnknown, type Shell, type Streams } from "./evaluation.ts";
import { emitWrite } from "./file-effects.ts";
import { emitNetwork } from "./network-effect.ts";
import { c, java, readCompiled, rust } from "./script-code/compiled.ts";
import { hiddenHarm } from "./script-code/hidden-harm.ts";
import { lua } from "./script-code/lua.ts";
import { perl } from "./script-code/perl.ts";
import { readAwk } from "./script-code/read-awk.ts";
import { readCalls, type ScriptCall } from "./script-code/read-calls.ts";
import { readSed } from "./script-code/read-sed.ts";
import { ruby } from "./script-code/ruby.ts";
import { withExamples } from "./script-code/rust-examples.ts";
import type { ScriptValue } from "./script-code/values.ts";
import { alter, changeState, copyState, type ShellState } from "./state.ts";
import type { Span } from "./syntax.ts";

/** Lists the calls of a program in a script language; returns `undefined` if the program can't be parsed. */
type ReadCalls = (code: string) => readonly ScriptCall[] | undefined;

/** The languages that the reader of script code knows, by name. */
const scriptLanguages: ReadonlyMap<string, ReadCalls> = new Map<string, ReadCalls>([
  ["perl", (code) => readCalls(code, perl)],
  ["ruby", (code) => readCalls(code, ruby)],
  // Code of a project, whose own functions are unknown: only calls with known operands count.
  ["ruby, known calls", (code) => [...readCompiled(code, ruby), ...hiddenCalls("ruby", code)]],
  ["lua", (code) => readCalls(code, lua)],
  ["c", (code) => [...readCompiled(code, c), ...hiddenCalls("c", code)]],
  ["java", (code) => [...readCompiled(code, java), ...hiddenCalls("java", code)]],
  ["rust", (code) => [...readCompiled(withExamples(code), rust), ...hiddenCalls("rust", withExamples(code))]],
  ["csharp", (code) => hiddenCalls("csharp", code)],
  ["swift", (code) => hiddenCalls("swift", code)],
  ["zig", (code) => hiddenCalls("zig", code)],
  ["assembler", (code) => hiddenCalls("assembler", code)],
  ["build file", (code) => hiddenCalls("build file", code)],
  ["awk", readAwk],
  ["sed", readSed],
]);

/** Finds a call of a compiled program whose effect is unknown. */
function hiddenCalls(language: string, code: string): readonly ScriptCall[] {
  const name = hiddenHarm(language, code);
  return name === undefined ? [] : [{ meaning: "unknown", name, args: [] }];
}

/**
 * Emits the effects of code in Perl, Ruby, Lua, AWK or sed: of its calls that run commands, and open, delete or send files.
 * Code with calls that are not in the tables also has an effect of kind `anything`.
 *
 * @returns false if no reader knows the language
 */
export function evaluateScriptCode(name: string, code: string, span: Span, { state, io, evaluation }: Shell): boolean {
  const read = scriptLanguages.get(name);
  if (read === undefined) return false;
  const run: Run = { read, by: name, span, state: copyState(state), io, evaluation, from: [], reasons: [] };
  if (changesEnvironment(code)) alter(run.state, "environment", evaluation.machine);
  // An option of Ruby with which a program starts in another directory.
  if (/\bchdir\s*(?::|=>)/.test(code)) changeState(run.state, { directory: null }, evaluation.machine);
  const calls = read(code);
  if (calls === undefined) run.reasons.push(`${name} runs code that can't be read`);
  else for (const call of calls) evaluateCall(call, run, 0);
  const [reason] = run.reasons;
  if (reason !== undefined) emitUnknown(reason, name, span, evaluation);
  appendOutput(io.output, { from: joinOrigins(run.from, [{ kind: "output", by: name }]) });
  return true;
}

/**
 * Whether code may change the variables of the programs that it starts: `$ENV{HOME} = "x"`, `$_ = "x" for $ENV{HOME}`, `e = ENV`. Only plain
 * reads of one variable change nothing.
 */
function changesEnvironment(code: string): boolean {
  const others = code.replaceAll(readsVariable, (read, offset: number) => {
    const line = code.slice(code.lastIndexOf("\n", offset) + 1, offset).replace(/^.*;/s, "");
    return changesOperand.test(line) ? read : " ";
  });
  return /\bENV\b|\bENVIRON\b|\b(?:put|set|unset|clear)env|unsetenv_others\b/.test(others) || computesName.test(code);
}

/** A read of one variable that nothing assigns to, refers to or substitutes in. */
const readsVariable =
  /(?<!\\\s*)\$ENV\s*\{\s*["']?\w+["']?\s*\}(?!\s*(?:[-+.*/x|&^%<>]{0,3}=(?![=~>])|=~\s*(?:s|tr|y)\b|\+\+|--|\[|\{|->|[^;\n]*\)\s*=(?![=~>])))|\bENV\s*\[\s*["'][^"'\]]*["']\s*\](?!\s*(?:(?:\|\||&&|[-+*/|&])?|,[^;\n]*)=(?![=~>]))|\bENV\.(?:fetch|key\?|has_key\?|include\?|to_h|to_a|dig|slice|values_at|keys|any\?|empty\?|size|length)|\bENVIRON\s*\[[^\]\n]*\](?!\s*[-+*/%^]?=(?!=))/g;

/** Words before an operand that may be changed by them: an alias of a loop, a function that shortens its argument. */
const changesOperand =
  /\b(?:for|foreach|ch(?:op|omp)|substr|read|sysread|delete|local|undef|vec|each|map|grep|splice|pos|values|sub)\b|&\s*\w|->\s*\(|\\\s*\(?\s*$/;

/** A variable of Perl or a constant of Ruby that is found by a computed name. */
const computesName = /[$%@*]\{\s*["'$]|\bconst_get\b|\$_\[\s*\d+\s*\]\s*[-+.]?=(?![=~])|\buse\s+Env\b/;

/** A program that is evaluated. */
interface Run {
  readonly read: ReadCalls;
  readonly by: string;
  readonly span: Span;
  readonly state: ShellState;
  readonly io: Streams;
  readonly evaluation: Evaluation;
  /** Where the data comes from that the program has read so far. */
  from: readonly Origin[];
  /** Why it is unknown what the program does. */
  readonly reasons: string[];
}

/** Code in the code that is nested deeper is not read. */
const maxDepth = 3;

/** Evaluates one call in the code that an interpreter runs. */
function evaluateCall(call: ScriptCall, run: Run, depth: number): void {
  const { meaning, name, args } = call;
  switch (meaning) {
    case "unknown":
      run.reasons.push(`it is unknown what ${name} does in the code that ${run.by} runs`);
      return;
    case "run":
      evaluateRun(name, args, run);
      return;
    case "code":
      evaluateCode(name, args, run, depth);
      return;
    case "module":
      if (args.some(({ text }) => text === undefined || /^[./~]|\.\w+$/.test(text)))
        run.reasons.push(`${name} loads code that is not known`);
      return;
    case "open":
      evaluateOpen(name, args, run);
      return;
    case "send":
    case "connect":
      emitConnection(meaning, name, args, run);
      return;
    case "first":
    case "join":
    case "glob":
    case "home":
    case "print":
      return;
    default:
      evaluateLikeCommand(meaning, name, args, run);
  }
}

/** Emits the effects of code that the program evaluates: `eval "unlink 'a'"`. */
function evaluateCode(name: string, args: readonly ScriptValue[], run: Run, depth: number): void {
  const [code] = args;
  if (code === undefined) return;
  const calls = code.text === undefined || depth >= maxDepth ? undefined : run.read(code.text);
  if (calls === undefined) run.reasons.push(`it is unknown what code ${name} runs`);
  else for (const call of calls) evaluateCall(call, run, depth + 1);
}

/** Emits the effects of a shell command, or of a program with its arguments. */
function evaluateRun(name: string, args: readonly ScriptValue[], run: Run): void {
  const [first] = args;
  const texts = args.flatMap(({ text }) => (text === undefined ? [] : [text]));
  if (first === undefined || texts.length < args.length) {
    emit({ kind: "execute", program: null, from: [{ kind: "unknown" }] }, name, run.span, run.evaluation);
    run.reasons.push(`it is unknown what ${name} runs`);
    return;
  }
  withOwnEffects(run, undefined, (evaluation, io) => {
    if (args.length === 1)
      evaluateScript(texts[0] ?? "", run.span, name, { state: copyState(run.state), io, evaluation });
    else
      evaluateCommand(
        args.map((each) => argumentOf(each, run)),
        { state: copyState(run.state), io, evaluation },
      );
  });
}

/** Evaluates a call that has the same effect as a shell command. */
function evaluateLikeCommand(command: string, name: string, args: readonly ScriptValue[], run: Run): void {
  const operands = args.filter(({ text }) => text === undefined || !/^:/.test(text));
  if (operands.length === 0 && !command.includes(" .")) operands.push({ text: undefined });
  if (command.endsWith(">")) {
    writeTo(operands[0], "replace", name, run);
    return;
  }
  const used = command.endsWith("|") ? operands.slice(0, 1) : operands;
  const words = command
    .replace("|", "")
    .split(" ")
    .map((text) => argumentOf({ text }, run));
  if (command.endsWith(" .")) words.splice(-1, 1, argumentOf({ text: undefined }, run));
  const isChange = command === "cd";
  withOwnEffects(run, name, (evaluation, io) =>
    evaluateCommand([...words, ...(command.endsWith(" .") ? [] : used.map((each) => argumentOf(each, run)))], {
      state: isChange ? run.state : copyState(run.state),
      io,
      evaluation,
    }),
  );
}

/** The data that the program may send to a command that it starts. */
const unknownInput: Flow = { from: [{ kind: "unknown" }] };

/** Evaluates a command, with the call as the cause of its effects. */
function withOwnEffects(
  run: Run,
  name: string | undefined,
  evaluate: (evaluation: Evaluation, io: Streams) => void,
): void {
  const { evaluation } = run;
  const output: { flow: Flow | undefined } = { flow: undefined };
  const inner: Evaluation = { ...evaluation, wrappers: evaluation.wrappers + 1, effects: [] };
  evaluate(inner, { input: unknownInput, output });
  for (const effect of inner.effects) {
    if (name !== undefined && effect.kind === "execute") continue;
    evaluation.effects.push(name === undefined ? effect : { ...effect, by: name });
  }
  run.from = joinOrigins(run.from, output.flow?.from ?? []);
}

/** A word of a shell command for a value of the program. A `~` is the home directory: most functions take it for that, or expand it before. */
function argumentOf({ text, glob }: ScriptValue, { span }: Run): Argument {
  if (text === undefined) return { ...span, value: null, single: true, flow: { from: [{ kind: "unknown" }] } };
  return { ...span, value: { text, glob: glob === true, home: /^~(?:\/|$)/.test(text) ? true : undefined } };
}

/** Emits the effects of opening a file by its mode, or of a command that is opened: `open(F, "ls |")`. */
function evaluateOpen(name: string, args: readonly ScriptValue[], run: Run): void {
  const isPerl = run.by === "perl";
  const [first, second, ...rest] = isPerl ? args.slice(1) : args;
  const mode = isPerl ? first?.text : second?.text;
  if (isPerl && second === undefined) {
    const [, begin = "", path = "", end] = /^\s*(\||\+?[<>]{0,2})\s*(.*?)\s*(\|?)$/s.exec(first?.text ?? "") ?? [];
    if (first?.text === undefined) run.reasons.push(`it is unknown what ${name} opens`);
    else if (begin === "|" || end === "|") evaluateRun(name, [{ text: path }], run);
    else if (begin.includes(">") || begin.startsWith("+"))
      writeTo({ text: path }, begin === ">>" ? "append" : "replace", name, run);
    else evaluateLikeCommand("cat|", name, [{ text: path }], run);
    return;
  }
  if (isPerl && /^(\||-\||\|-)/.test(mode ?? "")) {
    evaluateRun(name, second === undefined ? [] : [second, ...rest], run);
    return;
  }
  const file = isPerl ? second : first;
  if (!isPerl && file?.text?.startsWith("|") === true) evaluateRun(name, [{ text: file.text.slice(1) }], run);
  else if (/^https?:/.test(file?.text ?? "")) evaluateLikeCommand("curl", name, [file ?? { text: undefined }], run);
  else if (mode === undefined ? second !== undefined : /[wa>+x]/.test(mode))
    writeTo(file, mode !== undefined && /a|>>/.test(mode) ? "append" : "replace", name, run);
  else evaluateLikeCommand("cat|", name, [file ?? { text: undefined }], run);
}

/** Emits that data is written to a file. */
function writeTo(file: ScriptValue | undefined, mode: "append" | "replace", name: string, run: Run): void {
  const { value } = argumentOf(file ?? { text: undefined }, run);
  emitWrite({ mode, flow: { from: run.from }, value, by: name, span: run.span }, run.state, run.evaluation);
}

/** Emits that data is sent, with all that the program has read before. */
function emitConnection(meaning: "send" | "connect", name: string, args: readonly ScriptValue[], run: Run): void {
  const address = addressOf(argumentOf(args[0] ?? { text: undefined }, run));
  const contact = { ...address, direction: "out", flow: { from: run.from } } as const;
  if (meaning === "connect" && run.from.length === 0)
    run.reasons.push(`it is unknown what goes over the connection of ${name}`);
  emitNetwork(contact, name, run.span, run.evaluation);
}
