/** The lines of a chat's transcript, and how they are read. */
import type { AgentOutcome, Message, Usage } from "@helve/agent";
import type { Action, ActionReturn } from "@helve/core";
import { isObject } from "@helve/core/internal";

/** A line of the transcript of a chat. */
export type TranscriptEntry =
  /** The chat begins. */
  | { readonly type: "begin"; readonly version: 1; readonly at: number; readonly options: StoredOptions }
  /** Another process continues it. */
  | { readonly type: "resume"; readonly at: number }
  /** A message of the user, after a note of the host about the time before. */
  | { readonly type: "input"; readonly text: string; readonly note?: string }
  /** A message of the model; incomplete if it was interrupted. */
  | { readonly type: "message"; readonly message: Message }
  /** An action was allowed and begins to run. */
  | { readonly type: "start"; readonly action: Action }
  /** A call has ended, or an action that a rule has invoked. */
  | { readonly type: "return"; readonly actionReturn: ActionReturn }
  /** The process ended while an action ran: its outcome is unknown. */
  | { readonly type: "lost"; readonly action: Action; readonly at: number }
  /** The conversation as it is from now on: it was shortened, or rules have added to it. */
  | { readonly type: "messages"; readonly messages: readonly Message[] }
  /** The user allows an action until the end of the session. */
  | { readonly type: "approval"; readonly approval: string }
  /** The usage of a message of the model. */
  | { readonly type: "usage"; readonly usage: Usage; readonly cost: number }
  /** The turn has ended. */
  | { readonly type: "end"; readonly status: AgentOutcome["status"] };

/** The options of a chat. A resumed chat has the same options unless others are given. Paths are absolute. */
export interface StoredOptions {
  readonly model?: string;
  readonly keyEnv?: string;
  readonly prices?: string;
  readonly toolkit?: readonly string[];
  readonly folder?: string;
  readonly sandbox?: string;
  readonly image?: string;
  readonly rules?: readonly string[];
  readonly policy?: string;
  readonly system?: string;
  readonly maxSteps?: number;
  readonly cost?: number;
}

/**
 * Reads the lines of a transcript. A line without an end was being written when the process ended, and does not count.
 *
 * @returns the entries and the length of the valid text in bytes; or what is wrong
 */
export function readTranscript(
  text: string,
): { readonly entries: readonly TranscriptEntry[]; readonly length: number } | { readonly problem: string } {
  const complete = text.slice(0, text.lastIndexOf("\n") + 1);
  const entries: TranscriptEntry[] = [];
  for (const [index, line] of complete.split("\n").slice(0, -1).entries()) {
    let entry: TranscriptEntry;
    try {
      entry = JSON.parse(line);
    } catch (error) {
      return { problem: `line ${index + 1}: ${(error as Error).message}` };
    }
    const problem = entryProblem(entry);
    if (problem !== undefined) return { problem: `line ${index + 1}: ${problem}` };
    entries.push(entry);
  }
  const [first] = entries;
  if (first?.type !== "begin" || first.version !== 1) return { problem: "line 1: expected the beginning of a chat" };
  return { entries, length: Buffer.byteLength(complete) };
}

/** Returns the problem of an entry. `@helve/executor` parses the returns of calls. */
function entryProblem(entry: unknown): string | undefined {
  const members = isObject(entry) ? entryMembers.get(entry["type"]) : undefined;
  if (!isObject(entry) || members === undefined) return "it is no entry of a transcript";
  const wrong = Object.entries(members).find(([name, test]) => !test(entry[name]));
  return wrong && `the entry ${JSON.stringify(entry["type"])} has no valid ${JSON.stringify(wrong[0])}`;
}

type Test = (value: unknown) => boolean;

const isText: Test = (value) => typeof value === "string";
const isNumber: Test = (value) => typeof value === "number";
const isAction: Test = (value) =>
  isObject(value) && isText(value["id"]) && isText(value["name"]) && isObject(value["args"]);
const isMessage: Test = (value) =>
  isObject(value) && isText(value["role"]) && (isText(value["content"]) || areParts(value["parts"]));
const areParts: Test = (value) => Array.isArray(value) && value.every(isObject);
const areTexts: Test = (value) => Array.isArray(value) && value.every(isText);
const areMessages: Test = (value) => Array.isArray(value) && value.every(isMessage);
const isOptional =
  (test: Test): Test =>
  (value) =>
    value === undefined || test(value);

const optionTests: Readonly<Record<keyof StoredOptions, Test>> = {
  model: isText,
  keyEnv: isText,
  prices: isText,
  folder: isText,
  sandbox: isText,
  image: isText,
  policy: isText,
  system: isText,
  toolkit: areTexts,
  rules: areTexts,
  maxSteps: isNumber,
  cost: isNumber,
};

const areOptions: Test = (value) =>
  isObject(value) && Object.entries(optionTests).every(([name, test]) => isOptional(test)(value[name]));

/** The members that each type of entry needs. */
const entryMembers: ReadonlyMap<unknown, Readonly<Record<string, Test>>> = new Map(
  Object.entries<Readonly<Record<string, Test>>>({
    begin: { options: areOptions },
    resume: {},
    input: { text: isText, note: isOptional(isText) },
    message: { message: isMessage },
    start: { action: isAction },
    return: { actionReturn: isObject },
    lost: { action: isAction, at: isNumber },
    messages: { messages: areMessages },
    approval: { approval: isText },
    usage: { usage: isObject, cost: isNumber },
    end: { status: isText },
  } satisfies Record<TranscriptEntry["type"], Readonly<Record<string, Test>>>),
);
