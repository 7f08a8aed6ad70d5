import type { Target } from "../effects.ts";
import { unescapeGlob } from "../path.ts";
import { type Argument, gap, literalOf } from "./argument.ts";
import { type Flow, joinOrigins, originsOf, pour } from "./flow.ts";
import { deepest, withPositional } from "./functions.ts";
import { hasOption, optionSet, readWords } from "./options.ts";
import { parseShell } from "./parse.ts";
import { asWildcard } from "./piece-parts.ts";
import { doubt, note, type Run, type Streams, spanOf, spend } from "./run.ts";
import { runOtherLanguage } from "./run-other-language.ts";
import { alter, copyState, reachingAnother, type ShellState, setVariable } from "./state.ts";
import type { Span } from "./syntax.ts";
import { targetOf } from "./target.ts";
import { flowFrom } from "./written.ts";

/** Reads words as a script and runs it in the given state. */
export function runCode(words: readonly Argument[], state: ShellState, by: string, io: Streams, run: Run): void {
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined) return;
  const span = spanOf(first, last);
  const texts = words.map((word) => codeIn(word, state));
  if (!texts.includes(undefined)) {
    for (const { flow } of words) noteHidden(flow, by, span, run);
    runText(texts.join(" "), span, state, by, io, run);
    return;
  }
  const from = joinOrigins(words.map((word) => (word.value === null ? originsOf(word.flow) : [])));
  note({ kind: "execute", program: null, from }, by, span, run);
  doubt(`it is not known what ${by} runs`, by, span, run);
  pour(io.output, { from: [{ kind: "unknown" }] });
}

/** Notes that code runs that was encoded, although it can be read. */
export function noteHidden(flow: Flow | undefined, by: string, span: Span, run: Run): void {
  if (flow?.from.some(({ kind }) => kind === "encoded") !== true) return;
  note({ kind: "execute", program: null, from: flow.from }, by, span, run);
}

/** Stands in code for the names of files that are put into it: `find . -exec sh -c 'rm {}' \;`. */
const filledIn = "HELVE_FOUND";

/** The code that a word holds; where names of files stand in it, with a variable in their place. */
function codeIn(word: Argument, state: ShellState): string | undefined {
  const { value, known, flow } = word;
  if (value !== null) return value.glob ? unescapeGlob(value.text) : value.text;
  const [name, second] = flow?.names ?? [];
  if (known === undefined || known === gap || name === undefined || second !== undefined) return;
  state.variables.set(filledIn, { value: asWildcard(name), flow: { from: flow?.from ?? [] } });
  return known.replaceAll(gap, `\${${filledIn}}`);
}

/** Runs a text as a script in the given state. */
export function runText(text: string, span: Span, state: ShellState, by: string, io: Streams, run: Run): void {
  if (run.within.length >= deepest) {
    doubt(`${by} is nested too deeply to be followed`, by, span, run);
    return;
  }
  if (!spend(1 + (text.length >> 4), run)) return;
  const parsed = parseShell(text, span, run.whole);
  if (!parsed.ok) {
    doubt(`what ${by} runs ${parsed.reason}`, by, span, run);
    return;
  }
  for (const name of parsed.volatile) {
    run.volatile.add(name);
    setVariable(state, name, { value: null, flow: { from: [{ kind: "unknown" }] } }, run.volatile);
  }
  run.runNode(parsed.node, state, io, { ...run, within: [...run.within, `${by} …`] });
}

/** Runs what a shell gets: `-c` and code, a script, or what it reads. */
export function runShell(words: readonly Argument[], name: string, state: ShellState, io: Streams, run: Run): void {
  const [head, ...rest] = words;
  if (head === undefined) return;
  const given = readWords(withoutPlus(rest), optionSet("-o -O --rcfile --init-file"), true);
  const [script, ...args] = given.operands;
  if (!spend(state.variables.size >> 2, run)) return;
  if (hasOption(given, optionSet("-n")) && rest.every((word) => /^[^+]/.test(literalOf(word) ?? "+"))) return;
  const inner = withPositional(args.slice(1), { ...copyState(state), variables: reachingAnother(state, ["HOME"]) });
  if (hasOption(given, optionSet("-O"))) alter(inner, "globs");
  if (given.open) doubt(`it is not known which options ${name} gets`, name, head, run);
  const runsFile = script !== undefined && !hasOption(given, optionSet("-c -s --version --help"));
  if (!runsFile) note({ kind: "execute", program: literalOf(head) ?? name, from: [] }, name, head, run);
  if (hasOption(given, optionSet("-c"))) {
    const [zero] = args;
    if (zero !== undefined) inner.variables.set("0", { value: zero.value, flow: zero.flow ?? { from: [] } });
    runCode(script === undefined ? [] : [script], inner, name, io, run);
    return;
  }
  if (hasOption(given, optionSet("--version --help"))) return;
  if (runsFile) {
    runScriptFile(script, name, head, state, inner, io, run);
    return;
  }
  runInput(io.input, head, name, inner, io, run);
}

