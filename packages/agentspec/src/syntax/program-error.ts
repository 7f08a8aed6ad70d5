import { IssuesError } from "@helve/core";

/**
 * A text, or a value in JSON, is no AgentSpec program. Its issues are in the order of the text; each has a `range`, or for
 * JSON a JSON pointer in `path`.
 */
export class ProgramError extends IssuesError {
  override readonly code = "invalid_program";
}
