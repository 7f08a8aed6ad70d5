import { type Argument, literalOf } from "./argument.ts";
import { type Call, isGiven, isLimited } from "./call.ts";
import { programOf } from "./catalogue/index.ts";
import { noteFiles, noteRights } from "./entry-files.ts";
import { noteNetwork } from "./entry-network.ts";
import { noteOthers } from "./entry-others.ts";
import { anywhere, type Flow, joinFlows, nothing, pour } from "./flow.ts";
import { matchEntries } from "./match-entries.ts";
import { outputOf } from "./outputs.ts";
import { doubt, type Run, type Streams, spanOf } from "./run.ts";
import { runSocat } from "./run-socat.ts";
import { runUnlisted } from "./run-unlisted.ts";
import { changeDirectory, type ShellState } from "./state.ts";
import type { Value } from "./value.ts";
import { wordsAt } from "./where.ts";

/**
 * Notes what a program does by the entries of the catalogue that fit its words, and tells what it gives.
 *
 * @param name - the program's name without its directory
 * @param words - the program's name and what follows it
 */
export function runProgram(name: string, words: readonly Argument[], state: ShellState, io: Streams, run: Run): void {
  const [head, ...args] = words;
  if (head === undefined) return;
  const program = programOf(name);
  if (name === "socat") {
    runSocat(words, state, io, run);
    return;
  }
  if (program === undefined) {
    const output = outputOf(name, args, io.input, state);
    pour(io.output, output ?? runUnlisted(name, words, state, io.input, run));
    return;
  }
  const last = words.at(-1) ?? head;
  const { matched, doubt: reason, directory } = matchEntries(program, name, args);
  if (reason !== undefined) doubt(reason, name, spanOf(head, last), run);
  const own = directory === undefined ? state : changeDirectory(state, literalOf(directory ?? undefined) ?? null);
  const calls = matched.map((each): Call => ({ ...each, name, head, last, state: own, run, input: io.input }));
  const networks = calls.map(noteNetwork).filter((flow) => flow !== undefined);
  const files = noteFiles(calls, networks);
  for (const call of calls) {
    noteRights(call);
    noteOthers(call);
  }
  if (io.output === undefined) return;
  const [only, second] = files.read.length > 0 ? files.read : [io.input];
  const given = outputOf(name, args, second === undefined ? only : joinFlows(files.read), state);
  pour(io.output, given ?? outputBy(calls, name, args, [...files.read, ...networks], io.input));
}

/** What comes out of a program, by what it read and whom it asked. */
function outputBy(
  calls: readonly Call[],
  name: string,
  args: readonly Argument[],
  sources: readonly Flow[],
  input: Flow | undefined,
): Flow {
  const entries = calls.map(({ entry }) => entry);
  const gives = entries.find((entry) => entry.gives !== undefined)?.gives;
  if (gives === "nothing") return nothing;
  if (gives === "environment") return { from: [{ kind: "environment" }] };
  const keeps = entries.some((entry) => entry.keepsLines === true);
  const [only, second] = sources.length > 0 ? sources : input === undefined ? [] : [input];
  const isPlain = only !== undefined && second === undefined;
  const joined = joinFlows(sources.length > 0 ? sources : [input]);
  const decodes = calls.some(({ entry, given }) => isGiven(entry.decodes, given));
  const from: Flow["from"] = decodes
    ? [{ kind: "encoded" }, ...joined.from]
    : joined.from.length === 0 && (!isPlain || only.text === undefined)
      ? [{ kind: "output", by: name }]
      : joined.from;
  const many = isLimited(calls) ? undefined : joined.many;
  if (gives === "word") return { from, names: [anyName] };
  if (gives === "names") return { from: [{ kind: "output", by: name }], names: [anyFile] };
  const elsewhere = rewriters.test(name) && args.some((at) => namesElsewhere.test(at.value?.text ?? at.known ?? ""));
  if (keeps && isPlain && only.names !== undefined && !elsewhere) {
    return { from, many, names: only.names.map((each) => ({ ...each, partial: true })) };
  }
  const looked = calls.flatMap(({ entry, given, last }) =>
    entry.lists === undefined ? [] : wordsAt(entry.lists, given, last).flatMap(({ value }) => value ?? []),
  );
  return { from, many, near: elsewhere ? anywhere : looked.length > 0 ? looked : joined.near };
}

const rewriters = /^(g?sed|[gmn]?awk|perl|tr|xargs|printf)$/;

/** A word or a script that names a place outside of any project: `s/^/\/etc\//`. */
const namesElsewhere =
  /(^|[^\w.])\\?\/(etc|root|home|proc|sys|boot|dev|var|usr|opt)\b|\.(ssh|aws|gnupg|env)\b|\.\.\\?\//;

const anyName: Value = { text: "*", glob: true, partial: true };
const anyFile: Value = { text: "**", glob: true, partial: true };
