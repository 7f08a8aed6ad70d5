import type { Fact } from "@helve/core";
import { sha256Now } from "@helve/core/internal";
import type { BranchFacts, PathStatus, ProjectFacts } from "./project-facts.ts";

/** The facts of one decision: each is read once, so that all predicates decide by the same, and is recorded. */
export class FactsRead {
  readonly #facts: ProjectFacts;
  readonly #known: Map<string, unknown> = new Map();
  readonly #records: Map<string, Fact> = new Map();
  #left = maxStatuses;

  constructor(facts: ProjectFacts = {}) {
    this.#facts = facts;
  }

  /** What version control says of a path. */
  status(path: string): PathStatus | undefined {
    return this.#read("status", path, () => (this.#left-- > 0 ? this.#facts.status?.(path) : undefined));
  }

  /** Whether something has a path. */
  exists(path: string): boolean | undefined {
    return this.#read("exists", path, () => this.#facts.exists?.(path));
  }

  /** The text of a file. Its hash is recorded. */
  text(path: string): string | undefined {
    return this.#read("text", path, () => this.#facts.text?.(path));
  }

  /** The local branches. */
  branches(): readonly BranchFacts[] | undefined {
    return this.#read("branches", "", () => this.#facts.branches?.());
  }

  /** What was read so far, with hashes of texts. */
  get records(): readonly Fact[] {
    return [...this.#records.values()];
  }

  #read<Value extends PathStatus | boolean | string | readonly BranchFacts[]>(
    kind: Fact["kind"],
    about: string,
    read: () => Value | undefined,
  ): Value | undefined {
    const key = `${kind} ${about}`;
    if (this.#known.has(key)) return this.#known.get(key) as Value | undefined;
    const value = read();
    this.#known.set(key, value);
    if (value === undefined) return undefined;
    const recorded = kind === "text" ? sha256Now(String(value)) : JSON.stringify(value);
    this.#records.set(key, { kind, about, value: typeof value === "string" && kind === "status" ? value : recorded });
    return value;
  }
}

/** The most paths whose status is read for one decision. */
const maxStatuses = 20;
