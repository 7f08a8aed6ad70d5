import { anyFiles, appendOutput, emptyFlow, type Flow, joinFlows } from "../flow.ts";
import { asGlob, type Value } from "../word-value.ts";
import { type Argument, literalText } from "./argument.ts";
import { catalogueProgram } from "./catalogue.ts";
import { evaluateGo } from "./evaluate-go.ts";
import { commandAfterDashes, evaluateLaunched } from "./evaluate-launcher.ts";
import { evaluateSocat } from "./evaluate-socat.ts";
import { evaluateUnlistedProgram } from "./evaluate-unlisted-program.ts";
import { emitUnknown, type Shell, spanBetween } from "./evaluation.ts";
import { isKnownCommand } from "./known-commands.ts";
import { matchCatalogueEntries } from "./match-catalogue-entries.ts";
import { emitNamedOutputs } from "./named-outputs.ts";
import { emitPermissionEffects } from "./permission-effects.ts";
import { conditionHolds, isLimited, type ProgramCall } from "./program-call.ts";
import { emitFileEffects } from "./program-file-effects.ts";
import { emitNetworkEffects } from "./program-network-effects.ts";
import { emitCodeEffects, emitOtherEffects } from "./program-other-effects.ts";
import { computeOutput } from "./program-output.ts";
import { inDirectory } from "./state.ts";
import { selectWords } from "./word-selector.ts";

/**
 * Emits the effects of a program by the catalogue entries that match its words, and writes its output.
 *
 * @param name - the program's name without its directory
 * @param words - the program's name and what follows it
 */
export function evaluateProgram(name: string, words: readonly Argument[], shell: Shell): void {
  const { state, io, evaluation } = shell;
  const [head, ...args] = words;
  if (head === undefined) return;
  const program = catalogueProgram(name);
  if (name === "socat") {
    evaluateSocat(words, shell);
    return;
  }
  if (name === "go") evaluateGo(words, shell);
  const first = evaluation.effects.length;
  if (program === undefined) {
    const output = computeOutput(name, args, io.input, state);
    if (output === undefined && !isKnownCommand(name)) evaluateLaunched(name, args, shell);
    emitNamedOutputs(name, words, first, shell);
    appendOutput(io.output, output ?? evaluateUnlistedProgram(name, words, shell));
    return;
  }
  const last = words.at(-1) ?? head;
  const { matched, unknownReason: reason, directory } = matchCatalogueEntries(program, name, args);
  const launched = matched.length === 0 && name !== "git" ? commandAfterDashes(args) : undefined;
  if (launched !== undefined) evaluateLaunched(name, args, shell);
  if (reason !== undefined) emitUnknown(reason, name, spanBetween(head, last), evaluation);
  const own = directory === undefined ? state : inDirectory(state, literalText(directory ?? undefined) ?? null);
  const calls = matched.map(
    (each): ProgramCall => ({ ...each, name, head, words: args, last, state: own, evaluation, input: io.input }),
  );
  const networks = calls.map(emitNetworkEffects).filter((flow) => flow !== undefined);
  const files = emitFileEffects(calls, networks);
  emitNamedOutputs(name, words, first, { ...shell, state: own });
  for (const call of calls) {
    emitPermissionEffects(call);
    emitOtherEffects(call);
    emitCodeEffects(call);
  }
  if (io.output === undefined) return;
  const [only, second] = files.read.length > 0 ? files.read : [io.input];
  const sources = [...files.read, ...networks];
  const parsed = computeOutput(name, args, second === undefined ? only : joinFlows(files.read), state);
  appendOutput(io.output, parsed ?? outputBy(calls, name, args, sources.length > 0 ? sources : [io.input]));
}

/** Returns a program's output: data of files, hosts or its input. */
function outputBy(
  calls: readonly ProgramCall[],
  name: string,
  args: readonly Argument[],
  sources: readonly (Flow | undefined)[],
): Flow {
  const entries = calls.map(({ entry }) => entry);
  const gives = entries.find((entry) => entry.gives !== undefined)?.gives;
  const isSilent = !calls.some(({ parsed }) => conditionHolds("-v --verbose", parsed));
  if (gives === "nothing" && isSilent) return emptyFlow;
  const revealed = entries.flatMap(({ reveals }) => (reveals === undefined ? [] : [reveals]));
  if (revealed.length > 0) return { from: revealed.map((what) => ({ kind: "secret", what })) };
  if (gives === "environment") {
    const names = calls.some(({ parsed }) => parsed.operands.length > 0);
    return { from: [names ? { kind: "environment" } : { kind: "environment", all: true }] };
  }
  const keeps = entries.some((entry) => entry.keepsLines === true);
  const [only, second] = sources;
  const isPlain = only !== undefined && second === undefined;
  const joined = joinFlows(sources);
  const decodes = calls.some(({ entry, parsed }) => conditionHolds(entry.decodes, parsed));
  const from: Flow["from"] = decodes
    ? [{ kind: "encoded" }, ...joined.from]
    : joined.from.length === 0 && (!isPlain || only.text === undefined)
      ? [{ kind: "output", by: name }]
      : joined.from;
  const many = isLimited(calls) ? undefined : joined.many;
  if (entries.some(({ builds }) => builds === true)) return { from, many, isProgram: true };
  // The name of a file may begin with a dot, unlike a number or a date.
  if (gives === "word") return { from, names: [{ ...anyName, hidden: /^g?basename$/.test(name) }] };
  if (gives === "names") return { from: [{ kind: "output", by: name }], names: [anyFile] };
  if (gives === "files") return { from: [{ kind: "output", by: name }], names: calls.flatMap(filesBelowOperands) };
  const elsewhere = rewriters.test(name) && args.some((at) => namesElsewhere.test(at.value?.text ?? at.known ?? ""));
  if (keeps && isPlain && only.names !== undefined && !elsewhere) {
    return { from, many, names: only.names.map((each) => ({ ...each, partial: true })) };
  }
  const looked = calls.flatMap(({ entry, parsed, last }) =>
    entry.lists === undefined ? [] : selectWords(entry.lists, parsed, last).flatMap(({ value }) => value ?? []),
  );
  return { from, many, near: elsewhere ? anyFiles : looked.length > 0 ? looked : joined.near };
}

/** Returns some files below each operand of a call: what `grep -rl text src` prints. */
function filesBelowOperands({ entry, parsed }: ProgramCall): readonly Value[] {
  if (entry.gives !== "files") return [];
  const { operands } = parsed;
  const below = (value: Value): Value =>
    /^(?:\.\/*)?$/.test(value.text)
      ? { text: "**/*", glob: true, partial: true }
      : { ...value, text: `${asGlob(value).replace(/\/+$/, "")}/**`, glob: true, partial: true };
  if (operands.length === 0) return [below({ text: ".", glob: false })];
  const known = operands.flatMap(({ value }) => value ?? []);
  return known.length < operands.length ? [] : known.map(below);
}

const rewriters = /^(g?sed|[gmn]?awk|perl|tr|xargs|printf)$/;

/** Matches an argument that names a directory outside of any project: `s/^/\/etc\//`. */
const namesElsewhere =
  /(^|[^\w.])\\?\/(etc|root|home|proc|sys|boot|dev|var|usr|opt)\b|\.(ssh|aws|gnupg|env)\b|\.\.\\?\//;

const anyName: Value = { text: "*", glob: true, partial: true };
const anyFile: Value = { text: "**", glob: true, partial: true };
