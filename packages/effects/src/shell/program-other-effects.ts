// Emits the effects of catalogue entries that are about neither files nor hosts: signals, installs, schedules, rights.
import { addressOf } from "./address.ts";
import { type Argument, literalText } from "./argument.ts";
import { emit, emitUnknown, spanBetween } from "./evaluation.ts";
import { backgroundJob } from "./expand-piece.ts";
import type { ProgramCall } from "./program-call.ts";
import { optionSet } from "./separate-options.ts";
import { selectWords } from "./word-selector.ts";
import { dataWrittenTo } from "./written-files.ts";

/** Signals that don't end a process: `-0`, `SIGWINCH`. */
const harmlessSignal = /^-?(0|(SIG)?(WINCH|CONT|URG|CHLD|INFO))$/;

/** Emits the effects of a catalogue entry that are about neither files nor hosts: signals, installs, schedules, rights. */
export function emitOtherEffects(call: ProgramCall): void {
  const { entry, parsed, last, name, head, evaluation, certainty } = call;
  const span = spanBetween(head, last);
  const wordsOf = (where: string): readonly Argument[] => selectWords(where, parsed, last);
  if (entry.signals !== undefined) {
    const named = wordsOf(entry.signals);
    const isHarmless = isHarmlessSignal(call) || (named.length > 0 && named.every(isBackgroundJob));
    const process = named.length === 0 ? null : processNames(named);
    emit({ kind: "signal", process, harmless: isHarmless }, name, span, evaluation, certainty);
  }
  if (entry.discards !== undefined) emit({ kind: "discard", what: entry.discards }, name, span, evaluation, certainty);
  if (entry.installs !== undefined) emitInstalls(call, wordsOf(entry.installs));
  if (entry.persists !== undefined)
    emit({ kind: "persist", where: entry.persists, target: null }, name, span, evaluation, certainty);
  if (entry.privilege !== undefined) {
    const [named] = entry.privilege === "root" ? [] : wordsOf(entry.privilege);
    const user = entry.privilege === "root" ? "root" : (literalText(named) ?? null);
    emit({ kind: "privilege", user }, name, span, evaluation, certainty);
  }
  if (entry.exhausts !== undefined) emit({ kind: "exhaust", what: entry.exhausts }, name, span, evaluation, certainty);
  if (entry.runs === true) emitUnknown(`${name} may run code that is not analyzed`, name, span, evaluation);
}

/** Whether a word is `$!`, the last background process of the script itself. */
function isBackgroundJob({ flow }: Argument): boolean {
  return (
    flow?.from.length === 1 && flow.from.every((origin) => origin.kind === "output" && origin.by === backgroundJob)
  );
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

/** Matches a package that is named by its address. */
const isUrl = /^(git\+|hg\+|svn\+|bzr\+)?(https?|ftp|ssh|git|file):\/\/|^git@|^(github|gitlab|bitbucket|gist):/;
/** Matches a package that is a local file. */
const isFile =
  /^(\.{0,2}\/|~|\.{1,2}$)|\.(whl|tgz|tar\.gz|zip|deb|rpm|apk|pkg|dmg|gem|crate|nupkg|jar|vsix|snap|flatpak|exe|msi)$/;

/** Emits which packages are installed, and from which source. */
function emitInstalls(call: ProgramCall, words: readonly Argument[]): void {
  const { entry, parsed, name, head, last, evaluation, state, certainty } = call;
  const span = spanBetween(head, last);
  const index = parsed.options
    .filter((option) => optionSet(entry.index).has(option.name))
    .flatMap(({ value }) => value ?? []);
  const [from] = index
    .map((at) => (isUrl.test(at.value?.text ?? at.known ?? "") ? addressOf(at) : undefined))
    .filter((each) => each !== undefined);
  const named = words.filter(
    (at) => !/^(install|add|update|upgrade|get|use|[A-Z]+=.*)$/.test(literalText(at) ?? "") || words.length === 1,
  );
  const packages = named.flatMap((at) => literalText(at) ?? []);
  const isKnown = named.every((at) => literalText(at) !== undefined);
  const urls = named.filter((at) => isUrl.test(at.value?.text ?? at.known ?? ""));
  const base = { kind: "install", manager: name, packages: isKnown ? packages : null } as const;
  if (from !== undefined || urls.length > 0) {
    for (const host of from === undefined ? urls.map(packageHost) : [from.host]) {
      emit({ ...base, source: "address", host }, name, span, evaluation, certainty);
    }
    return;
  }
  const files = named.filter((at) => entry.fromFiles === true || isFile.test(at.value?.text ?? ""));
  if (entry.fromFiles === true || files.length > 0) {
    const written = files.map((at) => dataWrittenTo(at.value, state, evaluation)).find((flow) => flow !== undefined);
    const host = written?.from.find((origin) => origin.kind === "network")?.host;
    emit(
      { ...base, source: host === undefined ? "file" : "address", ...(host !== undefined && { host }) },
      name,
      span,
      evaluation,
      certainty,
    );
    return;
  }
  emit({ ...base, source: isKnown ? "registry" : "unknown" }, name, span, evaluation, certainty);
}

/** The host of a package address: `git+https://x.org/y`, `github:user/repo`. */
function packageHost(at: Argument): string | null {
  const text = literalText(at) ?? "";
  const [, short] = /^(github|gitlab|bitbucket|gist):/.exec(text) ?? [];
  if (short !== undefined) return short === "bitbucket" ? "bitbucket.org" : `${short}.com`;
  return addressOf({
    ...at,
    value: at.value && { ...at.value, text: at.value.text.replace(/^(git|hg|svn|bzr)\+/, "") },
  }).host;
}
