import { type Issue, IssuesError } from "@helve/core";

/** A tool or toolkit is described badly: a bad name, a missing description, a schema of the wrong kind. */
export class ToolDefinitionError extends IssuesError {
  override readonly code = "invalid_tool";
}

/** What `make` gives, or `undefined` when it throws a ToolDefinitionError: its issues join the others. */
export function attempt<Made>(issues: Issue[], make: () => Made): Made | undefined {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof ToolDefinitionError)) throw error;
    issues.push(...error.issues);
    return undefined;
  }
}
