import type { Message } from "@helve/agent";
import type { JsonObject } from "@helve/core";

/** One case of a dataset. Plain JSON. */
export interface Sample {
  /** Unique in the dataset; by default its position, from 1. */
  readonly id?: SampleId | undefined;
  /** The request of the user, or a conversation. */
  readonly input: string | readonly Message[];
  /** What the answer should be: one text, or several of which each is right; for graders, a criterion. `""` by default. */
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

/** What identifies a sample in its dataset. */
export type SampleId = string | number;

/** A sample of a task, whose id is known. */
export type IdentifiedSample = Sample & { readonly id: SampleId };

/** A run of one sample: in each epoch, every sample runs once. */
export interface SampleKey {
  readonly id: SampleId;
  /** From 1. */
  readonly epoch: number;
}

/** Returns a text that is the same for the same run of a sample. */
export function keyOf({ id, epoch }: SampleKey): string {
  return `${epoch} ${JSON.stringify(id)}`;
}

/** Returns the targets of a sample as a list. */
export function targetsOf({ target = "" }: Sample): readonly string[] {
  return typeof target === "string" ? [target] : target;
}
