// Functions that run commands of a shell, and programs with arguments.
import type { Origin } from "../effects.ts";
import { otherVariables } from "../execution-state.ts";
import { type EffectContext, type Effects, readCode } from "../languages.ts";
import { quotedWord, unknownTextToVariable, unknownWord, withoutPlaceholder } from "../placeholder-variable.ts";
import { hasUnknownText, unknownText } from "../unknown-text.ts";
import { emit, emitUnknown, type Interpreter, type NamedCall } from "./interpreter.ts";
import { targetsOf } from "./targets.ts";
import { exactText, fieldOf, isSet, joinedOrigins, textsOf, unknownFrom, type Value } from "./value.ts";

/** `exec("rm -rf x")`. */
export function runsCommand(call: NamedCall): Value {
  const [command, options] = call.args;
  return runTexts(textsOf(command), command, options, call);
}

/** `spawn("rm", ["-rf", "x"])`, `new Deno.Command("rm", { args: ["-rf", "x"] })`. */
export function startsProgram(call: NamedCall): Value {
  const [first, second, third] = call.args;
  const program = fieldOf(first, "cmd") ?? first;
  const whole = wordsOf(program);
  const listed = wordsOf(second) ?? wordsOf(fieldOf(second, "args")) ?? wordsOf(fieldOf(first, "args"));
  const options = wordsOf(second) === undefined ? second : third;
  const isShell = isSet(options, "shell");
  const start = call.name.endsWith("fork") ? "node " : "";
  const [name = unknownText] = textsOf(program);
  if (whole === undefined && hasUnknownText(name) && name.startsWith(unknownText)) return runUnknown(program, call);
  const head = whole?.join(" ") ?? (isShell ? name : quotedWord(name));
  const isUnlisted =
    listed === undefined && whole === undefined && second !== undefined && options?.alternatives[0]?.kind === "unknown";
  const words = [head, ...(listed ?? []), ...(isUnlisted ? [unknownWord] : [])].join(" ");
  return runTexts([`${start}${words}`], undefined, options, call);
}

/** The words of a list, quoted; `undefined` if it is not a list. */
function wordsOf(value: Value | undefined): readonly string[] | undefined {
  const [only, other] = value?.alternatives ?? [];
  if (only?.kind !== "list" || other !== undefined) return;
  return only.items.map((item) => {
    const [text = unknownText, others] = textsOf(item);
    return quotedWord(others === undefined ? text : unknownText);
  });
}

/** Reads commands of a shell, and emits what they do. */
function runTexts(
  texts: readonly string[],
  command: Value | undefined,
  options: Value | undefined,
  call: NamedCall,
): Value {
  const { name: by, span, interpreter } = call;
  const injected = joinedOrigins(command === undefined ? [] : [command]).filter(({ kind }) => isForeign(kind));
  const results: Origin[] = [{ kind: "output", by }];
  for (const text of texts) {
    if (text.startsWith(unknownText)) {
      runUnknown(command, call);
      continue;
    }
    if (injected.length > 0) emit(interpreter, { kind: "execute", by, program: null, from: injected }, span);
    const { effects, after } = readCommand(text, options, call);
    for (const [path, data] of after?.files ?? []) interpreter.files.set(path, data);
    for (const [path, to] of after?.links ?? []) interpreter.links.set(path, to);
    const isOne = texts.length === 1;
    for (const effect of effects) {
      const { start: _start, end: _end, certainty, ...found } = withoutPlaceholder(effect, by);
      emit(interpreter, found, span, isOne || certainty !== "certain" ? certainty : "possible");
      if (found.kind === "read") results.push({ kind: "file", target: found.target });
      if (found.kind === "network") results.push({ kind: "network", host: found.host });
    }
  }
  if (interpreter.isEndless) emit(interpreter, { kind: "exhaust", by, what: "processes" }, span);
  return unknownFrom(results.slice(0, 16));
}

