import { IssuesError } from "@helve/core";

/** The error of a JSON Schema that is invalid or can't be enforced; each issue's `path` points into the schema. */
export class InvalidSchemaError extends IssuesError {
  override readonly code = "invalid_schema";
}
