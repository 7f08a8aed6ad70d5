/** `helve log`: prints the calls of agents and their outcomes. */
import { setTimeout as delay } from "node:timers/promises";
import { errorJson } from "@helve/core";
import { escapeInvisible } from "@helve/core/internal";
import { redact } from "@helve/executor";
import {
  deleteSessions,
  deleteWrittenTexts,
  hasWrittenTexts,
  readSession,
  sessionFiles,
  stateFolder,
} from "@helve/hooks/node";
import { exitCodes, type Io, UsageError } from "../io.ts";
import { confirmLoosening } from "../records/confirm-loosening.ts";
import { chatLogs, chatRows } from "./log/chat-rows.ts";
import { formatRow, tableHead } from "./log/format-row.ts";
import { gatewayLogs, gatewayRows } from "./log/gateway-rows.ts";
import { type LogRow, rowsOf } from "./log/rows.ts";

/** The options of `helve log`. */
export interface LogOptions {
  readonly session?: string;
  readonly follow?: boolean;
  readonly purge?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/**
 * Prints the calls of agents and their outcomes: as a table, or one call a line for `helve replay`. The logs contain whole calls; this command
 * hides their secrets.
 */
export async function log(options: LogOptions, io: Io): Promise<number> {
  const state = stateFolder(io.home, io.environment);
  if (options.purge) return purge(state, options, io);
  const { json, session, follow } = options;
  const wanted = ({ session: id }: LogRow): boolean => session === undefined || id.startsWith(session);
  const hide = rowRedactor();
  const text = (row: LogRow): string =>
    json ? JSON.stringify(hide(row)) : formatRow(hide({ ...row, prompt: "" }), io);
  const print = (row: LogRow): void => io.out(`${text(row)}\n`);
  let isComplete = true;
  const readable = readRows(state, (problem) => {
    isComplete = false;
    io.err(`helve: ${escapeInvisible(problem)}\n`);
  });
  const rows = readable.filter(wanted);
  if (rows.length === 0 && session !== undefined && !follow) {
    throw new UsageError(`there is no session ${session}: helve log --json lists them`);
  }
  if (!json) io.out(`${tableHead(io)}\n`);
  for (const row of rows) print(row);
  if (!follow) return isComplete ? exitCodes.fine : exitCodes.usage;
  // A call that runs is printed again when it has ended.
  const printed = new Set(rows.filter(({ noOutcome }) => !noOutcome).map(keyOf));
  while (!io.signal.aborted) {
    await delay(300, undefined, { signal: io.signal }).catch(() => undefined);
    for (const row of readRows(state, () => undefined).filter(wanted)) {
      if (row.noOutcome || printed.has(keyOf(row))) continue;
      printed.add(keyOf(row));
      print(row);
    }
  }
  return exitCodes.interrupted;
}

/**
 * The calls of all sessions, gateways and chats, oldest first.
 *
 * @param report - is called with what is wrong with a log that can't be read
 */
function readRows(state: string, report: (problem: string) => void): readonly LogRow[] {
  const sessions = sessionFiles(state).map((path) => () => rowsOf(readSession(path)));
  const gateways = gatewayLogs(state).map((path) => () => gatewayRows(path));
  const chats = chatLogs(state).map((path) => () => chatRows(path));
  return [...sessions, ...gateways, ...chats]
    .flatMap((read) => {
      try {
        return read();
      } catch (error) {
        report(errorJson(error).message);
        return [];
      }
    })
    .sort((one, other) => one.at - other.at);
}

/** Returns the key of a logged call. */
function keyOf({ client, session, id }: LogRow): string {
  return JSON.stringify([client, session, id]);
}

/** Deletes all logs after confirmation. */
async function purge(state: string, { yes, json }: LogOptions, io: Io): Promise<number> {
  const question = "Delete the logs of all sessions? Rules about their past no longer apply.";
  const shown = json ? { ...io, out: io.err } : io;
  const isEmpty = sessionFiles(state).length === 0 && !hasWrittenTexts(state);
  const isConfirmed = isEmpty || (await confirmLoosening(question, { yes }, shown));
  const deleted = isConfirmed ? deleteSessions(state, Number.POSITIVE_INFINITY) : 0;
  if (isConfirmed) deleteWrittenTexts(state);
  if (json) io.out(`${JSON.stringify({ deleted })}\n`);
  else if (isConfirmed) io.out(`deleted ${deleted === 1 ? "1 session" : `${deleted} sessions`}\n`);
  else io.out("nothing was deleted\n");
  return isConfirmed ? exitCodes.fine : exitCodes.findings;
}

/** Returns a function that hides the secrets of rows. Many rows have the same prompt, which is read once. */
function rowRedactor(): (row: LogRow) => LogRow {
  const prompts = new Map<string, string>();
  return ({ prompt, ...call }) => {
    const hidden = prompts.get(prompt) ?? redact(prompt);
    prompts.set(prompt, hidden);
    return { ...redact(call), prompt: hidden };
  };
}
