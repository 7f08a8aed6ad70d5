/** Reads the calls of `helve chat` from its transcripts, for `helve log`. */
import { readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { logFiles } from "@helve/hooks/node";
import { readTranscript } from "../chat/transcript-entry.ts";
import { outcomeOf } from "./outcome-of.ts";
import type { LogRow } from "./rows.ts";

/** The transcripts of `helve chat`. @param state - the state folder */
export function chatLogs(state: string): readonly string[] {
  return logFiles(join(state, "chats"));
}

/**
 * The calls of a chat. One that was allowed, but whose end was not recorded, has `noOutcome`: it still runs, or the chat was killed.
 *
 * @throws Error if the transcript can't be read
 */
export function chatRows(path: string): readonly LogRow[] {
  const read = readTranscript(readFileSync(path, "utf8"));
  if ("problem" in read) {
    if (statSync(path).size === 0) return []; // a chat that has just begun
    throw new Error(`${path}: ${read.problem}`);
  }
  const session = basename(path, ".jsonl");
  const prompts: string[] = [];
  const rows = new Map<string, LogRow>();
  let at = 0;
  for (const entry of read.entries) {
    if (entry.type === "begin" || entry.type === "resume" || entry.type === "lost") at = entry.at;
    if (entry.type === "input") prompts.push(entry.text);
    const common = { client: "chat", session, prompt: prompts.join("\n") };
    if (entry.type === "start") {
      const { id, name: tool, args } = entry.action;
      rows.set(id, { ...common, id, at, tool, args, verdict: "allow", rules: [], noOutcome: true });
    }
    if (entry.type === "return") {
      const { actionReturn } = entry;
      const { id } = actionReturn;
      at = actionReturn.endedAt;
      rows.set(id, { ...common, id, at, ...outcomeOf(actionReturn) });
    }
  }
  return [...rows.values()];
}
