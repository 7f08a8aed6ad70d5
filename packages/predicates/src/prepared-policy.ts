import { quote } from "@helve/core/internal";
import type { Effect, EffectContext } from "@helve/effects";
import { readCode } from "@helve/effects";
import { contactTests } from "./contacts.ts";
import { defaultImportantFiles, replaceableFiles } from "./default-important-files.ts";
import { defaultSensitivePaths } from "./default-sensitive-paths.ts";
import { defaultTempDirectories } from "./default-temp-directories.ts";
import { defaultTrustedHosts } from "./default-trusted-hosts.ts";
import { type ImportantFiles, importantFiles } from "./important-files.ts";
import { type PathList, pathList } from "./path-list.ts";
import type { Base } from "./path-location.ts";
import type { Policy } from "./policy.ts";
import { PolicyError } from "./policy-error.ts";
import { hostOf, hostTest, isLoopback } from "./text/hosts.ts";

/** A policy with its defaults applied and its globs compiled, shared by all predicates. */
export interface PreparedPolicy {
  readonly policy: Policy;
  readonly base: Base;
  readonly reading: PathList;
  readonly listing: PathList;
  readonly writing: PathList;
  /** The files that the policy declares important, if it does. */
  readonly declared: readonly ImportantFiles[] | undefined;
  /** Of files that a policy without `importantFiles` has as important, and as none. */
  readonly important: PathList;
  readonly replaceable: PathList;
  /** Directories for files that nobody keeps. */
  readonly temporary: PathList;
  /** Whether a mail address is that of a contact, as they are now; `undefined` when the policy names none. */
  readonly isContact: ((address: string) => boolean) | undefined;
  /** Whether a host's name is one of the trusted. */
  trusts(host: string): boolean;
  /** The effects of code; recent results are cached. */
  effects(language: string, text: string): readonly Effect[];
}

/** The size of the cache. */
const mostTexts = 256;

/**
 * Prepares a policy for evaluation.
 *
 * @throws PolicyError if `codeArguments` names a language that is not in `languages`
 */
export function preparePolicy(policy: Policy): PreparedPolicy {
  checkLanguages(policy);
  const { home, workingDirectory, languages } = policy;
  const base: Base & EffectContext = {
    ...(home !== undefined && { home }),
    ...(workingDirectory !== undefined && { workingDirectory }),
  };
  const { reading, listing, writing } = { ...defaultSensitivePaths, ...policy.sensitivePaths };
  const temporary = policy.tempDirectories ?? defaultTempDirectories;
  let trusted: readonly ReturnType<typeof hostTest>[] | undefined;
  const contacts = contactTests(() => policy.contacts);
  const context: EffectContext = { home, workingDirectory, languages };
  const remembered = new Map<string, readonly Effect[]>();
  return {
    policy,
    base,
    reading: lazyPathList(reading, base),
    listing: lazyPathList(listing, base),
    writing: lazyPathList(writing, base),
    declared: policy.importantFiles?.map((glob) => importantFiles(glob, base)),
    important: lazyPathList(defaultImportantFiles, base),
    replaceable: lazyPathList(replaceableFiles, base),
    temporary: lazyPathList(temporary.map(asDirectory), base),
    get isContact() {
      return contacts();
    },
    trusts(name) {
      const host = hostOf(name);
      trusted ??= (policy.trustedHosts ?? defaultTrustedHosts).map(hostTest);
      return host !== null && (isLoopback(host) || trusted.some((fits) => fits(host) === true));
    },
    effects(language, text) {
      const key = `${language} ${text}`;
      const effects = remembered.get(key) ?? readCode(language, text, context).effects;
      remembered.delete(key);
      remembered.set(key, effects);
      const [oldest] = remembered.keys();
      if (remembered.size > mostTexts && oldest !== undefined) remembered.delete(oldest);
      return effects;
    },
  };
}

function checkLanguages({ languages = {}, codeArguments = {} }: Policy): void {
  for (const [tool, inside] of Object.entries(codeArguments)) {
    for (const { argument, language } of [inside].flat()) {
      if (Object.hasOwn(languages, language)) continue;
      const passed =
        Object.keys(languages)
          .map((name) => quote(name))
          .join(", ") || "none";
      throw new PolicyError(
        `codeArguments[${quote(tool)}]: the language ${quote(language)} of "${argument}" is not in "languages" (passed: ${passed})`,
      );
    }
  }
}

/** A path list that is compiled when it is used for the first time. */
function lazyPathList(globs: readonly string[], base: Base): PathList {
  let list: PathList | undefined;
  return {
    find(target, recursive) {
      list ??= pathList(globs, base);
      return list.find(target, recursive);
    },
  };
}

/** A directory as a glob for it and all beneath it. */
function asDirectory(path: string): string {
  return path.endsWith("/") ? path : `${path}/`;
}
