/** Follows a call into files on the disk that it runs and that the session did not write: `./build.sh`, the script of `npm test`. */
import type { Effect } from "@helve/effects";
import { type Answer, strongest, unsure } from "./answer.ts";
import type { ProtectedPaths } from "./protected-paths.ts";

/**
 * Judges the files that a call runs, and returns the first objection. Unreadable parts count only if another session of the user wrote one of the files.
 *
 * @param answers - what was found in the call together with the files
 */
export function answerOfFiles(
  answers: readonly (Answer | undefined)[],
  isOfSessions: () => boolean,
): Answer | undefined {
  const read = strongest(answers.filter((each) => each?.isUnread !== true));
  const unread = read === undefined ? strongest(answers) : undefined;
  const answer = read ?? (unread !== undefined && isOfSessions() ? unread : undefined);
  return answer && { ...answer, reason: `it runs a file that does this: ${answer.reason}` };
}

/** Whether code writes or deletes a protected file. */
export function changedPath(effect: Effect, paths: ProtectedPaths): Answer | undefined {
  if (effect.kind !== "write" && effect.kind !== "delete" && effect.kind !== "destroy") return undefined;
  const kind = effect.target === null ? undefined : paths.kindOf(effect.target);
  const isProtected = kind !== undefined && (kind !== "above" || effect.recursive);
  return isProtected ? unsure(`${effect.by} changes the protected path ${effect.target?.path}`) : undefined;
}
