import type { Engine } from "@helve/enforcer";
import { createGuards, type GuardFiles, type IsApproved } from "./guards.ts";
import type { KeptPlaces } from "./keep-helve.ts";
import { projectRuleFolder, readRuleFolder, userRuleFolder } from "./rule-files.ts";
import type { OpenSessionLog } from "./session-log.ts";
import { isTrusted, trustedFolders } from "./trusted-folders.ts";

/** Loads the engines of a session; their questions are answered by the function. */
export type LoadGuards = (isApproved: IsApproved) => readonly Engine[];

/**
 * Finds the files that guard a session. The folder of the project is the one of the session's first event, wherever the agent works later.
 *
 * @throws Error if files have changed since, unless a person has trusted what they contain now
 */
export function sessionGuards(log: OpenSessionLog, places: KeptPlaces, now: number): LoadGuards {
  const first = log.entries.find((entry) => entry.type === "rules");
  const folder = first === undefined ? projectRuleFolder(places.cwd) : (first.project?.path ?? undefined);
  const user = readRuleFolder(userRuleFolder(places.home));
  const project = folder === undefined ? undefined : readRuleFolder(folder);
  const trusted = trustedFolders(places.state);
  if (first === undefined) {
    log.append({
      ...{ type: "rules", at: now, user: user.hash },
      project: project === undefined ? null : { path: project.path, hash: project.hash },
    });
  } else {
    const changed = [
      ...(user.hash === first.user || isTrusted(user, trusted) ? [] : [user.path]),
      ...(project === undefined || project.hash === first.project?.hash || isTrusted(project, trusted)
        ? []
        : [project.path]),
    ];
    if (changed.length > 0) {
      const commands = changed.map((path) => `helve trust '${path}'`).join(" && ");
      throw new Error(`the rules have changed in this session. A person who agrees with the change runs: ${commands}`);
    }
  }
  const files: GuardFiles = {
    user,
    project,
    isProjectTrusted: project !== undefined && isTrusted(project, trusted),
  };
  return (isApproved) => createGuards(files, places, isApproved);
}
