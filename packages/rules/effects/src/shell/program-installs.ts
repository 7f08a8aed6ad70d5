/** Emits which packages a call installs, and from which source. */
import type { Certainty } from "../effects.ts";
import { addressOf } from "./address.ts";
import { type Argument, literalText } from "./argument.ts";
import { type Evaluation, emit, spanBetween } from "./evaluation.ts";
import type { ProgramCall } from "./program-call.ts";
import { optionSet } from "./separate-options.ts";
import type { ShellState } from "./state.ts";
import type { Span } from "./syntax.ts";
import { selectWords } from "./word-selector.ts";
import { dataWrittenTo } from "./written-files.ts";

/** Emits the packages that a catalogue entry installs. */
export function emitInstalls(call: ProgramCall, words: readonly Argument[]): void {
  const { entry, parsed, last, name, head, evaluation, state, certainty } = call;
  const indexes = parsed.options
    .filter((option) => optionSet(entry.index).has(option.name))
    .flatMap(({ value }) => value ?? []);
  const lists = entry.packageLists === undefined ? [] : selectWords(entry.packageLists, parsed, last);
  const named = words.filter(
    (at) => !/^(install|add|update|upgrade|get|use|[A-Z]+=.*)$/.test(literalText(at) ?? "") || words.length === 1,
  );
  const fromFiles = entry.fromFiles === true;
  emitPackages(
    {
      manager: name,
      packages: [...named, ...lists.flatMap((at) => packagesInList(at, state, evaluation))],
      indexes,
      fromFiles,
      certainty,
    },
    spanBetween(head, last),
    state,
    evaluation,
  );
}

/** An installation: the words that name packages, and those that name other sources of packages. */
interface Installation {
  /** The program that installs them: `npm`. */
  readonly manager: string;
  readonly packages: readonly Argument[];
  readonly indexes: readonly Argument[];
  /** All packages are local files. */
  readonly fromFiles: boolean;
  /** `unknown` if unknown words decide whether it happens. */
  readonly certainty?: Certainty;
}

/** Emits an installation: one effect for each host that packages come from, or one for the registry or a file. */
export function emitPackages(
  { manager, packages: named, indexes, fromFiles, certainty }: Installation,
  span: Span,
  state: ShellState,
  evaluation: Evaluation,
): void {
  const texts = named.flatMap((at) => packageText(at) ?? []);
  const isKnown = texts.length === named.length;
  const base = { kind: "install", manager, packages: isKnown ? texts : null } as const;
  const addresses = named.map((at) => packageAddress(manager, literalText(at) ?? at.value?.text ?? at.known ?? ""));
  const files = named.filter((_, at) => fromFiles || addresses[at] === "file");
  const hosts = [
    ...indexes.map(indexHost),
    ...indexVariables(manager, state),
    ...addresses.map(hostOfAddress),
    ...files
      .map((at) => dataWrittenTo(at.value, state, evaluation)?.from.find(({ kind }) => kind === "network"))
      .map((origin) => (origin?.kind === "network" ? origin.host : undefined)),
  ].filter((host) => host !== undefined);
  for (const host of new Set(hosts)) emit({ ...base, source: "address", host, certainty }, manager, span, evaluation);
  if (hosts.length > 0) return;
  const source = fromFiles || files.length > 0 ? "file" : isKnown ? "registry" : "unknown";
  emit({ ...base, source, certainty }, manager, span, evaluation);
}

