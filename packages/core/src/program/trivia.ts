/** Comments of a program, and places in its text that are not in canonical form. */
import type { TextRange } from "../issue.ts";

/** A comment that is not a doc comment. */
export interface ProgramComment {
  readonly type: "comment";
  /** The text with its comment signs. */
  readonly text: string;
  readonly attachment: Attachment;
  readonly range: TextRange;
}

/** The node that a comment belongs to, and the place of the comment relative to it. */
export interface Attachment {
  /** `after`: on the last line of the node; `below`: under the last child of the node; `inside`: in a node without children. */
  readonly place: "before" | "after" | "below" | "inside";
  /** The JSON pointer of the node in the program. */
  readonly path: string;
}

/** A place where the text uses an accepted alternative to the canonical form, such as `&&` for `&`. It is not an error. */
export interface AlternativeForm {
  readonly type: "alternative_form";
  /** The text at this place. */
  readonly text: string;
  /** The canonical form; absent if more than this place would have to change. */
  readonly canonical?: string;
  readonly range: TextRange;
}