/** Data from outside of the program that makes a command what it is. */
function isForeign(kind: Origin["kind"]): boolean {
  return kind === "network" || kind === "input" || kind === "encoded";
}

function runUnknown(command: Value | undefined, { name: by, span, interpreter }: NamedCall): Value {
  const from = command === undefined ? [] : joinedOrigins([command]);
  if (from.some(({ kind }) => isForeign(kind))) emit(interpreter, { kind: "execute", by, program: null, from }, span);
  else emitUnknown(interpreter, by, `it is unknown what ${by} runs`, span);
  return unknownFrom([{ kind: "output", by }]);
}

function readCommand(text: string, options: Value | undefined, call: NamedCall): Effects {
  const { interpreter } = call;
  const { context, nesting, files, links, depth } = interpreter;
  const cwd = fieldOf(options, "cwd");
  const [target] = cwd === undefined ? [] : targetsOf(cwd, interpreter);
  const directory = cwd === undefined ? interpreter.directory : target == null || target.glob ? null : target.path;
  return readCode("shell", unknownTextToVariable(text), {
    ...context,
    links,
    nesting: { ...nesting, depth },
    directory,
    files,
    environment: environmentOf(options, interpreter),
    variables: undefined,
    standardInput: inputOf(options, call),
  });
}

/** Functions that start a process with a pipe as its standard input, to which the program may write later. */
const opensPipe =
  /^(child_process\.(exec|execFile|spawn)|execa(\.(execa|execaCommand|\$))?|cross-spawn(\.spawn)?|zx\.\$|node-pty\.spawn)$/;

/** What a process reads from standard input: the option `input`, a file among `stdio`, or what the program writes to its pipe. */
function inputOf(options: Value | undefined, { name, interpreter }: NamedCall): EffectContext["standardInput"] {
  const { standardInput } = interpreter.context;
  const stdio = fieldOf(options, "stdio");
  const [list] = stdio?.alternatives ?? [];
  const stream = fieldOf(options, "stdin") ?? (list?.kind === "list" ? list.items[0] : stdio);
  const input = fieldOf(options, "input") ?? stream;
  if (input === undefined) return opensPipe.test(name) ? { from: [{ kind: "unknown" }] } : standardInput;
  const from = joinedOrigins([input]);
  const text = exactText(input);
  if (input !== stream) return { from, text };
  const [only] = input.alternatives;
  if (text === "ignore" || text === "null") return { from: [], text: "" };
  if (text === "inherit" || (only?.kind === "number" && only.number === 0)) return standardInput;
  if (text === "pipe" || text === "piped" || text === "overlapped") return { from: [{ kind: "unknown" }] };
  return { from: from.length === 0 ? [{ kind: "unknown" }] : from, text };
}

/** The environment of a process: that of the program with what it has set, and what the option `env` sets. */
function environmentOf(
  options: Value | undefined,
  { context, environment }: Interpreter,
): EffectContext["environment"] {
  const option = fieldOf(options, "env");
  const fields = option?.alternatives.flatMap((each) => (each.kind === "object" ? [...each.fields] : [])) ?? [];
  const isOther = option === undefined ? options?.alternatives[0]?.kind === "unknown" : !keepsEnvironment(option);
  if (fields.length === 0 && environment.size === 0 && !isOther) return context.environment;
  const set = new Map(context.environment);
  if (isOther) set.set(otherVariables, { from: [{ kind: "unknown" }] });
  for (const [name, value] of [...environment, ...fields]) {
    const text = exactText(value);
    set.set(name, text === undefined ? { from: joinedOrigins([value]) } : { from: [], text });
  }
  return set;
}

/** Whether an environment is that of the program, apart from variables that are known: `{ ...process.env, A: "1" }`. */
function keepsEnvironment({ alternatives: [own, other], from }: Value): boolean {
  const isKnown = own?.kind === "library" || own?.kind === "object";
  return isKnown && other === undefined && from.some((origin) => origin.kind === "environment" && origin.all === true);
}
