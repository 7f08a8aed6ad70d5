import { IssuesError } from "@helve/core";

/** A JSON Schema is invalid or can't be enforced; each issue's `path` points into the schema. */
export class InvalidSchemaError extends IssuesError {
  override readonly code = "invalid_schema";
}
