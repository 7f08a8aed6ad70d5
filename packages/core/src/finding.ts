/** What a predicate answers: true, false or unknown, with the evidence. */

/** Three-valued truth (Kleene): `"unknown"` means that a predicate can't tell. */
export type Truth = boolean | "unknown";

/** The result of a predicate, with its reason. */
export interface Finding {
  readonly value: Truth;
  /** The reason, as a phrase that can follow the predicate's name: `rm deletes report.md`. */
  readonly reason: string;
  readonly evidence: readonly Evidence[];
  /** The reasons why the value is unknown, each once; absent if the value is known, or the predicate gives none. */
  readonly unknown?: readonly UnknownSubject[];
  /** Safer alternatives, by which less is lost, each as a sentence: `git stash keeps uncommitted changes`. */
  readonly safer?: readonly string[];
  /** The facts about the machine that the predicate has read. */
  readonly facts?: readonly Fact[];
}

/** Something that a host knew of the machine at the moment of a decision. */
export interface Fact {
  /** The kind of fact: the status of a path in version control, whether it exists, the text of a file, the local branches. */
  readonly kind: "status" | "exists" | "text" | "branches";
  /** The absolute path that it is about; empty if it is about the whole project. */
  readonly about: string;
  /** The value as JSON: `ignored`, `true`; for a text its SHA-256 in hexadecimal digits. */
  readonly value: string;
}

/** The subject of an unknown value: the effects of code, the path that is meant, or something else. Rules can treat each differently. */
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
