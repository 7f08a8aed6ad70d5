import type { HookEvent } from "../hook-event.ts";
import type { HookHost } from "./hook-host.ts";
import type { KeptPlaces } from "./keep-helve/kept-places.ts";
import type { SessionLog } from "./session-log.ts";
import { projectFolder } from "./state/project-folder.ts";
import { type RuleFolder, readRuleFolder, userRuleFolder } from "./state/rule-files.ts";
import type { SessionEntry } from "./state/session-entry.ts";

/** The files of rules and policies that guard a session. */
export interface GuardFiles {
  readonly user: RuleFolder;
  readonly project: RuleFolder | undefined;
  /** Whether a person has trusted the files of the project as they are. */
  readonly isProjectTrusted: boolean;
  /** Names the files, the directory of the session and the version of Helve. */
  readonly key: string;
}

type BeginEntry = Extract<SessionEntry, { type: "begin" }>;

/** Records at the first event of a session who owns it and which files guard it. */
export function recordBegin(event: HookEvent, log: SessionLog, places: KeptPlaces, now: number): BeginEntry {
  const known = log.entries.find((entry) => entry.type === "begin");
  if (known !== undefined) return known;
  const folder = projectFolder(places.cwd);
  const entry: BeginEntry = {
    type: "begin",
    at: now,
    client: event.client,
    session: event.session,
    cwd: places.cwd,
    user: readRuleFolder(userRuleFolder(places.home)).hash,
    project: folder === undefined ? null : { path: folder, hash: readRuleFolder(folder).hash },
  };
  log.append(entry);
  return entry;
}

/**
 * Reads the files that guard a session. The folder of the project is the one of the session's first event, wherever the agent works later.
 *
 * @throws Error if files have changed since, unless a person has trusted what they contain now
 */
export function readGuardFiles(first: BeginEntry, places: KeptPlaces, host: HookHost): GuardFiles {
  const user = readRuleFolder(userRuleFolder(places.home));
  const project = first.project === null ? undefined : readRuleFolder(first.project.path);
  const trusted = host.trustedFolders(places.state);
  const isTrusted = ({ path, hash }: RuleFolder): boolean => trusted.get(path) === hash;
  const expected = [[user, first.user] as const, ...(project ? [[project, first.project?.hash] as const] : [])];
  const changed = expected.filter(([folder, hash]) => folder.hash !== hash && !isTrusted(folder));
  if (changed.length > 0) {
    const commands = changed.map(([{ path }]) => `helve trust '${path}'`).join(" && ");
    throw new Error(`the rules have changed in this session. A person who agrees with the change runs: ${commands}`);
  }
  const isProjectTrusted = project !== undefined && isTrusted(project);
  const key = JSON.stringify([host.version, first.cwd, user.hash, project?.hash ?? null, isProjectTrusted]);
  return { user, project, isProjectTrusted, key };
}
