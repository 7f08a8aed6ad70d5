/** `helve allow`: allows a denied call once. */
import { readFileSync } from "node:fs";
import { visibleJson } from "@helve/core/internal";
import { redact } from "@helve/executor";
import { openSessionLog, type SessionEntry, sessionFiles, stateFolder } from "@helve/hooks/node";
import { exitCodes, type Io, UsageError } from "../io.ts";
import { signedApproval } from "../records/signed-approval.ts";
import { shownArguments } from "./shown-arguments.ts";

/** The options of `helve allow`. */
export interface AllowOptions {
  readonly session?: boolean;
  readonly json?: boolean;
}

/**
 * Answers the question of a denied call: shows the call, and asks a person at a terminal. The approval is for this call with these
 * arguments, as long as it does the same, and for the rules that asked; all other rules are evaluated when it is called again.
 */
export async function allow(id: string | undefined, { session, json }: AllowOptions, io: Io): Promise<number> {
  if (id === undefined) return listQuestions({ json }, io);
  const { path, question, begin } = findQuestion(id, stateFolder(io.home, io.environment));
  const { tool, args, rules, reason } = question;
  const scope = session ? "session" : "once";
  const details = `${tool}\n${shownArguments(args)}asked by ${reason}\n`;
  const approval = await signedApproval(question, { scope, session: begin, details }, io);
  if (approval !== undefined) await openSessionLog(path, (log) => log.append(approval));
  const allowed = approval !== undefined;
  if (json) io.out(`${JSON.stringify({ id, tool, args, rules, allowed, scope })}\n`);
  else io.out(allowed ? "allowed: tell the agent to try again\n" : "not allowed\n");
  return allowed ? exitCodes.fine : exitCodes.findings;
}

/** Lists the questions that no person has answered, the newest last. */
function listQuestions({ json }: AllowOptions, io: Io): number {
  const open = sessionFiles(stateFolder(io.home, io.environment)).flatMap((path) => {
    const entries = readFileSync(path, "utf8")
      .split("\n")
      .flatMap((line) => parse(line) ?? []);
    const answered = new Set(entries.flatMap((entry) => (entry.type === "approval" ? [entry.id] : [])));
    return entries.flatMap((entry) => (entry.type === "question" && !answered.has(entry.id) ? [entry] : []));
  });
  const shown = open
    .toSorted((one, other) => one.at - other.at)
    .map(({ id, at, tool, args, rules }) => ({ id, at, tool, args: redact(args), rules }));
  if (json) io.out(`${JSON.stringify(shown)}\n`);
  else if (shown.length === 0) io.out("no call waits for a person\n");
  else for (const { id, tool, args } of shown) io.out(`${id}  ${tool}  ${shortened(visibleJson(args))}\n`);
  return exitCodes.fine;
}

function shortened(text: string): string {
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}

/** A question, the session that it belongs to, and the log of that. */
interface FoundQuestion {
  readonly path: string;
  readonly question: Extract<SessionEntry, { type: "question" }>;
  readonly begin: Extract<SessionEntry, { type: "begin" }>;
}

/** Finds a question in the logs of all sessions. */
function findQuestion(id: string, state: string): FoundQuestion {
  if (!/^[0-9a-f]{8}$/.test(id)) throw new UsageError(`${id} is no id of a question: a denial ends with it`);
  for (const path of sessionFiles(state)) {
    let begin: FoundQuestion["begin"] | undefined;
    for (const line of readFileSync(path, "utf8").split("\n")) {
      if (begin !== undefined && !line.includes(id)) continue;
      const entry = parse(line);
      if (entry?.type === "begin") begin ??= entry;
      else if (entry?.type === "question" && entry.id === id && begin !== undefined) {
        return { path, question: entry, begin };
      }
    }
  }
  throw new UsageError(`there is no question ${id}`);
}

/** Parses a line of a log; `undefined` if it is incomplete. */
function parse(line: string): SessionEntry | undefined {
  try {
    return JSON.parse(line);
  } catch {
    // Another process may be writing the line, or it is of a log that can't be read.
    return undefined;
  }
}
