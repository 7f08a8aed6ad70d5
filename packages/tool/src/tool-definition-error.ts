import { IssuesError } from "@helve/core";

/** A tool or toolkit is described badly: a bad name, a missing description, a schema of the wrong kind. */
export class ToolDefinitionError extends IssuesError {
  override readonly code = "invalid_tool";
}
