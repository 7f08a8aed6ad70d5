/** Reads facts about a project once per decision, and records them for the verdict. */
import type { Fact } from "@helve/core";
import { sha256Now } from "@helve/core/internal";
import type { BranchFacts, PathStatus, ProjectFacts } from "./project-facts.ts";

/** The facts of one decision. Each fact is read once and recorded, so all predicates use the same value. */
export class FactsRead {
  readonly #facts: ProjectFacts;
  readonly #known: Map<string, Known> = new Map();
  #left = maxStatuses;

  constructor(facts: ProjectFacts = {}) {
    this.#facts = facts;
  }

  /** The status of a path in version control. */
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

  /** The facts that were read so far, with hashes instead of texts. */
  get records(): readonly Fact[] {
    return [...this.#known.values()].flatMap((known) => recordOf(known) ?? []);
  }

  #read<Value extends PathStatus | boolean | string | readonly BranchFacts[]>(
    kind: Fact["kind"],
    about: string,
    read: () => Value | undefined,
  ): Value | undefined {
    const key = `${kind} ${about}`;
    const known = this.#known.get(key) ?? { kind, about, value: read() };
    this.#known.set(key, known);
    return known.value as Value | undefined;
  }
}

/** A fact that was read once. */
interface Known extends Pick<Fact, "kind" | "about"> {
  /** `undefined` if the host does not know it. */
  readonly value: PathStatus | boolean | string | readonly BranchFacts[] | undefined;
  /** Its record, once somebody has asked for it. */
  record?: Fact;
}

/** Converts a fact to its record. A text is hashed when a verdict needs it. */
function recordOf(known: Known): Fact | undefined {
  const { kind, about, value } = known;
  if (value === undefined) return undefined;
  known.record ??= { kind, about, value: kind === "text" ? sha256Now(String(value)) : recordedValue(value) };
  return known.record;
}

/** Writes a remembered value as text. */
function recordedValue(value: NonNullable<Known["value"]>): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The most paths whose status is read for one decision. */
const maxStatuses = 20;
