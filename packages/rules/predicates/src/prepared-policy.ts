import type { CommandEffect, EffectContext, Effects, ExecutionState, Target } from "@helve/effects";
import { readCode } from "@helve/effects";
import { platformPath } from "./compared-path.ts";
import { contactTests } from "./contacts.ts";
import { defaultImportantFiles, replaceableFiles } from "./default-important-files.ts";
import { defaultSensitivePaths } from "./default-sensitive-paths.ts";
import { defaultTempDirectories } from "./default-temp-directories.ts";
import { defaultTrustedHosts } from "./default-trusted-hosts.ts";
import { FilesOnDisk } from "./files-on-disk.ts";
import { type ImportantFiles, importantFiles } from "./important-files.ts";
import { LinksOnDisk } from "./links-on-disk.ts";
import { type PathList, pathList } from "./path-list.ts";
import { type Base, directoryLocation, isInside, type PathLocation, targetLocation } from "./path-location.ts";
import type { Policy } from "./policy.ts";
import { PolicyError } from "./policy-error.ts";
import { policyIssues } from "./policy-issues.ts";
import { hostOf, hostTest, isLoopback } from "./text/hosts.ts";
import { presetUses } from "./tool-presets.ts";
import { derivedTraits, type ToolTraits } from "./tool-traits.ts";
import type { ToolUse } from "./tool-use.ts";

/** A policy with its defaults applied and its globs compiled, shared by all predicates. */
export interface PreparedPolicy {
  /** The policy as it was passed to `predicates()`. */
  readonly original: Policy;
  /** The directories that relative paths and `~` refer to. */
  readonly base: Base;
  /** `sensitivePaths.reading`, compiled. */
  readonly reading: PathList;
  /** `sensitivePaths.listing`, compiled. */
  readonly listing: PathList;
  /** `sensitivePaths.writing`, compiled. */
  readonly writing: PathList;
  /** `sensitivePaths.creating`, compiled. */
  readonly creating: PathList;
  /** The policy's `importantFiles`, compiled; `undefined` if the policy has none. */
  readonly declaredImportant: readonly ImportantFiles[] | undefined;
  /** Whether files are important that the policy does not declare: keys, repositories, files that the session did not create. */
  readonly protectsByDefault: boolean;
  /** Files that are important by default. */
  readonly defaultImportant: PathList;
  /** Files that can be created again, which are not important by default. */
  readonly replaceable: PathList;
  /** Directories for temporary files. */
  readonly temporary: PathList;
  /** Whether a mail address is in the current `contacts`; `undefined` if the policy has none. */
  readonly isContact: ((address: string) => boolean) | undefined;
  /** Whether a host is in `trustedHosts` or is this machine. */
  trusts(host: string): boolean;
  /** Reads the effects of code that runs after `state`; recent results are cached. */
  read(language: string, code: string, state?: ExecutionState): CodeEffects;
  /** The traits of a tool for rules about provenance, by the policy or by its name. */
  traits(tool: string): ToolTraits;
  /** The meaning of a tool's arguments, by the policy or by a preset; `undefined` if neither knows the tool. */
  toolUses(tool: string): KnownTool | undefined;
}

/** The most code texts whose effects are cached. */
const maxCachedTexts = 256;

/**
 * Applies the defaults of a policy and compiles its globs.
 *
 * @throws PolicyError with every problem of the policy
 */
export function preparePolicy(policy: Policy): PreparedPolicy {
  const known = prepared.get(policy);
  if (known !== undefined) return known;
  const result = prepare(policy);
  prepared.set(policy, result);
  return result;
}

/** The policies that were prepared: what is known of a session is stored by policy. */
const prepared = new WeakMap<Policy, PreparedPolicy>();

