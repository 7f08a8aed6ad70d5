import { IssuesError } from "@helve/core";

/** An OpenTool document is none; each issue's `path` points into the document. */
export class OpenToolError extends IssuesError {
  override readonly code = "invalid_opentool";
}
