import { IssuesError } from "@helve/core";

/** A text is no AgentSpec program. Its issues are in the order of the text, and each has a `range`. */
export class ProgramError extends IssuesError {
  override readonly code = "invalid_program";
}
