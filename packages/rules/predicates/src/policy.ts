import type { PredicateContext, Truth } from "@helve/core";
import type { EffectReader } from "@helve/effects";
import type { Platform } from "./compared-path.ts";
import type { ProjectFacts } from "./project-facts.ts";
import type { ToolTraitsByName } from "./tool-traits.ts";
import type { ToolUses } from "./tool-use.ts";

/**
 * The description of a host for the predicates: its tools, files, network and people. Every member is optional.
 *
 * @typeParam Language - the keys of `languages`
 */
export interface Policy<Language extends string = string> {
  /**
   * With `"default"`, the lists of this policy are added to the defaults: `importantFiles`, `sensitivePaths`, `trustedHosts` and
   * `tempDirectories`. Without it, a list replaces its default.
   */
  readonly extends?: "default";
  /** Readers for the languages in which tools take code: `{ shell, python }`. Code in any other language is unknown. */
  readonly languages?: Readonly<Record<Language, EffectReader>>;
  /**
   * The meaning of each tool's arguments: `{ "Terminal.Execute": { code: "command", language: "shell" } }`. An empty list says that
   * no argument of the tool is code, a path or an address. The tools of common agents and MCP servers are known without it, see
   * `presets`.
   */
  readonly tools?: Readonly<Record<string, ToolUses<NoInfer<Language>>>>;
  /** Whether the tools in `toolPresets` that `tools` does not list are known; default: true. */
  readonly presets?: boolean;
  /**
   * Which tools change the world, whether their results are trusted or private, and which arguments decide, where their names don't say
   * it: `{ get_notes: { results: "trusted" }, post: { argumentRoles: { wall: "decisive" } } }`. `toolTraits` derives it from descriptions.
   */
  readonly traits?: ToolTraitsByName;
  /**
   * For each tool that sends messages, the arguments that contain receivers. Default for every other tool: `to`, `cc`, `bcc`,
   * `recipient`, `recipients` and `attendees`.
   */
  readonly receiverArguments?: Readonly<Record<string, readonly string[]>>;
  /**
   * Globs of the files that must not be deleted or overwritten: absolute, from `~/`, or relative to `workingDirectory`. Globs
   * are case-sensitive unless `platform` says otherwise, `*` matches names that begin with a dot, and `documents` matches the
   * directory and everything in it.
   * Without it, `defaultImportantFiles` are protected, and every file that the session did not create and can't create again.
   */
  readonly importantFiles?: readonly string[];
  /** Paths that are sensitive when code reads, lists or writes them. A list replaces its list in `defaultSensitivePaths`. */
  readonly sensitivePaths?: Partial<SensitivePaths>;
  /** Hosts that code may contact, in the notation of `host_in` (`*.x.org`); default: `defaultTrustedHosts`. */
  readonly trustedHosts?: readonly string[];
  /**
   * Mail addresses and domains that are not external: `ada@x.org`, `x.org` (only this domain), `*.x.org` (its subdomains). The
   * list is read at each evaluation, so it may change or be a getter.
   */
  readonly contacts?: readonly string[];
  /** The absolute directory where commands start. Without it, absolute and relative paths can't be compared. */
  readonly workingDirectory?: string;
  /**
   * The absolute directory where the next command starts, if the host knows it, such as from an event of a coding agent. The command is
   * read as starting there, too, besides the directory where earlier steps left its tool.
   */
  readonly currentDirectory?: string;
  /** The absolute home directory of the user who runs the commands, for paths that begin with `~`. */
  readonly home?: string;
  /**
   * The operating system where the tools act; default: `"linux"`. On `"macos"` and `"windows"`, paths that differ only in the case
   * of letters name the same file.
   */
  readonly platform?: Platform;
  /** Directories for temporary files; default: `defaultTempDirectories`. */
  readonly tempDirectories?: readonly string[];
  /**
   * Facts about the project at the time of a decision: the git status of files, links, the texts of scripts. Without facts, calls are judged
   * by the names of files and by what earlier steps did. `projectFacts` of `@helve/predicates/node` reads them from the disk.
   */
  readonly facts?: ProjectFacts;
  /** Answers questions that need judgement, such as `contain_misleading_info`. Without it, they are `"unknown"`. */
  readonly judge?: Judge;
}

/**
 * Globs of sensitive paths, in the manner of `.gitignore`: the last glob that matches a path decides, and a glob with `!`
 * excludes the path. A glob is absolute, begins with `~/` or `**`, or is relative to the working directory.
 */
export interface SensitivePaths {
  /** Files whose content is secret, or is about the system or other people. */
  readonly reading: readonly string[];
  /** Directories whose content is not part of a project. */
  readonly listing: readonly string[];
  /** Files whose change affects the system or the rights of users. */
  readonly writing: readonly string[];
  /** Files that must not come into being, as settings that a program would read; what isn't there may be deleted. */
  readonly creating: readonly string[];
}

/** Answers a question about the texts of an action, for example with a model. If it throws, the answer is `"unknown"`. */
export type Judge = (
  question: JudgeQuestion,
  context: Pick<PredicateContext, "signal">,
) => Judgement | Promise<Judgement>;

/** A question for a judge. */
export interface JudgeQuestion {
  /** The name of the predicate: `contain_misleading_info`. */
  readonly predicate: string;
  /** The question as a sentence; `true` means yes. */
  readonly question: string;
  /** The texts to judge, each with its location as a JSON pointer into the action's `args`. */
  readonly texts: readonly { readonly path?: string; readonly text: string }[];
  /** The tool of the action: `Gmail.SendEmail`. */
  readonly tool: string;
  /** The user's prompt of the session. */
  readonly prompt: string;
}

/** A judge's answer, alone or with a reason. */
export type Judgement = Truth | { readonly value: Truth; readonly reason: string };
