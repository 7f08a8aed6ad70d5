import type { AgentOutcome, Message, Usage } from "@helve/agent";
import type { Action, ActionReturn } from "@helve/core";

/** A line of the transcript of a chat. */
export type TranscriptEntry =
  /** The chat begins. */
  | { readonly type: "begin"; readonly version: 1; readonly at: number; readonly options: StoredOptions }
  /** Another process continues it. */
  | { readonly type: "resume"; readonly at: number }
  /** What the user wrote, after what the host has to say about the time before. */
  | { readonly type: "input"; readonly text: string; readonly note?: string }
  /** What the model wrote, or said before it was interrupted. */
  | { readonly type: "message"; readonly message: Message }
  /** An action was allowed and begins to run. */
  | { readonly type: "start"; readonly action: Action }
  /** A call has ended, or an action that a rule has invoked. */
  | { readonly type: "return"; readonly actionReturn: ActionReturn }
  /** The process ended while an action ran: nobody knows what it did. */
  | { readonly type: "lost"; readonly action: Action; readonly at: number }
  /** The conversation as it is from now on: it was shortened, or rules have added to it. */
  | { readonly type: "messages"; readonly messages: readonly Message[] }
  /** The user allows an action until the end of the session. */
  | { readonly type: "approval"; readonly approval: string }
  /** What a message of the model has used. */
  | { readonly type: "usage"; readonly usage: Usage; readonly cost: number }
  /** The turn has ended. */
  | { readonly type: "end"; readonly status: AgentOutcome["status"] };

/** The options of a chat, which hold when it is resumed unless others are given. Paths are absolute. */
export interface StoredOptions {
  readonly model?: string;
  readonly keyEnv?: string;
  readonly prices?: string;
  readonly toolkit?: readonly string[];
  readonly sandbox?: string;
  readonly image?: string;
  readonly rules?: readonly string[];
  readonly policy?: string;
  readonly system?: string;
  readonly maxSteps?: number;
  readonly cost?: number;
}

const entryTypes: ReadonlySet<unknown> = new Set<TranscriptEntry["type"]>([
  ...([
    "begin",
    "resume",
    "input",
    "message",
    "start",
    "return",
    "lost",
    "messages",
    "approval",
    "usage",
    "end",
  ] as const),
]);

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
    if (!entryTypes.has(entry?.type)) return { problem: `line ${index + 1}: it is no entry of a transcript` };
    entries.push(entry);
  }
  const [first] = entries;
  if (first?.type !== "begin" || first.version !== 1) return { problem: "line 1: expected the beginning of a chat" };
  return { entries, length: Buffer.byteLength(complete) };
}
