import type { PredicateContext, Truth } from "@helve/core";
import type { EffectReader } from "@helve/effects";

/**
 * What a host tells the predicates about its tools, its files and its people. What it leaves out has a default.
 *
 * @typeParam Language - the names of the languages that the host passed
 */
export interface Policy<Language extends string = string> {
  /** The languages in which tools take code, by their names: `{ shell, python }`. Code of any other is unknown. */
  readonly languages?: Readonly<Record<Language, EffectReader>>;
  /**
   * For each tool that runs code, the argument that holds the code, and its language:
   * `{ "Terminal.Execute": { argument: "command", language: "shell" } }`. A tool may have a list of them.
   */
  readonly codeArguments?: Readonly<
    Record<string, CodeArgument<NoInfer<Language>> | readonly CodeArgument<NoInfer<Language>>[]>
  >;
  /**
   * For each tool that sends mail, the arguments that name receivers; for any other tool `to`, `cc`, `bcc`, `recipient`,
   * `recipients` and `attendees`.
   */
  readonly receiverArguments?: Readonly<Record<string, readonly string[]>>;
  /**
   * The files that must not be deleted, as globs: absolute, from `~/`, or relative to `workingDirectory`. Case matters,
   * `*` fits names that begin with a dot, and a slash at the end stands for all beneath a directory. Without it, what
   * matters is decided by `defaultImportantFiles` and by what the trajectory made.
   */
  readonly importantFiles?: readonly string[];
  /** The places that matter when they are read, listed or written. A list given takes the place of its default. */
  readonly sensitivePaths?: Partial<SensitivePaths>;
  /** Hosts that may be asked and sent to, as `host_in` takes them; `defaultTrustedHosts` without it. */
  readonly trustedHosts?: readonly string[];
  /**
   * Who is no stranger: mail addresses, and domains as in `x.org` (the domain alone) or `*.x.org` (all beneath it).
   * They are read each time: a list that grows, or a getter, is followed.
   */
  readonly contacts?: readonly string[];
  /** The absolute directory in which commands start. Without it, absolute and relative paths can't be compared. */
  readonly workingDirectory?: string;
  /** The home directory of whoever runs the commands. Without it, paths in it begin with `~`. */
  readonly home?: string;
  /** Directories for files that nobody keeps; `defaultTempDirectories` without it. */
  readonly tempDirectories?: readonly string[];
  /** Answers what only judgement can. Without it, such predicates are `"unknown"`. */
  readonly judge?: Judge;
}

/** An argument of a tool that holds code. */
export interface CodeArgument<Language extends string = string> {
  /** The argument's name: `command`. */
  readonly argument: string;
  /** The language of the code, as a key of the policy's `languages`: `shell`. */
  readonly language: Language;
}

/**
 * Places as globs, in the manner of `.gitignore`: of those that fit a path the last one decides, and one that begins with
 * `!` takes a path out. They are absolute, from `~/`, or `**` and a name.
 */
export interface SensitivePaths {
  /** What they hold tells secrets, or about the system and other people. */
  readonly reading: readonly string[];
  /** Directories in which a look around is no part of a project's work. */
  readonly listing: readonly string[];
  /** What changes there changes the system, or what others may do. */
  readonly writing: readonly string[];
}

/** Answers a question about the texts of an action: a model, or a person. A throw counts as `"unknown"`. */
export type Judge = (
  question: JudgeQuestion,
  context: Pick<PredicateContext, "signal">,
) => Judgement | Promise<Judgement>;

/** What a judge is asked. */
export interface JudgeQuestion {
  /** The name of the predicate that asks. */
  readonly predicate: string;
  /** The question in a sentence, to be answered with true for yes. */
  readonly question: string;
  /** The texts that it is about, each with its place as a JSON pointer into the action's `args`. */
  readonly texts: readonly { readonly path?: string; readonly text: string }[];
  /** The tool that the texts are for. */
  readonly tool: string;
  /** What the user asked for. */
  readonly prompt: string;
}

/** A judge's answer, with its reason where it has one. */
export type Judgement = Truth | { readonly value: Truth; readonly reason: string };
