/** Follows symbolic links that code has created, to find the file that a path means. */
import type { Target } from "./effects.ts";
import { escapeGlob } from "./path.ts";

/** The use of a path: of the file's content, or of the entry in its directory, which may be a link. */
export type PathUse = "content" | "entry";

/** The links that code has created: `ExecutionState.links`, looked up by any path of a link. */
export type Links = Pick<ReadonlyMap<string, string | null>, "get" | "has">;

const maxLinks = 8;

/**
 * The file to which a path leads through symbolic links: with a link `docs` to `~/Documents`, `docs/a.txt` is `~/Documents/a.txt`.
 *
 * @param use - with `entry`, as for deleting, the last part of the path is not followed
 * @returns `null` if the target of a link is unknown, `undefined` if the path goes through no link
 */
export function behindLinks(target: Target, use: PathUse, links: Links): Target | null | undefined {
  let { path } = target;
  let isFollowed = false;
  for (let steps = 0; steps < maxLinks; steps++) {
    const link = linkIn(path, use, links);
    if (link === undefined) break;
    const to = links.get(link);
    if (to === null || to === undefined) return null;
    path = (target.glob ? escapeGlob(to) : to).replace(/\/$/, "") + path.slice(link.length);
    isFollowed = true;
  }
  return isFollowed ? { ...target, path } : undefined;
}

/** The link that a path is or goes through. */
function linkIn(path: string, use: PathUse, links: Links): string | undefined {
  for (let end = use === "entry" ? path.lastIndexOf("/") : path.length; end > 0; end = path.lastIndexOf("/", end - 1))
    if (links.has(path.slice(0, end))) return path.slice(0, end);
  return;
}

/** The file behind the links of a path; the path itself if it goes through none. */
export function followLinks(target: Target | null, use: PathUse, links: Links): Target | null {
  if (target === null) return null;
  const behind = behindLinks(target, use, links);
  return behind === undefined ? target : behind;
}
