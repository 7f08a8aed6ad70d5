import type { ProjectFacts } from "@helve/predicates";

/** The facts of one decision after another. A link is read once for each decision, so that all readings of a call follow the same links. */
export class CurrentFacts {
  /** The facts of the decision that is made now. */
  readonly facts: Required<ProjectFacts>;
  #now: ProjectFacts;
  readonly #links: Map<string, string | null | undefined> = new Map();

  constructor(now: ProjectFacts) {
    this.#now = now;
    this.facts = {
      status: (path) => this.#now.status?.(path),
      exists: (path) => this.#now.exists?.(path),
      linkTarget: (path) => this.#linkTarget(path),
      text: (path) => this.#now.text?.(path),
      branches: () => this.#now.branches?.(),
      remotes: () => this.#now.remotes?.(),
    };
  }

  /**
   * Begins the next decision.
   *
   * @returns whether all links that earlier decisions have read still lead to the same: what they found of the steps holds
   */
  begin(now: ProjectFacts): boolean {
    this.#now = now;
    const isSame =
      this.#links.size <= mostLinks && [...this.#links].every(([path, target]) => now.linkTarget?.(path) === target);
    if (!isSame) this.#links.clear();
    return isSame;
  }

  #linkTarget(path: string): string | null | undefined {
    if (!this.#links.has(path)) this.#links.set(path, this.#now.linkTarget?.(path));
    return this.#links.get(path);
  }
}

/** With more, reading the steps again takes less time. */
const mostLinks = 2000;
