import { type Issue, IssuesError } from "@helve/core";

/** The error of an invalid tool or toolkit definition: an invalid name, a missing description, an invalid schema. */
export class ToolDefinitionError extends IssuesError {
  override readonly code = "invalid_tool";
}

/** Returns the result of `create`; if it throws a ToolDefinitionError, adds its issues to `issues` and returns `undefined`. */
export function collectIssues<Result>(issues: Issue[], create: () => Result): Result | undefined {
  try {
    return create();
  } catch (error) {
    if (!(error instanceof ToolDefinitionError)) throw error;
    issues.push(...error.issues);
    return undefined;
  }
}
