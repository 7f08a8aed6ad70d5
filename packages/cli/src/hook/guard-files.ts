import { projectFolder } from "../project-folder.ts";
import type { KeptPlaces } from "./keep-helve.ts";
import { type RuleFolder, readRuleFolder, userRuleFolder } from "./rule-files.ts";
import type { OpenSessionLog, SessionEntry } from "./session-log.ts";
import { isTrusted, trustedFolders } from "./trusted-folders.ts";

/** The files that guard a session. */
export interface GuardFiles {
  readonly user: RuleFolder;
  readonly project: RuleFolder | undefined;
  /** Whether a person has trusted the files of the project as they are. */
  readonly isProjectTrusted: boolean;
}

type RulesEntry = Extract<SessionEntry, { type: "rules" }>;

/** Records with the first event of a session which files guard it. */
export function recordRules({ entries, append }: OpenSessionLog, places: KeptPlaces, now: number): RulesEntry {
  const known = entries.find((entry) => entry.type === "rules");
  if (known !== undefined) return known;
  const folder = projectFolder(places.cwd);
  const entry: RulesEntry = {
    ...{ type: "rules", at: now, user: readRuleFolder(userRuleFolder(places.home)).hash },
    project: folder === undefined ? null : { path: folder, hash: readRuleFolder(folder).hash },
  };
  append(entry);
  return entry;
}

/**
 * Reads the files that guard a session. The folder of the project is the one of the session's first event, wherever the agent works later.
 *
 * @throws Error if files have changed since, unless a person has trusted what they contain now
 */
export function readGuardFiles(first: RulesEntry, places: KeptPlaces): GuardFiles {
  const user = readRuleFolder(userRuleFolder(places.home));
  const project = first.project === null ? undefined : readRuleFolder(first.project.path);
  const trusted = trustedFolders(places.state);
  const expected = [[user, first.user] as const, ...(project ? [[project, first.project?.hash] as const] : [])];
  const changed = expected.filter(([folder, hash]) => folder.hash !== hash && !isTrusted(folder, trusted));
  if (changed.length > 0) {
    const commands = changed.map(([{ path }]) => `helve trust '${path}'`).join(" && ");
    throw new Error(`the rules have changed in this session. A person who agrees with the change runs: ${commands}`);
  }
  return { user, project, isProjectTrusted: project !== undefined && isTrusted(project, trusted) };
}
