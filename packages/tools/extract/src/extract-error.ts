import { IssuesError } from "@helve/core";

/** The error of tools that can't be extracted: a file is missing, or there is no TypeScript compiler. */
export class ExtractError extends IssuesError {
  override readonly code = "invalid_extraction";
}
