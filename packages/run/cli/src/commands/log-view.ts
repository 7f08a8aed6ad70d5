/** `helve log view`: writes a session as an HTML page. */
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { escapeInvisible } from "@helve/core/internal";
import { readSession, type SessionEntry, sessionFiles, stateFolder } from "@helve/hooks/node";
import { exitCodes, type Io, UsageError } from "../io.ts";
import { withLanguages } from "../languages.ts";
import { sessionPage } from "./log/session-page.ts";
import { timelineOf } from "./log/timeline.ts";

/** The options of `helve log view`. */
export interface LogViewOptions {
  readonly out?: string;
}

/**
 * Writes one HTML page of a session of a coding agent: a timeline of what the agent wanted to do, and what became of it. An existing file is
 * not replaced.
 *
 * @param id - how the id of the session begins; by default the last session
 */
export async function logView(id: string | undefined, { out }: LogViewOptions, io: Io): Promise<number> {
  const entries = sessionEntries(id, stateFolder(io.home, io.environment));
  const timeline = timelineOf(entries, withLanguages({ home: io.home }));
  const page = sessionPage(timeline);
  if (out === "-") {
    io.out(page);
    return exitCodes.fine;
  }
  const name = out ?? `helve-session-${timeline.session.replaceAll(/[^\w-]/g, "_").slice(0, 16)}.html`;
  try {
    writeFileSync(resolve(io.cwd, name), page, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    throw new UsageError(`${name} exists: name another file with --out`);
  }
  io.out(`${escapeInvisible(name)}\n`);
  return exitCodes.fine;
}

/** The entries of a session; of the last one without an id. */
function sessionEntries(id: string | undefined, state: string): readonly SessionEntry[] {
  const found = sessionFiles(state).flatMap((path) => {
    const entries = readSession(path);
    const [begin] = entries.filter((entry) => entry.type === "begin");
    return begin !== undefined && (id === undefined || begin.session.startsWith(id)) ? [entries] : [];
  });
  const last = found.toSorted((one, other) => (one.at(-1)?.at ?? 0) - (other.at(-1)?.at ?? 0)).at(-1);
  if (last !== undefined && (id === undefined || found.length === 1)) return last;
  if (last === undefined)
    throw new UsageError(id === undefined ? "there is no session" : `there is no session ${id}: helve log lists them`);
  throw new UsageError(`${found.length} sessions begin with ${id}: write more of the id`);
}
