import { isMessage, type Message } from "@helve/agent";
import type { JsonObject } from "@helve/core";
import { didYouMean, isObject } from "@helve/core/internal";

/** One case of a dataset. Plain JSON. */
export interface Sample {
  /** Unique in the dataset; by default its position, from 1. */
  readonly id?: SampleId | undefined;
  /** The request of the user, or a conversation. */
  readonly input: string | readonly Message[];
  /** The expected answer: one text, or several alternatives; for graders, a criterion. `""` by default. */
  readonly target?: string | readonly string[] | undefined;
  /** The answers of a multiple choice question. */
  readonly choices?: readonly string[] | undefined;
  /** For solvers, scorers, templates and groups of metrics. */
  readonly metadata?: JsonObject | undefined;
  /**
   * Files in the sandbox: the text or the `data:` URL of each, by its path. `victim:/etc/hosts` is a file in the environment
   * `victim`.
   */
  readonly files?: Readonly<Record<string, string>> | undefined;
  /** A shell script, or one that begins with `#!`, that runs in the sandbox when the files are there. */
  readonly setup?: string | undefined;
  /** The environment of the task that is the default one for this sample. */
  readonly sandbox?: string | undefined;
}

/** The names of the members of a sample. */
export const sampleMembers: readonly string[] = [
  "input",
  "target",
  "id",
  "choices",
  "metadata",
  "files",
  "setup",
  "sandbox",
];

/** The problems of a value that is to be a sample: `files.a must be a text`. */
export function sampleProblems(value: unknown): readonly string[] {
  if (!isObject(value)) return ["must be an object with an input"];
  const { input, target, id, choices, metadata, files, setup, sandbox } = value;
  // Other members of a record are no problem, but a misspelled one would have no effect.
  const absent = sampleMembers.filter((name) => !Object.hasOwn(value, name));
  const problems = Object.keys(value)
    .filter((name) => !sampleMembers.includes(name) && didYouMean(name, absent) !== "")
    .map((name) => `${name} is not a member of a sample${didYouMean(name, absent)}`);
  const check = (isValid: boolean, problem: string): void => {
    if (!isValid) problems.push(problem);
  };
  check(
    typeof input === "string" || (Array.isArray(input) && input.every(isMessage)),
    "input must be a text or a conversation",
  );
  check(isOptionalText(target) || isTexts(target), "target must be a text, or a list of texts");
  check(isOptionalText(id) || Number.isFinite(id), "id must be a text or a number");
  check(choices === undefined || isTexts(choices), "choices must be a list of texts");
  check(metadata === undefined || isObject(metadata), "metadata must be an object");
  check(
    files === undefined || (isObject(files) && isTexts(Object.values(files))),
    "files must be an object with the text of each file",
  );
  check(isOptionalText(setup), "setup must be a text");
  check(isOptionalText(sandbox), "sandbox must be a text");
  return problems;
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === "string");
}

/** The id of a sample in its dataset. */
export type SampleId = string | number;

/** A sample of a task, whose id is known. */
export type IdentifiedSample = Sample & { readonly id: SampleId };

/** A run of one sample: in each epoch, every sample runs once. */
export interface SampleKey {
  readonly id: SampleId;
  /** From 1. */
  readonly epoch: number;
}

/** Returns the key of a sample and epoch. */
export function keyOf({ id, epoch }: SampleKey): string {
  return `${epoch} ${JSON.stringify(id)}`;
}

/** Returns the targets of a sample as a list. */
export function targetsOf({ target = "" }: Sample): readonly string[] {
  return typeof target === "string" ? [target] : target;
}