/** A package as written; extras without quotes (`.[dev]`) and local files with wildcards (`dist/*.whl`) look like globs. */
function packageText(at: Argument): string | undefined {
  const text = literalText(at) ?? (at.value?.glob === true ? at.value.text : undefined);
  return literalText(at) !== undefined ||
    /^[\w./*+-]*(?:\[[\w,. -]+\]|\.(?:whl|tgz|tar\.gz|zip))(?:[=<>~!]=?[\w.*]+)?$/.test(text ?? "")
    ? text
    : undefined;
}

/** Whether a package comes from an address instead of the registry. */
export function isForeignPackage(manager: string, at: Argument): boolean {
  const text = literalText(at);
  return text !== undefined && typeof packageAddress(manager, text) === "object";
}

/** Whether environment variables name another source of packages. */
export function usesOtherIndex(manager: string, state: ShellState): boolean {
  return indexVariables(manager, state).some((host) => host !== undefined);
}

/** The host of a package address; `undefined` for a file and for a name in a registry. */
function hostOfAddress(address: PackageAddress): string | null | undefined {
  return typeof address === "object" ? address.host : undefined;
}

/** The host of another source of packages; `undefined` if the word is not an address (a directory, the name of a channel). */
function indexHost(at: Argument): string | null | undefined {
  const begun = at.value?.text ?? at.known ?? "";
  if (at.value === null && begun === "") return null;
  return /^(sparse\+)?[a-z]+:\/\//i.test(begun)
    ? addressOf(withText(at, begun.replace(/^sparse\+/, ""))).host
    : undefined;
}

/** The hosts that environment variables name as the source of packages: `PIP_INDEX_URL`. */
function indexVariables(manager: string, { variables }: ShellState): readonly (string | null | undefined)[] {
  const names = variablesOfManagers.find(({ managers }) => managers.test(manager))?.variables;
  if (names === undefined) return [];
  return [...variables].flatMap(([name, { value }]) => {
    if (!names.test(name)) return [];
    return value === null
      ? [null]
      : value.text.split(/[\s,]+/).map((text) => indexHost({ start: 0, end: 0, value: { text, glob: false } }));
  });
}

/** The environment variables that change the source of packages, by program. */
const variablesOfManagers: readonly { readonly managers: RegExp; readonly variables: RegExp }[] = [
  {
    managers: /^(pip[\d.]*|pipx|easy_install)$/,
    variables: /^PIP_(INDEX_URL|EXTRA_INDEX_URL|FIND_LINKS|REQUIREMENT)$/,
  },
  { managers: /^uvx?$/, variables: /^UV_(INDEX|INDEX_URL|EXTRA_INDEX_URL|DEFAULT_INDEX|FIND_LINKS)$/ },
  { managers: /^(npm|npx|pnpm|pnpx|cnpm)$/, variables: /^npm_config_(@[^:]+:)?registry$/i },
  { managers: /^yarn$/, variables: /^(npm_config_registry|YARN_REGISTRY|YARN_NPM_REGISTRY_SERVER)$/i },
  { managers: /^bunx?$/, variables: /^(npm_config_registry|BUN_CONFIG_REGISTRY)$/i },
  { managers: /^go$/, variables: /^GOPROXY$/ },
  { managers: /^cargo$/, variables: /^CARGO_(REGISTRIES_\w+_INDEX|SOURCE_\w+_REGISTRY)$/ },
  { managers: /^(gem|bundle|bundler)$/, variables: /^(BUNDLE_MIRROR__\w+|RUBYGEMS_HOST|GEM_HOST)$/ },
  { managers: /^(poetry|pdm)$/, variables: /^(POETRY_REPOSITORIES_\w+_URL|PDM_PYPI_URL|PIP_INDEX_URL)$/ },
  { managers: /^(conda|mamba|micromamba)$/, variables: /^CONDA_(CHANNELS|CHANNEL_ALIAS|DEFAULT_CHANNELS)$/ },
];

/** The packages in a list of packages: an address, or the lines of a file that the script wrote. */
function packagesInList(at: Argument, state: ShellState, evaluation: Evaluation): readonly Argument[] {
  if (/^[a-z+]+:\/\//i.test(at.value?.text ?? at.known ?? "")) return [at];
  const text = dataWrittenTo(at.value, state, evaluation)?.text;
  if (text === undefined) return [];
  return text
    .split("\n")
    .map((line) => line.replace(/(^|\s)#.*$/, "").trim())
    .filter((line) => line !== "")
    .map((line) =>
      withText(at, line.replace(/^(?:-i|--(?:extra-)?index-url|-f|--find-links|-e|--editable)[\s=]+/, "")),
    );
}

/** Returns a word with another text. */
function withText(at: Argument, text: string): Argument {
  return { ...at, value: { text, glob: false } };
}

/** Where a package comes from, as its name in a command says: an address, a local file, or a registry. */
type PackageAddress = { readonly host: string | null } | "file" | "registry";

/**
 * Reads the name of a package: `left-pad` is in the registry, `./a.tgz` is a file, and `git+https://x.org/y`,
 * `github:ada/x`, `x @ https://x.org/x.whl` and, for `npm`, `ada/x` have addresses.
 *
 * @param manager - the program that installs it: `npm`, `pip`, `go`
 */
function packageAddress(manager: string, text: string): PackageAddress {
  const name = text.trim();
  // `name @ https://…` of pip, `name@git+ssh://…` of npm
  const [, after] = /^@?[\w./[\],-]+\s*@\s*((?:git\+)?[a-z]+:.*)$/i.exec(name) ?? [];
  const address = after ?? name;
  const [, forge] = /^(github|gitlab|bitbucket|gist|sourcehut|gh):/i.exec(address) ?? [];
  if (forge !== undefined) return { host: forgeHosts.get(forge.toLowerCase()) ?? null };
  if (/^(file|link|portal):/i.test(address)) return "file";
  const [, scp] = /^[\w.-]+@([\w.-]+):(?!\/\/)/.exec(address) ?? [];
  if (scp !== undefined) return { host: scp.toLowerCase() };
  if (/^((git|hg|svn|bzr)\+)?[a-z][a-z\d+.-]*:\/\//i.test(address))
    return hostOf(address.replace(/^(git|hg|svn|bzr)\+/i, ""));
  if (isFile.test(name)) return "file";
  if (nodeManagers.test(manager) && /^[\w-]+\/[\w.-]+(#.*)?$/.test(name)) return { host: "github.com" };
  if (manager === "go") return goModule(name);
  return "registry";
}

const forgeHosts: ReadonlyMap<string, string> = new Map([
  ["github", "github.com"],
  ["gh", "github.com"],
  ["gist", "gist.github.com"],
  ["gitlab", "gitlab.com"],
  ["bitbucket", "bitbucket.org"],
  ["sourcehut", "git.sr.ht"],
]);

/** Programs that read `ada/x` as a repository on GitHub. */
const nodeManagers = /^(npm|npx|pnpm|pnpx|cnpm|yarn|bun|bunx)$/;

/** Matches the name of a local file or directory. */
const isFile =
  /^(\.{0,2}\/|~|\.{1,2}$)|\.(whl|tgz|tar\.gz|zip|deb|rpm|apk|pkg|dmg|gem|crate|nupkg|jar|vsix|snap|flatpak|exe|msi)$/i;

/** Hosts of modules that the proxy of Go serves and that projects commonly use. */
const goHosts =
  /^(github\.com|gitlab\.com|bitbucket\.org|golang\.org|google\.golang\.org|gopkg\.in|k8s\.io|sigs\.k8s\.io|go\.uber\.org|go\.opentelemetry\.io|cloud\.google\.com|go\.mongodb\.org|gorm\.io|honnef\.co|mvdan\.cc|gotest\.tools|go\.etcd\.io|entgo\.io|gonum\.org|modernc\.org|rsc\.io|filippo\.io|dario\.cat|helm\.sh|knative\.dev|oras\.land)$/;

/** Returns the host of a Go module path. */
function goModule(name: string): PackageAddress {
  const [host = ""] = name.split("/");
  return !host.includes(".") || /^\.+$/.test(host) || goHosts.test(host.toLowerCase())
    ? "registry"
    : { host: host.toLowerCase() };
}

/** Returns the host of a URL. */
function hostOf(url: string): PackageAddress {
  return { host: addressOf({ start: 0, end: url.length, value: { text: url, glob: false } }).host };
}
