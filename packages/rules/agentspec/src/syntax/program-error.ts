import { IssuesError } from "@helve/core";

/**
 * The error of a text or JSON value that is not a valid AgentSpec program. Each issue has a `range` in the text, or for JSON a JSON pointer in
 * `path`.
 */
export class ProgramError extends IssuesError {
  override readonly code = "invalid_program";
}
