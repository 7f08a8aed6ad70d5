/** The entries of a session's log, and how they are read. */
import type { Args, JsonValue } from "@helve/core";

/** An entry of a session's log, one line each. */
export type SessionEntry =
  | { readonly type: "prompt"; readonly at: number; readonly text: string }
  | {
      readonly type: "call";
      readonly at: number;
      /** The client's id of the call, or one that Helve gave it. */
      readonly call: string;
      readonly tool: string;
      readonly args: Args;
      /** The hash of the tool and its arguments. */
      readonly digest: string;
      /** The client's name of the event, if the client raises several about one call. */
      readonly event?: string;
      /** The subagent; absent for the main agent. */
      readonly agent?: string;
      readonly verdict: { readonly kind: "allow" | "deny" | "ask"; readonly rules: readonly string[] };
    }
  /** A question that a person can answer by `helve allow`. */
  | {
      readonly type: "question";
      readonly at: number;
      readonly id: string;
      readonly tool: string;
      readonly args: Args;
      readonly digest: string;
      /** The hash of what the call does: a script that it runs may change before a person answers. */
      readonly effects: string;
      readonly rules: readonly string[];
      /** Why the rules ask. */
      readonly reason: string;
    }
  | {
      readonly type: "approval";
      readonly at: number;
      /** The question that it answers. */
      readonly id: string;
      readonly scope: "once" | "session";
      /** Shows that Helve has asked a person. */
      readonly signature: string;
    }
  | { readonly type: "approval_used"; readonly at: number; readonly id: string }
  /** The first entry: whose session it is, and the hashes of the user's and the project's rule files when it began. */
  | {
      readonly type: "begin";
      readonly at: number;
      readonly client: string;
      readonly session: string;
      /** The working directory. */
      readonly cwd: string;
      readonly user: string;
      readonly project: { readonly path: string; readonly hash: string } | null;
    }
  | {
      readonly type: "result";
      readonly at: number;
      readonly call: string;
      readonly result: JsonValue;
      readonly failed: boolean;
    }
  /** A result that the model must not read, and that the client did not replace: its turn ends instead. */
  | { readonly type: "withheld"; readonly at: number; readonly call: string; readonly reason: string };

/** A call in the log. */
export type CallEntry = Extract<SessionEntry, { type: "call" }>;

/**
 * Reads the entries of a log.
 *
 * @param path - for messages
 * @throws Error if it can't be read as a whole
 */
export function readEntries(text: string, path: string): readonly SessionEntry[] {
  const lines = text.split("\n");
  // A process that ended while it wrote leaves a line without an end.
  if (lines.pop() !== "") throw new Error(`${path} ends in the middle of an entry`);
  return lines.map((line, index) => {
    try {
      const entry: unknown = JSON.parse(line);
      if (typeof entry === "object" && entry !== null && "type" in entry && types.has(entry.type)) {
        return entry as SessionEntry;
      }
    } catch {
      // Reported below.
    }
    throw new Error(`${path}:${index + 1} is no entry`);
  });
}

const types: ReadonlySet<unknown> = new Set<SessionEntry["type"]>([
  ...(["begin", "prompt", "call", "result", "question", "approval", "approval_used", "withheld"] as const),
]);
