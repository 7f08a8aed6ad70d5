import { readFileSync } from "node:fs";
import { escapeInvisible } from "@helve/core/internal";
import type { SessionEntry } from "../hook/session-entry.ts";
import { sessionFiles } from "../hook/session-files.ts";
import { openSessionLog } from "../hook/session-log.ts";
import { stateFolder } from "../hook/state-folder.ts";
import { confirm, exitCodes, type Io, UsageError } from "../io.ts";

/** The options of `helve allow`. */
export interface AllowOptions {
  readonly session?: boolean;
  readonly json?: boolean;
}

/**
 * Answers the question of a denied call: shows the call, and asks a person at a terminal. The approval is for this call with these
 * arguments, as long as it does the same, and for the rules that asked; all other rules are evaluated when it is called again.
 */
export async function allow(id: string, { session, json }: AllowOptions, io: Io): Promise<number> {
  const { path, question } = findQuestion(id, stateFolder(io.home, io.environment));
  const { tool, args, rules, reason } = question;
  // What the person reads, if a program reads the output.
  const show = json ? io.err : io.out;
  show(`${escapeInvisible(tool)} ${escapeInvisible(JSON.stringify(args, null, 2))}\n`);
  show(`asked by ${escapeInvisible(reason)}\n`);
  const answer = await confirm(session ? "Allow it for the rest of the session?" : "Allow it once?", io);
  if (answer === undefined) throw new UsageError("a person has to confirm at a terminal");
  const scope = session ? "session" : "once";
  if (answer) await openSessionLog(path, (log) => log.append({ type: "approval", at: Date.now(), id, scope }));
  if (json) io.out(`${JSON.stringify({ id, tool, args, rules, allowed: answer, scope })}\n`);
  else io.out(answer ? "allowed: tell the agent to try again\n" : "not allowed\n");
  return answer ? exitCodes.fine : exitCodes.findings;
}

/** Finds a question in the logs of all sessions. */
function findQuestion(
  id: string,
  state: string,
): { path: string; question: Extract<SessionEntry, { type: "question" }> } {
  if (!/^[0-9a-f]{8}$/.test(id)) throw new UsageError(`${id} is no id of a question: a denial ends with it`);
  for (const path of sessionFiles(state)) {
    for (const line of readFileSync(path, "utf8").split("\n")) {
      if (!line.includes(id)) continue;
      const entry: SessionEntry = JSON.parse(line);
      if (entry.type === "question" && entry.id === id) return { path, question: entry };
    }
  }
  throw new UsageError(`there is no question ${id}`);
}
