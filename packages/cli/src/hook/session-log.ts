import { createHash } from "node:crypto";
import { closeSync, constants, existsSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Args, JsonValue } from "@helve/core";
import { redact } from "@helve/executor";
import { withFileLock } from "./file-lock.ts";
import { deleteSessions, sessionsFolder } from "./session-files.ts";
import { createPrivateFolder, openPrivateFile } from "./state-folder.ts";

/** What happened in a session of a client, one line of its log each. */
export type SessionEntry =
  | { readonly type: "prompt"; readonly at: number; readonly text: string }
  | {
      readonly type: "call";
      readonly at: number;
      /** The client's id of the call, or one that Helve gave it. */
      readonly call: string;
      readonly tool: string;
      readonly args: Args;
      /** The hash of the tool and its arguments, which may be hidden here. */
      readonly digest: string;
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
      readonly rules: readonly string[];
    }
  | { readonly type: "approval"; readonly at: number; readonly id: string; readonly scope: "once" | "session" }
  | { readonly type: "approval_used"; readonly at: number; readonly id: string }
  /** The first entry: whose session it is, and the hashes of the user's and the project's rule files when it began. */
  | {
      readonly type: "begin";
      readonly at: number;
      readonly client: string;
      readonly session: string;
      readonly user: string;
      readonly project: { readonly path: string; readonly hash: string } | null;
    }
  | {
      readonly type: "result";
      readonly at: number;
      readonly call: string;
      readonly result: JsonValue;
      readonly failed: boolean;
    };

/** The log of one session while it is locked. */
export interface OpenSessionLog {
  /** All entries, oldest first. */
  readonly entries: readonly SessionEntry[];
  /** Adds an entry. Its secrets are hidden. */
  append(entry: SessionEntry): void;
}

/**
 * Opens the log of a session, and does work while no other process has it open: events of a client arrive in parallel. The log is only
 * appended to.
 *
 * @param folder - the state folder
 * @throws Error if the log can't be read as a whole: what is not known must not be taken for what did not happen
 */
export async function withSessionLog<Result>(
  { folder, client, session }: { readonly folder: string; readonly client: string; readonly session: string },
  work: (log: OpenSessionLog) => Result | Promise<Result>,
): Promise<Result> {
  const sessions = sessionsFolder(folder);
  createPrivateFolder(folder);
  createPrivateFolder(sessions);
  const path = join(sessions, `${logName(client, session)}.jsonl`);
  if (!existsSync(path)) deleteSessions(folder, Date.now() - keptFor);
  return openSessionLog(path, work);
}

/** How long a session is kept after its last event, in milliseconds. */
const keptFor = 30 * 24 * 3_600_000;

/** Opens the log of a session by its path. */
export function openSessionLog<Result>(
  path: string,
  work: (log: OpenSessionLog) => Result | Promise<Result>,
): Promise<Result> {
  return withFileLock(`${path}.lock`, async () => {
    const file = openPrivateFile(path, constants.O_RDWR | constants.O_APPEND);
    try {
      const entries = [...readEntries(readFileSync(file, "utf8"), path)];
      return await work({
        entries,
        append: (entry) => {
          const hidden = redact(entry);
          writeSync(file, `${JSON.stringify(hidden)}\n`);
          entries.push(hidden);
        },
      });
    } finally {
      closeSync(file);
    }
  });
}

/** The name of a log says nothing about its session. */
function logName(client: string, session: string): string {
  return createHash("sha256")
    .update(JSON.stringify([client, session]))
    .digest("hex")
    .slice(0, 40);
}

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
      if (typeof entry === "object" && entry !== null && "type" in entry) return entry as SessionEntry;
    } catch {
      // Reported below.
    }
    throw new Error(`${path}:${index + 1} is no entry`);
  });
}
