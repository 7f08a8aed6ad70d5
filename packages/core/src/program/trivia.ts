import type { TextRange } from "../issue.ts";

/** A comment that is no doc comment. */
export interface ProgramComment {
  readonly type: "comment";
  /** As it is written, its signs included. */
  readonly text: string;
  readonly attachment: Attachment;
  readonly range: TextRange;
}

/** The node that a comment goes with. */
export interface Attachment {
  /** `after` is behind the node on its last line, `below` under the last part of a node, `inside` in one without parts. */
  readonly place: "before" | "after" | "below" | "inside";
  /** Where the node is in the program, as a JSON pointer. */
  readonly path: string;
}

/** A place where the text says in other words what has a word of its own. It is no mistake. */
export interface AlternativeForm {
  readonly type: "alternative_form";
  /** What stands there. */
  readonly text: string;
  /** What to write in its place; absent where the change is not in one place. */
  readonly canonical?: string;
  readonly range: TextRange;
}
