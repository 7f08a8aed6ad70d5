/** Reads symbolic links: those that steps created, then those of the disk. */
import type { LookupMap } from "@helve/effects";
import { nameInFolder } from "./compared-path.ts";
import type { Base } from "./path-location.ts";
import type { ProjectFacts } from "./project-facts.ts";

/** The targets of symbolic links by their paths; `null` for an unknown target, `undefined` for a path that is not a link. Paths are those of `fileKey`. */
type Targets = ReadonlyMap<string, string | null | undefined>;

/** Returns a map of links: first those that steps created, then those of the disk. */
export function linksOnDisk(
  created: ReadonlyMap<string, string | null>,
  linkTarget: ProjectFacts["linkTarget"],
  { workingDirectory, home }: Base,
): LookupMap<string | null> {
  if (linkTarget === undefined || workingDirectory === undefined) return created;
  const places = [workingDirectory, ...(home === undefined ? [] : [home])];
  return new LinksOnDisk(created, (key) => {
    const path = absolutePath(key, workingDirectory, home);
    const isOwn = path !== undefined && places.some((place) => nameInFolder(path, place) !== undefined);
    return isOwn ? linkTarget(path) : undefined;
  });
}

/** Links that steps created, and links of the disk, which are looked up when a path may go through them. */
export class LinksOnDisk implements LookupMap<string | null> {
  readonly #created: ReadonlyMap<string, string | null>;
  readonly #onDisk: (path: string) => string | null | undefined;
  readonly #found = new Map<string, string | null | undefined>();

  constructor(created: ReadonlyMap<string, string | null>, onDisk: (path: string) => string | null | undefined) {
    this.#created = created;
    this.#onDisk = onDisk;
  }

  get size(): number {
    return this.#created.size + 1; // there may be some
  }

  has(path: string): boolean {
    return this.get(path) !== undefined;
  }

  get(path: string): string | null | undefined {
    if (this.#created.has(path)) return this.#created.get(path);
    if (!this.#found.has(path)) this.#found.set(path, this.#onDisk(path));
    return this.#found.get(path);
  }

  [Symbol.iterator](): MapIterator<[string, string | null]> {
    return this.#created.entries();
  }

  /** The links that were found on the disk so far; `undefined` if steps have created links, too. */
  get found(): Targets | undefined {
    return this.#created.size === 0 ? new Map(this.#found) : undefined;
  }

  /** Whether the disk still has what was found. */
  isStill(found: Targets): boolean {
    return [...found].every(([path, target]) => this.get(path) === target);
  }
}

/** The absolute path of a key of `fileKey`. */
export function absolutePath(key: string, workingDirectory: string, home: string | undefined): string | undefined {
  if (key.startsWith("/")) return key;
  if (key === "~" || key.startsWith("~/")) return home === undefined ? undefined : home + key.slice(1);
  return `${workingDirectory === "/" ? "" : workingDirectory}/${key.replace(/^\.\//, "")}`;
}
