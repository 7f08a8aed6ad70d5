import type { LookupMap } from "@helve/effects";
import type { PreparedPolicy } from "../prepared-policy.ts";

/**
 * The links that steps have created, and below them those of the disk, which are looked up when a path may go through them. Paths are those
 * of `fileKey`.
 */
export function linksOnDisk(
  created: ReadonlyMap<string, string | null>,
  policy: PreparedPolicy,
): LookupMap<string | null> {
  const { linkTarget } = policy.original;
  const { workingDirectory, home } = policy.base;
  if (linkTarget === undefined || workingDirectory === undefined) return created;
  const found = new Map<string, string | null | undefined>();
  const places = [workingDirectory, ...(home === undefined ? [] : [home])];
  const onDisk = (key: string): string | null | undefined => {
    if (found.has(key)) return found.get(key);
    const path = absolutePath(key, workingDirectory, home);
    const isOwn = path !== undefined && places.some((place) => path.startsWith(place === "/" ? "/" : `${place}/`));
    const target = isOwn ? linkTarget(path) : undefined;
    found.set(key, target);
    return target;
  };
  return {
    size: created.size + 1, // there may be some
    has: (key) => created.has(key) || onDisk(key) !== undefined,
    get: (key) => (created.has(key) ? created.get(key) : onDisk(key)),
    [Symbol.iterator]: () => created.entries(),
  };
}

function absolutePath(key: string, workingDirectory: string, home: string | undefined): string | undefined {
  if (key.startsWith("/")) return key;
  if (key === "~" || key.startsWith("~/")) return home === undefined ? undefined : home + key.slice(1);
  return `${workingDirectory === "/" ? "" : workingDirectory}/${key.replace(/^\.\//, "")}`;
}
