import { addressOf } from "./address.ts";
import { type Argument, literalOf } from "./argument.ts";
import type { Call } from "./call.ts";
import { optionSet } from "./options.ts";
import { ownJob } from "./piece-parts.ts";
import { doubt, note, spanOf } from "./run.ts";
import { wordsAt } from "./where.ts";
import { writtenTo } from "./written.ts";

/** Signals that only ask, or tell of something that changed. */
const harmlessSignal = /^-?(0|(SIG)?(WINCH|CONT|URG|CHLD|INFO))$/;

/** Notes what an entry says beside files and hosts. */
export function noteOthers(call: Call): void {
  const { entry, given, last, name, head, run, sure } = call;
  const span = spanOf(head, last);
  const wordsOf = (where: string): readonly Argument[] => wordsAt(where, given, last);
  if (entry.signals !== undefined) {
    const named = wordsOf(entry.signals);
    const isHarmless = isHarmlessSignal(call) || (named.length > 0 && named.every(isOwnJob));
    const process = named.length === 0 ? null : processes(named);
    note({ kind: "signal", process, harmless: isHarmless }, name, span, run, sure);
  }
  if (entry.discards !== undefined) note({ kind: "discard", what: entry.discards }, name, span, run, sure);
  if (entry.installs !== undefined) noteInstalls(call, wordsOf(entry.installs));
  if (entry.persists !== undefined)
    note({ kind: "persist", where: entry.persists, target: null }, name, span, run, sure);
  if (entry.privilege !== undefined) {
    const [named] = entry.privilege === "root" ? [] : wordsOf(entry.privilege);
    const user = entry.privilege === "root" ? "root" : (literalOf(named) ?? null);
    note({ kind: "privilege", user }, name, span, run, sure);
  }
  if (entry.exhausts !== undefined) note({ kind: "exhaust", what: entry.exhausts }, name, span, run, sure);
  if (entry.runs === true) doubt(`${name} may run code that is not read`, name, span, run);
}

/** Whether a process is one that the script itself started. */
function isOwnJob({ flow }: Argument): boolean {
  return flow?.from.length === 1 && flow.from.every((origin) => origin.kind === "output" && origin.by === ownJob);
}

function processes(named: readonly Argument[]): string | null {
  const texts = named.map(literalOf);
  return texts.includes(undefined) ? null : texts.join(" ");
}

function isHarmlessSignal({ given, name }: Call): boolean {
  const { options, operands } = given;
  if (name !== "kill" && name !== "pkill" && name !== "killall") return false;
  const written = options.map(({ at }) => literalOf(at) ?? "").find((text) => /^-(\d+|[A-Z]+)$/.test(text));
  const valued = options.find((option) => /^(-s|--signal|-n)$/.test(option.name))?.value;
  const signal = written ?? literalOf(valued);
  return operands.length > 0 && signal !== undefined && harmlessSignal.test(signal);
}

const isUrl = /^(git\+|hg\+|svn\+|bzr\+)?(https?|ftp|ssh|git|file):\/\/|^git@|^(github|gitlab|bitbucket|gist):/;
const isFile =
  /^(\.{0,2}\/|~|\.{1,2}$)|\.(whl|tgz|tar\.gz|zip|deb|rpm|apk|pkg|dmg|gem|crate|nupkg|jar|vsix|snap|flatpak|exe|msi)$/;

/** Notes which packages are installed, and from where. */
function noteInstalls(call: Call, words: readonly Argument[]): void {
  const { entry, given, name, head, last, run, state, sure } = call;
  const span = spanOf(head, last);
  const index = given.options
    .filter((option) => optionSet(entry.index).has(option.name))
    .flatMap(({ value }) => value ?? []);
  const [from] = index
    .map((at) => (isUrl.test(at.value?.text ?? at.known ?? "") ? addressOf(at) : undefined))
    .filter((each) => each !== undefined);
  const named = words.filter(
    (at) => !/^(install|add|update|upgrade|get|use|[A-Z]+=.*)$/.test(literalOf(at) ?? "") || words.length === 1,
  );
  const packages = named.flatMap((at) => literalOf(at) ?? []);
  const isKnown = named.every((at) => literalOf(at) !== undefined);
  const urls = named.filter((at) => isUrl.test(at.value?.text ?? at.known ?? ""));
  const base = { kind: "install", manager: name, packages: isKnown ? packages : null } as const;
  if (from !== undefined || urls.length > 0) {
    for (const host of from === undefined ? urls.map(hostOf) : [from.host]) {
      note({ ...base, source: "address", host }, name, span, run, sure);
    }
    return;
  }
  const files = named.filter((at) => entry.fromFiles === true || isFile.test(at.value?.text ?? ""));
  if (entry.fromFiles === true || files.length > 0) {
    const written = files.map((at) => writtenTo(at.value, state, run)).find((flow) => flow !== undefined);
    const host = written?.from.find((origin) => origin.kind === "network")?.host;
    note(
      { ...base, source: host === undefined ? "file" : "address", ...(host !== undefined && { host }) },
      name,
      span,
      run,
      sure,
    );
    return;
  }
  note({ ...base, source: isKnown ? "registry" : "unknown" }, name, span, run, sure);
}

function hostOf(at: Argument): string | null {
  const text = literalOf(at) ?? "";
  const [, short] = /^(github|gitlab|bitbucket|gist):/.exec(text) ?? [];
  if (short !== undefined) return short === "bitbucket" ? "bitbucket.org" : `${short}.com`;
  return addressOf({
    ...at,
    value: at.value && { ...at.value, text: at.value.text.replace(/^(git|hg|svn|bzr)\+/, "") },
  }).host;
}