/** Validates a policy, applies its defaults and compiles its globs. */
function prepare(policy: Policy): PreparedPolicy {
  const issues = policyIssues(policy);
  if (issues.length > 0) throw new PolicyError(issues);
  const { platform, languages } = policy;
  const home = policy.home === undefined ? undefined : platformPath(policy.home, policy);
  const workingDirectory =
    policy.workingDirectory === undefined ? undefined : platformPath(policy.workingDirectory, policy);
  const base: Base & EffectContext = {
    home,
    workingDirectory,
    platform,
  };
  const extendsDefault = policy.extends === "default";
  const listOf = (own: readonly string[] | undefined, defaults: readonly string[]): readonly string[] =>
    own === undefined ? defaults : extendsDefault ? [...defaults, ...own] : own;
  const sensitive = policy.sensitivePaths ?? {};
  const reading = listOf(sensitive.reading, defaultSensitivePaths.reading);
  const listing = listOf(sensitive.listing, defaultSensitivePaths.listing);
  const writing = listOf(sensitive.writing, defaultSensitivePaths.writing);
  const creating = listOf(sensitive.creating, defaultSensitivePaths.creating);
  const temporary = listOf(policy.tempDirectories, defaultTempDirectories);
  let trustedHostTests: readonly ReturnType<typeof hostTest>[] | undefined;
  const contacts = contactTests(() => policy.contacts);
  const context: EffectContext = { home, workingDirectory, languages, reportsCommands: true };
  const cache = cacheFor(languages);
  return {
    original: policy,
    base,
    reading: lazyPathList(reading, base),
    listing: lazyPathList(listing, base),
    writing: lazyPathList(writing, base),
    creating: lazyPathList(creating, base),
    declaredImportant: policy.importantFiles?.map((glob) => importantFiles(glob, base)),
    protectsByDefault: extendsDefault || policy.importantFiles === undefined,
    defaultImportant: lazyPathList(defaultImportantFiles, base),
    replaceable: belowDirectory(replaceableFiles, base),
    temporary: outsideOfProject(lazyPathList(temporary.map(withTrailingSlash), base), base),
    get isContact() {
      return contacts();
    },
    trusts(name) {
      const host = hostOf(name);
      trustedHostTests ??= listOf(policy.trustedHosts, defaultTrustedHosts).map(hostTest);
      return host !== null && (isLoopback(host) || trustedHostTests.some((matches) => matches(host) === true));
    },
    read(language, code, state = {}) {
      const { directory, links, files, ...others } = state;
      const whole = { ...context, ...state };
      const linksOnDisk = links instanceof LinksOnDisk ? links : undefined;
      const filesOnDisk = files instanceof FilesOnDisk ? files : undefined;
      // Results that depend on earlier code are not cached.
      const dependsOnOthers = Object.values(others).some((known) => known !== undefined && known.size > 0);
      const dependsOnWritten = [links, files].some((known) =>
        known instanceof LinksOnDisk || known instanceof FilesOnDisk
          ? known.found === undefined
          : known !== undefined && known.size > 0,
      );
      if (dependsOnOthers || dependsOnWritten) return codeEffects(language, code, whole);
      const keyOf = (readsFiles: boolean): string =>
        JSON.stringify([home, workingDirectory, language, directory, code, linksOnDisk !== undefined, readsFiles]);
      const key = keyOf(filesOnDisk !== undefined);
      const known = cache.get(key);
      const isCurrent =
        (known?.links === undefined || linksOnDisk?.isStill(known.links) === true) &&
        (known?.files === undefined || filesOnDisk?.isStill(known.files) === true);
      const effects = known !== undefined && isCurrent ? known.effects : codeEffects(language, code, whole);
      const remember = (read: string, files: FilesOnDisk["found"]): void => {
        cache.delete(read);
        cache.set(read, { effects, links: linksOnDisk?.found, files });
        const [oldest] = cache.keys();
        if (cache.size > maxCachedTexts && oldest !== undefined) cache.delete(oldest);
      };
      remember(key, filesOnDisk?.found);
      // Where the disk has none of the files, the text does the same without it: so later steps know what this one does.
      if (filesOnDisk?.hasRead === false) remember(keyOf(false), undefined);
      return effects;
    },
    traits(tool) {
      const own = policy.traits !== undefined && Object.hasOwn(policy.traits, tool) ? policy.traits[tool] : undefined;
      return { ...derivedTraits(tool), ...own };
    },
    toolUses(tool) {
      const { tools = {}, presets = true } = policy;
      const own = Object.hasOwn(tools, tool) ? tools[tool] : undefined;
      if (own !== undefined) return { uses: [own].flat(), isPreset: false };
      const preset = presets ? presetUses(tool) : undefined;
      return preset && { uses: preset, isPreset: true };
    },
  };
}

