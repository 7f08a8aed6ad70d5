/** Emits the effects of catalogue entries that are about neither files nor hosts: signals, installs, schedules, rights. */
import { asPossible } from "../engine/paths.ts";
import { isTestDatabase } from "../test-databases.ts";
import { type Argument, literalText } from "./argument.ts";
import { evaluateCommand } from "./evaluate-command.ts";
import { evaluateCode } from "./evaluate-shell.ts";
import { type Evaluation, emit, emitUnknown, noStreams, type Streams, spanBetween } from "./evaluation.ts";
import { usesLocalService } from "./local-services.ts";
import { endsOwnProcesses, isOwnWork } from "./own-work.ts";
import type { ProgramCall } from "./program-call.ts";
import { emitInstalls } from "./program-installs.ts";
import { optionSet } from "./separate-options.ts";
import { copyState } from "./state.ts";
import { selectWords } from "./word-selector.ts";

/** Signals that don't end a process: `-0`, `SIGWINCH`. */
const harmlessSignal = /^-?(0|(SIG)?(WINCH|CONT|URG|CHLD|INFO))$/;

/** Emits the effects of a catalogue entry that are about neither files nor hosts: signals, installs, schedules, rights. */
export function emitOtherEffects(call: ProgramCall): void {
  const { entry, parsed, last, name, head, evaluation, certainty } = call;
  const span = spanBetween(head, last);
  const wordsOf = (where: string): readonly Argument[] => selectWords(where, parsed, last);
  if (isOwnWork(call) || usesLocalService(call)) return;
  if (entry.signals !== undefined) {
    const named = wordsOf(entry.signals);
    const isHarmless = isHarmlessSignal(call) || endsOwnProcesses(call, named);
    const process = named.length === 0 ? null : processNames(named);
    emit({ kind: "signal", process, harmless: isHarmless, certainty }, name, span, evaluation);
  }
  if (entry.discards !== undefined) emit({ kind: "discard", what: entry.discards, certainty }, name, span, evaluation);
  if (entry.remote !== undefined) {
    emit({ kind: "remote", what: null, ...entry.remote, certainty }, name, span, evaluation);
  }
  if (entry.reveals !== undefined) emit({ kind: "reveal", what: entry.reveals, certainty }, name, span, evaluation);
  if (entry.database !== undefined)
    emit({ kind: "database", all: false, ...entry.database, ...testDatabase(call), certainty }, name, span, evaluation);
  if (entry.installs !== undefined) emitInstalls(call, wordsOf(entry.installs));
  if (entry.persists !== undefined)
    emit({ kind: "persist", where: entry.persists, target: null, certainty }, name, span, evaluation);
  if (entry.privilege !== undefined) {
    const [named] = entry.privilege === "root" ? [] : wordsOf(entry.privilege);
    const user = entry.privilege === "root" ? "root" : (literalText(named) ?? null);
    emit({ kind: "privilege", user, grants: entry.grants, certainty }, name, span, evaluation);
  }
  if (entry.exhausts !== undefined) emit({ kind: "exhaust", what: entry.exhausts, certainty }, name, span, evaluation);
  if (entry.runs === true) emitUnknown(`${name} may run code that is not analyzed`, name, span, evaluation);
}

/** Marks the database of a call as a test database by its name or the environment. */
function testDatabase({ entry, parsed, last, state }: ProgramCall): { readonly forTests?: true } {
  const named = entry.databaseName === undefined ? [] : selectWords(entry.databaseName, parsed, last);
  const isNamed = named.length > 0 && named.every((word) => isTestDatabase(literalText(word) ?? ""));
  const isChosen =
    !state.variables.has("DATABASE_URL") &&
    entry.databaseEnvironment?.split(" ").some((each) => state.variables.get(each)?.value?.text === "test") === true;
  const isInVariable = databaseVariables.some((name) => isTemporary(state.variables.get(name)?.value?.text ?? ""));
  return isNamed || isChosen || isInVariable ? { forTests: true } : {};
}

/** Variables of frameworks that name the database. */
const databaseVariables = ["DATABASE_URL", "DB_DATABASE", "SQLALCHEMY_DATABASE_URI", "DB_PATH"];

/** Whether the address of a database is a temporary file or memory: `sqlite:////tmp/x.db`. */
function isTemporary(address: string): boolean {
  return /^(?:sqlite\w*:(?:\/\/)?\/?)?(?:\/?\/tmp\/|:memory:)/.test(address);
}

/** The names or numbers of processes as one text; `null` if one is unknown. */
function processNames(named: readonly Argument[]): string | null {
  const texts = named.map(literalText);
  return texts.includes(undefined) ? null : texts.join(" ");
}

/** Whether `kill`, `pkill` or `killall` sends a signal that doesn't end a process. */
function isHarmlessSignal({ parsed, name }: ProgramCall): boolean {
  const { options, operands } = parsed;
  if (name !== "kill" && name !== "pkill" && name !== "killall") return false;
  const written = options.map(({ at }) => literalText(at) ?? "").find((text) => /^-(\d+|[A-Z]+)$/.test(text));
  const valued = options.find((option) => /^(-s|--signal|-n)$/.test(option.name))?.value;
  const signal = written ?? literalText(valued);
  return operands.length > 0 && signal !== undefined && harmlessSignal.test(signal);
}

/** Emits the effects of code in options, and of commands that follow an option. */
export function emitCodeEffects(call: ProgramCall): void {
  const { entry, parsed, last, name, state, words } = call;
  const evaluation: Evaluation = { ...call.evaluation, wrappers: call.evaluation.wrappers + 1 };
  const { machine } = evaluation;
  for (const code of entry.runsCode === undefined ? [] : selectWords(entry.runsCode, parsed, last)) {
    const text = literalText(code)?.replace(/^exec=/, "");
    const value = text === undefined ? code.value : { text, glob: false };
    asPossible(machine, () =>
      evaluateCode([{ ...code, value }], name, { state: copyState(state), io: unknownInput, evaluation }),
    );
  }
  const marks = optionSet(entry.runsAfter);
  const at = marks.size === 0 ? -1 : words.findIndex((word) => marks.has(literalText(word) ?? ""));
  if (at === -1) return;
  const end = words.findIndex((word, index) => index > at && literalText(word) === ";");
  const command = words.slice(at + 1, end === -1 ? words.length : end);
  if (command.length === 0) return;
  const isPlaced = command.some((word) => /\{[^}]*\}/.test(literalText(word) ?? ""));
  const found: Argument = { start: last.start, end: last.end, value: { text: "**", glob: true, partial: true } };
  const whole = isPlaced ? command : [...command, found];
  asPossible(machine, () => evaluateCommand(whole, { state: copyState(state), io: noStreams, evaluation }));
}

/** Input that the program passes to the code: files of an archive, lines of a file. */
const unknownInput: Streams = { input: { from: [{ kind: "unknown" }] }, output: undefined };
