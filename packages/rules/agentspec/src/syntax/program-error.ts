import { IssuesError } from "@helve/core";

/**
 * A text or a JSON value is not a valid AgentSpec program. Each issue has a `range` in the text, or for JSON a JSON pointer in
 * `path`.
 */
export class ProgramError extends IssuesError {
  override readonly code = "invalid_program";
}
