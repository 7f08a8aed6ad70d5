import { addressOf } from "./address.ts";
import { runPrefix } from "./aliases.ts";
import { type Argument, literalOf } from "./argument.ts";
import { noteContact } from "./contact.ts";
import { noteRead, noteWrite } from "./file-deeds.ts";
import { changed, joinFlows, nothing, pour, type Sink } from "./flow.ts";
import { optionSet } from "./options.ts";
import { doubt, note, type Run, type Streams, spanOf, spend } from "./run.ts";
import { runProgram } from "./run-program.ts";
import { runCode, runInput, runShell } from "./run-shell.ts";
import { changeDirectory, copyState, reachingAnother, type ShellState } from "./state.ts";
import { type Unwrapped, unwrap } from "./unwrap.ts";
import type { FoundWrapper, Wrapper } from "./wrappers.ts";

/** Runs the command that stands behind a wrapper, and notes what the wrapper itself does. */
export function runWrapper(
  { wrapper, from }: FoundWrapper,
  all: readonly Argument[],
  name: string,
  state: ShellState,
  io: Streams,
  run: Run,
): void {
  const words = all.slice(from);
  const [head] = words;
  const [program] = all;
  if (head === undefined || program === undefined) return;
  if (from > 0) runProgram(name, all, state, { input: io.input, output: undefined }, run);
  if (wrapper.assignments === true && !spend(state.variables.size >> 2, run)) return;
  const found = unwrap(words, wrapper, io.input);
  const { inner, doubt: reason, directory } = found;
  if (!found.inert) noteOwn(found, program, name, wrapper, state, io, run);
  const elsewhere = wrapper.elsewhere === true || state.elsewhere;
  const moved =
    directory === undefined ? copyState(state) : changeDirectory(state, literalOf(directory ?? undefined) ?? null);
  const within = wrapper.sameShell === true ? state : { ...moved, elsewhere };
  if (wrapper.assignments === true) within.variables = reachingAnother(within, ["@"], namesSet(words));
  // For each of many words that it reads, it runs the command again.
  const many = wrapper.adds === true ? io.input?.many : undefined;
  const deeper: Run = { ...run, wrappers: run.wrappers + 1, turns: many ?? run.turns };
  const isApart = (elsewhere && !state.elsewhere) || many !== undefined;
  const output: Sink | undefined = isApart ? io.output && { flow: undefined } : io.output;
  const streams: Streams = { input: wrapper.adds === true ? nothing : io.input, output };
  if (reason !== undefined) doubt(reason, name, head, run);
  if (inner.kind === "command") run.runWords(inner.words, within, streams, deeper);
  if (inner.kind === "code") runCode(inner.words, within, name, streams, run);
  if (inner.kind === "prefix") runPrefix(inner.code, inner.words, within, name, streams, deeper);
  if (inner.kind === "shell") runShell([head, ...inner.words], name, within, streams, run);
  if (inner.kind === "nothing" && reason === undefined && !found.inert && wrapper.readsInput !== false) {
    runInput(io.input, head, name, within, streams, run);
  }
  if (inner.kind === "nothing" && wrapper.givesEnvironment === true)
    pour(io.output, { from: [{ kind: "environment" }] });
  if (output !== io.output && output !== undefined) {
    const given = changed(output.flow ?? { from: [] });
    pour(io.output, many === undefined ? given : { ...given, many });
  }
}

/** The variables that words such as `NAME=value` set. */
function namesSet(words: readonly Argument[]): readonly string[] {
  return words.flatMap(({ value }) => /^([A-Za-z_]\w*)=/.exec(value?.text ?? "")?.[1] ?? []);
}

/** What a wrapper does beside running its command. */
function noteOwn(
  { options, taken, inner }: Unwrapped,
  head: Argument,
  name: string,
  wrapper: Wrapper,
  state: ShellState,
  io: Streams,
  run: Run,
): void {
  const last = "words" in inner ? inner.words.at(-1) : taken.at(-1);
  const span = spanOf(head, last ?? head);
  if (wrapper.sameShell !== true)
    note({ kind: "execute", program: literalOf(head) ?? name, from: [] }, name, head, run);
  const valuesOf = (list: string | undefined): readonly Argument[] =>
    options.flatMap((option) => (optionSet(list).has(option.name) && option.value !== undefined ? [option.value] : []));
  if (wrapper.rightsOf !== undefined) {
    const named = wrapper.userOperand === true ? taken.find((word) => literalOf(word) !== "-") : undefined;
    const user = valuesOf(wrapper.user).at(-1) ?? named;
    note(
      { kind: "privilege", user: user === undefined ? wrapper.rightsOf : (literalOf(user) ?? null) },
      name,
      span,
      run,
    );
  }
  if (wrapper.host === true && taken[0] !== undefined) {
    const { host, port } = addressOf(taken[0]);
    const given = literalOf(valuesOf("-p")[0]);
    const at =
      given !== undefined && /^\d+$/.test(given) ? { port: Number(given) } : port === undefined ? {} : { port };
    const flow = joinFlows(["words" in inner ? joinFlows(inner.words.map((word) => word.flow)) : undefined, io.input]);
    noteContact({ direction: "out", protocol: "ssh", host, ...at, flow }, name, span, run);
  }
  for (const at of valuesOf(wrapper.wordsFrom))
    noteRead({ value: at.value, by: name, span: spanOf(head, at) }, state, run);
  for (const at of valuesOf(wrapper.writes)) {
    noteWrite(
      "replace",
      { from: [{ kind: "output", by: name }] },
      { value: at.value, by: name, span: spanOf(head, at) },
      state,
      run,
    );
  }
  if (wrapper.persists !== undefined) note({ kind: "persist", where: wrapper.persists, target: null }, name, span, run);
}