/** The effects of a text, and the programs that it starts. */
interface CodeEffects extends Effects {
  readonly commands: readonly CommandEffect[];
}

/** Reads code, and separates the programs that it starts from its other effects, which rules are about. */
function codeEffects(language: string, code: string, context: EffectContext): CodeEffects {
  const { effects, after } = readCode(language, code, context);
  const commands = effects.filter((effect) => effect.kind === "command");
  const others = commands.length === 0 ? effects : effects.filter(({ kind }) => kind !== "command");
  const own = language === "shell" ? commands : [codeCommand(language, code, context), ...commands];
  return { effects: others, commands: own, after };
}

/** Returns code of another language than the shell as the command that runs it: `python CODE`. */
function codeCommand(language: string, code: string, { directory = "" }: EffectContext): CommandEffect {
  const word = { pattern: language, text: language, target: null };
  return {
    kind: "command",
    certainty: "certain",
    by: language,
    start: 0,
    end: code.length,
    isModeled: false,
    words: [word, { text: code, pattern: code, target: null, isCode: true }],
    directory,
    environment: {},
  };
}

/** The meaning of a tool's arguments. */
interface KnownTool {
  readonly uses: readonly ToolUse[];
  /** Whether a preset and not the policy says it, so that a tool with the same name may have other arguments. */
  readonly isPreset: boolean;
}

/** Creates a path list that is compiled on first use. */
function lazyPathList(globs: readonly string[], base: Base): PathList {
  let list: PathList | undefined;
  return {
    find(target, recursive) {
      list ??= pathList(globs, base);
      return list.find(target, recursive);
    },
  };
}

/** Returns the cache of effects that policies with the same readers share. */
function cacheFor(languages: Policy["languages"]): Map<string, CachedEffects> {
  if (languages === undefined) return new Map();
  const cache = caches.get(languages) ?? new Map<string, CachedEffects>();
  caches.set(languages, cache);
  return cache;
}

const caches = new WeakMap<object, Map<string, CachedEffects>>();

/** The effects of a text. They are valid as long as the disk has the same links and texts. */
interface CachedEffects {
  readonly effects: CodeEffects;
  readonly links: LinksOnDisk["found"];
  readonly files: FilesOnDisk["found"];
}

/** Creates a path list for files below the working directory; folders above it don't count. */
function belowDirectory(globs: readonly string[], base: Base): PathList {
  const { workingDirectory } = base;
  if (workingDirectory === undefined || workingDirectory === "/") return lazyPathList(globs, base);
  const list = lazyPathList(globs, { ...base, workingDirectory: "/" });
  const prefix = `${workingDirectory.replace(/\/$/, "")}/`;
  return {
    find(target, recursive) {
      const { path } = target;
      // The project is no build output because it is in one.
      if (`${workingDirectory}/`.startsWith(`${path.replace(/\/$/, "")}/`) && path.startsWith("/")) return null;
      return list.find(path.startsWith(prefix) ? { ...target, path: path.slice(prefix.length) } : target, recursive);
    },
  };
}

/** Excludes the project from the temporary directories. */
function outsideOfProject(list: PathList, base: Base): PathList {
  const { workingDirectory } = base;
  if (workingDirectory === undefined) return list;
  let isInTemporary: boolean | undefined;
  let project: PathLocation | undefined;
  return {
    find(target, recursive) {
      // A session may begin in the folder for temporary files itself.
      isInTemporary ??= list.find(parentOf(workingDirectory), false) !== null;
      project ??= directoryLocation("", base);
      const isProject = isInTemporary && isInsideEither(targetLocation(target, base), project);
      return isProject ? null : list.find(target, recursive);
    },
  };
}

/** Whether one of two paths is inside of the other. */
function isInsideEither(one: PathLocation, other: PathLocation): boolean {
  return isInside(one, other) === true || isInside(other, one) === true;
}

/** Returns the directory above this one as the target of an effect. */
function parentOf(directory: string): Target {
  return { path: directory.replace(/\/[^/]*$/, "") || "/", glob: false, hidden: false, partial: false };
}

/** A directory as a glob that matches the directory and everything in it: `/tmp` becomes `/tmp/`. */
function withTrailingSlash(path: string): string {
  return path.endsWith("/") ? path : `${path}/`;
}
