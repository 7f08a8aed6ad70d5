import { IssuesError } from "@helve/core";

/** The error of a document that is not a valid OpenTool document; each issue's `path` points into the document. */
export class OpenToolError extends IssuesError {
  override readonly code = "invalid_opentool";
}
