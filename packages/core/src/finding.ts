/** Three-valued truth (Kleene): `"unknown"` means that a predicate can't tell. */
export type Truth = boolean | "unknown";

/** The result of a predicate, with its reason. */
export interface Finding {
  readonly value: Truth;
  /** The reason, as a phrase that can follow the predicate's name: `rm deletes report.md`. */
  readonly reason: string;
  readonly evidence: readonly Evidence[];
  /** What makes the value unknown, each once; absent if the value is known, or the predicate does not say it. */
  readonly unknown?: readonly UnknownSubject[];
  /** How the same can be done so that less is lost, each as a sentence: `git stash keeps uncommitted changes`. */
  readonly safer?: readonly string[];
  /** What the host knew of the machine, as far as the predicate has read it. */
  readonly facts?: readonly Fact[];
}

/** Something that a host knew of the machine at the moment of a decision. */
export interface Fact {
  /** What is known: the status of a path in version control, whether it exists, the text of a file, the local branches. */
  readonly kind: "status" | "exists" | "text" | "branches";
  /** The absolute path that it is about; empty if it is about the whole project. */
  readonly about: string;
  /** What was found, as JSON: `ignored`, `true`; for a text its SHA-256 in hexadecimal digits. */
  readonly value: string;
}

/** What can be unknown: what code does, which path is meant, or something else. Rules decide about each on their own. */
export type UnknownSubject = "code" | "path" | "other";

/** A part of an argument that a finding is based on. */
export interface Evidence {
  /** JSON pointer into the action's `args`. */
  readonly path: string;
  /** Offset of the first character, in UTF-16 units of the string at `path`. */
  readonly start: number;
  /** Offset after the last character. */
  readonly end: number;
  /** The characters themselves. */
  readonly text: string;
}