/** The words of a shell without options such as `+x` before its script, which switch something off. */
function withoutPlus(words: readonly Argument[]): readonly Argument[] {
  const first = words.findIndex((word) => !/^[-+]/.test(literalOf(word) ?? ""));
  const end = first === -1 ? words.length : first;
  return words.filter((word, index) => index >= end || !/^\+[A-Za-z]+$/.test(literalOf(word) ?? ""));
}

/** Runs what a shell reads; nothing that is known, when it reads what somebody types. */
export function runInput(
  input: Flow | undefined,
  head: Argument,
  name: string,
  state: ShellState,
  io: Streams,
  run: Run,
): void {
  if (input === undefined) return;
  const inner: Streams = { input: undefined, output: io.output };
  const from = originsOf(input);
  if (input.text === undefined || from.some(({ kind }) => kind === "encoded")) {
    note({ kind: "execute", program: null, from }, name, head, run);
  }
  if (input.text !== undefined) {
    runText(input.text, placeIn(input.text, head, run), state, name, inner, run);
    return;
  }
  doubt(`it is not known what ${name} reads and runs`, name, head, run);
  pour(io.output, { from: [{ kind: "unknown" }] });
}

/** Where a text stands in the command letter for letter; where it does not, the place that runs it. */
export function placeIn(text: string, otherwise: Span, { whole }: Run): Span {
  const trimmed = text.replace(/\n+$/, "");
  const start = trimmed === "" ? -1 : whole.indexOf(trimmed);
  return start === -1 ? otherwise : { start, end: Math.min(start + text.length, whole.length) };
}

function runScriptFile(
  script: Argument,
  name: string,
  head: Argument,
  state: ShellState,
  inner: ShellState,
  io: Streams,
  run: Run,
): void {
  const span = spanOf(head, script);
  if (/^(-|\/dev\/(stdin|fd\/\d+))$/.test(script.value?.text ?? gap)) {
    const given = script.flow ?? io.input;
    if (script.flow !== undefined && given?.text === undefined) {
      note({ kind: "execute", program: null, from: originsOf(given) }, name, span, run);
      doubt(`it is not known what ${name} reads and runs`, name, span, run);
    } else runInput(given, head, name, inner, io, run);
    return;
  }
  const target = targetOf(script.value, state);
  const flow = flowFrom(script.value, state, run);
  note({ kind: "execute", program: target?.path ?? null, from: flow.from }, name, span, run);
  if (flow.text !== undefined) runText(flow.text, placeIn(flow.text, span, run), inner, name, io, run);
  else {
    if (script.value === null) doubt(`it is not known which script ${name} runs`, name, span, run);
    else if (isComposed(flow.from)) doubt(`it is not known what the script that ${name} runs holds`, name, span, run);
    pour(io.output, { from: [{ kind: "output", by: name }] });
  }
}

/** Whether what a file holds was put together by the script itself. */
function isComposed(from: Flow["from"]): boolean {
  return from.some(({ kind }) => kind === "literal" || kind === "unknown" || kind === "input" || kind === "encoded");
}

/** A file of code by its place, and what the script itself wrote to it. */
interface OwnProgram {
  readonly target: Target | null;
  readonly written: Flow | undefined;
}

/** Runs a program or script of which only the file is known, or what was written to it before. */
export function runScript(
  { target, written }: OwnProgram,
  name: string,
  words: readonly Argument[],
  state: ShellState,
  io: Streams,
  run: Run,
): void {
  const [head, ...args] = words;
  if (head === undefined) return;
  const from = joinOrigins([[{ kind: "file", target }], written?.from ?? []]);
  note({ kind: "execute", program: literalOf(head) ?? null, from }, name, head, run);
  const text = written?.text;
  const [shebang] = /^#!.*/.exec(text ?? "") ?? ["#!/bin/sh"];
  if (text === undefined && isComposed(from)) {
    doubt(`it is not known what ${name} holds`, name, head, run);
  } else if (text !== undefined && /\bpython/.test(shebang)) {
    runOtherLanguage("python", text, placeIn(text, head, run), name, run);
  } else if (text !== undefined && /sh\b/.test(shebang)) {
    runText(text, placeIn(text, head, run), withPositional(args, copyState(state)), name, io, run);
    return;
  }
  pour(io.output, { from: [{ kind: "output", by: name }] });
}
